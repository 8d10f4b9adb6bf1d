import Foundation

/// What documentation comments say about the cases of a module's enums: when the sentence of an error is said.
struct CaseComments {
    /// The first paragraph of each, by the names of the case and of its enum, behind those of the types that it stands in.
    private var comments: [String: [[String]: String]] = [:]

    init() {}

    /// The cases in every file below a folder.
    init(in folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "swift" {
            add(try String(contentsOf: file, encoding: .utf8))
        }
    }

    mutating func add(_ source: String) {
        var types: [(indent: Int, name: String, isEnum: Bool)] = []
        var comment: [String] = []
        var isOver = false
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.hasPrefix("///") {
                let text = trimmed.dropFirst(3).trimmingCharacters(in: .whitespaces)
                isOver = isOver || text.isEmpty || text.hasPrefix("```") || text.hasPrefix("- ")
                if !isOver { comment.append(text) }
                continue
            }
            let indent = line.prefix { $0 == " " }.count
            if let type = trimmed.prefixMatch(of: /(?:\w+ )*(enum|struct|class|actor|extension) (\w+)/) {
                types.removeAll { $0.indent >= indent }
                types.append((indent, String(type.2), type.1 == "enum"))
            } else if !comment.isEmpty, let names = trimmed.prefixMatch(of: /(?:indirect )?case ([\w, `]+)/)?.1,
                let place = types.lastIndex(where: { $0.indent < indent && $0.isEnum })
            {
                let path = types[...place].map(\.name)
                for name in names.split(whereSeparator: { ", `".contains($0) }) {
                    comments[String(name), default: [:]][path] = comment.joined(separator: " ")
                        .replacingOccurrences(of: "``", with: "`")
                }
            }
            if !trimmed.hasPrefix("@") {
                comment = []
                isOver = false
            }
        }
    }

    /// The first name of `case .damaged(let damage):`.
    static func name(inPattern line: String) -> String? {
        line.prefixMatch(of: /case \.(\w+)/).map { String($0.1) }
    }

    /// What is said about a case, of the enum that a declaration names where several have one of this name: by the types that
    /// the enum stands in and by itself, `error: DiskError` and `error.problem`, before its first case. Empty where that is
    /// not certain.
    func comment(on name: String, near declaration: String) -> String {
        let found = comments[name] ?? [:]
        let lines = declaration.split(separator: "\n").prefix {
            !$0.trimmingCharacters(in: .whitespaces).hasPrefix("case ")
        }
        let head = lines.joined(separator: "\n").lowercased()
        let rules: [([String]) -> Bool] = [
            { _ in true }, { path in path.allSatisfy { head.contains($0.lowercased()) } },
            { path in path.last.map { declaration.contains($0) } ?? false },
        ]
        for rule in rules {
            let named = found.filter { rule($0.key) }
            if named.count == 1, let only = named.first { return only.value }
        }
        return ""
    }

    /// What is said about the case that a declaration has its name of.
    func comment(onDeclaration line: String) -> String {
        guard let name = line.firstMatch(of: /static (?:func|let) (\w+)/)?.1 else { return "" }
        return comment(on: String(name), near: line)
    }
}
