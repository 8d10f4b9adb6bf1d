import Foundation

/// The messages of a module, read from its string literals.
enum MessageLiterals {
    /// The messages in every file below a folder, in the order of the paths: all literals of files named `…Error…`, and the
    /// literals of other files that end with a period.
    static func all(in folder: URL) throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var paths: [URL] = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            if file.pathExtension == "swift" { paths.append(file) }
        }
        return try paths.sorted { $0.path < $1.path }.flatMap { path in
            all(inSource: try String(contentsOf: path, encoding: .utf8))
                .filter { path.lastPathComponent.contains("Error") || $0.hasSuffix(".") }
        }
    }

    /// The messages of one file: its literals of at least four words, outside of comments. Literals that `+` joins are one
    /// message. An interpolated value is written as its name, `<name>`.
    static func all(inSource source: String) -> [String] {
        let code = source.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        var found: [String] = []
        var between = ""
        var reader = Reader(code)
        while let character = reader.next() {
            if character == "\"" {
                let text = reader.literal()
                let isJoined = between.allSatisfy { $0.isWhitespace || $0 == "+" } && between.contains("+")
                if isJoined && !found.isEmpty { found[found.count - 1] += text } else { found.append(text) }
                between = ""
            } else {
                between.append(character)
            }
        }
        return found.map { $0.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }.filter {
            $0.split(separator: " ").count > 3 && $0.contains { $0.isLowercase }
        }
    }

    private struct Reader {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next() -> Character? { rest.popFirst() }

        /// Reads the rest of a literal, after its opening quote.
        mutating func literal() -> String {
            let end =
                rest.hasPrefix("\"\"") && !rest.dropFirst(2).isEmpty && rest.dropFirst(2).first == "\n"
                ? "\"\"\"" : "\""
            if end.count > 1 { rest = rest.dropFirst(2) }
            var text = ""
            while !rest.isEmpty && !rest.hasPrefix(end) {
                guard let character = next() else { break }
                text += character == "\\" ? escaped() : String(character)
            }
            rest = rest.dropFirst(end.count)
            return text
        }

        private mutating func escaped() -> String {
            switch next() {
            case "(": name(of: interpolated())
            case "n", "\n": " "
            case "u": String(interpolated(after: "{", until: "}"))
            case let other?: String(other)
            case nil: ""
            }
        }

        /// The code up to the parenthesis that closes the opened ones.
        private mutating func interpolated() -> String {
            var depth = 1
            var code = ""
            while depth > 0, let character = next() {
                if character == "\"" {
                    code += "\"\(literal())\""
                    continue
                }
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                if depth > 0 { code.append(character) }
            }
            return code
        }

        private mutating func interpolated(after open: Character, until close: Character) -> Substring {
            if rest.first == open { rest = rest.dropFirst() }
            let code = rest.prefix { $0 != close }
            rest = rest.dropFirst(code.count + 1)
            return code.isEmpty ? "" : "…"
        }

        /// The name of an interpolated value: the last property of a path, or the argument of a function.
        private func name(of code: String) -> String {
            if let escaped = code.firstRange(of: "TerminalText.escaped(") {
                return name(of: String(code[escaped.upperBound...]))
            }
            let path = code.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "?" }
            var parts = path.split { $0 == "." || $0 == "?" }.map(String.init)
            let behind = code.dropFirst(path.count).first
            if behind == "(" && parts.count == 1 {
                let argument = code.dropFirst(path.count + 1).drop { $0 == "." }
                let label = argument.prefix { $0.isLetter }
                let isLabel = argument.dropFirst(label.count).hasPrefix(": ")
                return name(of: String(isLabel ? argument.dropFirst(label.count + 2) : argument))
            }
            if !parts.isEmpty, behind == "(" || (behind == " " && parts.count > 1) { parts.removeLast() }
            return parts.last.map { "<\($0)>" } ?? "…"
        }
    }
}
