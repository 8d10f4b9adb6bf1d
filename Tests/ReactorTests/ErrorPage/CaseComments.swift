import Foundation

/// What documentation comments say about the cases of a module's enums: when the sentence of an error is said.
struct CaseComments {
    /// The first paragraph of each, by the names of the case and of its enum.
    private var comments: [String: [String: String]] = [:]

    init() {}

    /// The cases in every file below a folder.
    init(in folder: URL) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "swift" {
            add(try String(contentsOf: file, encoding: .utf8))
        }
    }

    mutating func add(_ source: String) {
        var enums: [(indent: Int, name: String)] = []
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
            if let name = trimmed.firstMatch(of: /^(?:\w+ )*enum (\w+)/)?.1 {
                enums.removeAll { $0.indent >= indent }
                enums.append((indent, String(name)))
            } else if !comment.isEmpty, let names = trimmed.firstMatch(of: /^(?:indirect )?case ([\w, `]+)/)?.1,
                let type = enums.last(where: { $0.indent < indent })
            {
                for name in names.split(whereSeparator: { ", `".contains($0) }) {
                    comments[String(name), default: [:]][type.name] = comment.joined(separator: " ")
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
        line.firstMatch(of: /^case \.(\w+)/).map { String($0.1) }
    }

    /// What is said about a case, of the enum that a declaration names where several have one of this name; empty where that
    /// is not certain.
    func comment(on name: String, near declaration: String) -> String {
        let found = comments[name] ?? [:]
        if found.count == 1, let only = found.first { return only.value }
        let named = found.filter { declaration.contains($0.key) }
        return named.count == 1 ? named.first?.value ?? "" : ""
    }

    /// What is said about the case that a declaration has its name of.
    func comment(onDeclaration line: String) -> String {
        guard let name = line.firstMatch(of: /static (?:func|let) (\w+)/)?.1 else { return "" }
        return comment(on: String(name), near: line)
    }
}
