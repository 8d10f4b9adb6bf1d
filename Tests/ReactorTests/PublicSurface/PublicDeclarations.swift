import Foundation

/// The public declarations of a module, read from its sources: the lists in Docs/PublicAPI are compared with them.
///
/// It parses as much of Swift as this repository's style requires: declarations begin their own line, braces in strings are
/// balanced, and nothing public is declared by a macro.
enum PublicDeclarations {
    /// Every public declaration below a folder, sorted, each with the types around it.
    static func all(in folder: URL) throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var declarations: [String] = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "swift" {
            declarations += all(inSource: try String(contentsOf: file, encoding: .utf8))
        }
        return Array(Set(declarations)).sorted()
    }

    /// The public declarations of one file. Those that only show a message of the compiler are marked as unavailable.
    static func all(inSource source: String) -> [String] {
        var scopes: [Scope] = []
        var found: [String] = []
        var pending = ""
        var attribute = ""
        for line in source.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line.hasPrefix("//") || line.hasPrefix("#") { continue }
            if line.hasPrefix("@available") || count("(", in: attribute) > count(")", in: attribute) {
                attribute = line.hasPrefix("@available") ? line : attribute + line
            }
            let isDeclaration = !pending.isEmpty || begins(line, in: scopes.last)
            if isDeclaration { pending += (pending.isEmpty ? "" : " ") + line }
            let isWhole =
                count("(", in: pending) <= count(")", in: pending) && !pending.hasSuffix("->")
                && !pending.hasSuffix("<") && !pending.hasSuffix(",")
            if isDeclaration && isWhole {
                let mark =
                    attribute.hasPrefix("@available(") && attribute.contains("unavailable") ? "unavailable: " : ""
                let text = mark + signature(pending)
                attribute = ""
                found.append((scopes.compactMap(\.name) + [text]).joined(separator: " · "))
                pending = ""
            }
            if !pending.isEmpty { continue }
            for _ in 0..<count("}", in: line, before: "{") { _ = scopes.popLast() }
            let opened = count("{", in: line) - count("}", in: line) + count("}", in: line, before: "{")
            if opened > 0 { for _ in 0..<opened { scopes.append(Scope(line)) } }
            if opened < 0 { for _ in 0..<(-opened) { _ = scopes.popLast() } }
        }
        return found
    }

    /// The declaration for which a brace was opened.
    private struct Scope {
        /// The name of a type or an extension.
        let name: String?
        /// Whether its members have the same access level: the cases of an enum, the requirements of a protocol.
        let isPublicEnum: Bool
        let isPublicProtocol: Bool

        init(_ line: String) {
            let words = line.split { " :<({".contains($0) }.map(String.init)
            let kinds = ["struct", "class", "enum", "protocol", "actor", "extension"]
            let kind = words.firstIndex { kinds.contains($0) }
            name = kind.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
            isPublicEnum = words.contains("public") && words.contains("enum")
            isPublicProtocol = words.contains("public") && words.contains("protocol")
        }
    }

    private static func begins(_ line: String, in scope: Scope?) -> Bool {
        if line.hasPrefix("public ") || line.contains(" public ") && line.hasPrefix("@") { return true }
        if scope?.isPublicEnum == true { return line.hasPrefix("case ") }
        guard scope?.isPublicProtocol == true else { return false }
        return ["var ", "func ", "static ", "associatedtype ", "mutating ", "nonisolated", "init"].contains {
            line.hasPrefix($0)
        }
    }

    /// The declaration without its body and default body.
    private static func signature(_ text: String) -> String {
        var depth = 0
        var end = text.endIndex
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")": depth -= 1
            case "{" where depth == 0:
                end = index
            default: continue
            }
            if end != text.endIndex { break }
        }
        return text[..<end].split(separator: " ").joined(separator: " ")
            .replacingOccurrences(of: "( ", with: "(").replacingOccurrences(of: " )", with: ")")
    }

    private static func count(_ character: Character, in text: String) -> Int { text.filter { $0 == character }.count }

    /// The number of closing braces before the first opening one.
    private static func count(_ closing: Character, in text: String, before opening: Character) -> Int {
        text.prefix { $0 != opening }.filter { $0 == closing }.count
    }
}
