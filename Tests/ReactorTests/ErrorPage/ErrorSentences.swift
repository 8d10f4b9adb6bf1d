import Foundation

/// The sentences of a module, read from its files of errors: what Docs/ErrorSentences.md is written from.
///
/// It knows as much of Swift as these files need: sentences are string literals in `static` declarations, joined by `+`.
enum ErrorSentences {
    struct Sentence: Equatable {
        /// What the sentence says, with the names of what is filled in.
        let text: String
        /// When it is said and what else helps: the documentation comment of its declaration, or of the case of an enum that
        /// it describes. What a user reads stands under a key, and is said wherever that key is.
        let cause: String
    }

    /// The sentences of every file below a folder whose name says that it holds errors, in the order of names.
    static func all(in folder: URL) throws -> [Sentence] {
        let causes = try CaseComments(in: folder)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var paths: [URL] = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            let name = file.deletingPathExtension().lastPathComponent
            if file.pathExtension == "swift" && (name.hasPrefix("Errors") || name.hasSuffix("Errors")) {
                paths.append(file)
            }
        }
        return try paths.sorted { $0.path < $1.path }.flatMap {
            all(inSource: try String(contentsOf: $0, encoding: .utf8), causes: causes)
        }
    }

    /// The sentences of one file.
    static func all(inSource source: String, causes: CaseComments = CaseComments()) -> [Sentence] {
        var found: [Sentence] = []
        var comment: [String] = []
        var declaration = ""
        var body = ""
        // What the declaration says of all its sentences, and what is said of those that are being read.
        var whole = ""
        var cause = ""
        func close(before next: String) {
            for literal in literals(in: body) where isSentence(literal.text) {
                let key = literal.key.map { "The user reads it, under the key `\($0)`." }
                found.append(Sentence(text: literal.text, cause: key ?? cause))
            }
            body = ""
            cause = next
        }
        for line in source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("///") {
                comment.append(trimmed.dropFirst(3).trimmingCharacters(in: .whitespaces))
            } else if !trimmed.hasPrefix("//") && !trimmed.hasPrefix("@") {
                let begins =
                    !comment.isEmpty || trimmed.contains("static let ") || trimmed.contains("static func ")
                    || trimmed.hasPrefix("public var ")
                if begins {
                    whole = comment.joined(separator: " ")
                    if whole.isEmpty { whole = causes.comment(onDeclaration: trimmed) }
                    close(before: whole)
                    comment = []
                    declaration = ""
                } else if trimmed.hasPrefix("case ") || trimmed.hasPrefix("default:") || trimmed == "}" {
                    // What the case says comes before what the declaration says of all of them.
                    let name = CaseComments.name(inPattern: trimmed)
                    let ofCase = name.map { causes.comment(on: $0, near: declaration) } ?? ""
                    close(before: ofCase.isEmpty ? whole : ofCase)
                }
                declaration += line + "\n"
                body += line + "\n"
            }
        }
        close(before: "")
        return found
    }

    /// Fragments that a sentence is put together from, and names, are none.
    private static func isSentence(_ text: String) -> Bool {
        ![",", ";"].contains(text.first) && text.split(separator: " ").count > 3 && text.contains { $0.isLowercase }
    }

    private static func isKey(_ text: String) -> Bool { text.wholeMatch(of: /[a-z]+(\.[A-Za-z]+)+/) != nil }

    /// The literals of some code, those that `+` joins as one; in a dictionary of literals each with its key.
    private static func literals(in code: String) -> [(text: String, key: String?)] {
        var found: [(text: String, key: String?)] = []
        var between = ""
        var reader = Reader(code)
        while let character = reader.next() {
            if character == "\"" {
                let text = reader.literal()
                switch between.trimmingCharacters(in: .whitespacesAndNewlines) {
                case "+" where !found.isEmpty: found[found.count - 1].text += text
                case ":" where found.last.map { isKey($0.text) } == true: found.append((text, found.removeLast().text))
                default: found.append((text, nil))
                }
                between = ""
            } else {
                between.append(character)
            }
        }
        return found.map { (tidied($0.text), $0.key) }
    }

    /// On one line, fit for a table, with a space between two names.
    private static func tidied(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ").replacingOccurrences(of: "|", with: "\\|")
            .replacingOccurrences(of: "**", with: "* *")
    }

    private struct Reader {
        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next() -> Character? { rest.popFirst() }

        /// Reads on behind the quote that begins a literal.
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

        /// What stands in the parentheses that have been opened.
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

        /// The name of what is filled in: the last property of a path, or what a function is given.
        private func name(of code: String) -> String {
            let path = code.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" || $0 == "?" }
            var parts = path.split { $0 == "." || $0 == "?" }.map(String.init)
            let behind = code.dropFirst(path.count).first
            if behind == "(" && parts.count == 1 {
                let argument = code.dropFirst(path.count + 1).drop { $0 == "." }
                let label = argument.prefix { $0.isLetter }
                let isLabel = argument.dropFirst(label.count).hasPrefix(": ")
                return name(of: String(isLabel ? argument.dropFirst(label.count + 2) : argument))
            }
            if behind == "(" || (behind == " " && parts.count > 1) { parts.removeLast() }
            return parts.last.map { "*\($0)*" } ?? "…"
        }
    }
}
