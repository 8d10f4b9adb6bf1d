extension Program {
    /// The help of one verb, or of the whole program.
    package func help(for verb: Verb?) -> String {
        if let verb = verb ?? onlyVerb { help(of: verb) } else { help }
    }

    /// The help of the verbs that begin with this word.
    package func help(forVerbsIn group: String) -> String {
        var text = "Usage: \(name) VERB [OPTIONS]\n"
        text += Self.section("Verbs", verbs(in: group).map { ($0.name, $0.summary) })
        text += "\n'\(name) VERB --help' tells more about one of them.\n"
        return text
    }

    /// The verb of a program that does one thing, which need not be named.
    private var onlyVerb: Verb? { verbs.count == 1 ? defaultVerb : nil }

    private var help: String {
        var text = "\(summary)\n\nUsage: \(name) VERB [OPTIONS]\n"
        text += Self.section("Verbs", verbs.map { ($0.name, $0.summary) })
        text += Self.section("Options", Self.rows(of: options) + Self.standardRows)
        text += "\n'\(name) VERB --help' tells more about one of them.\n"
        return text
    }

    private func help(of verb: Verb) -> String {
        let title = onlyVerb == nil ? "\(name) \(verb.name)" : name
        var usage = title
        for option in verb.options { usage += " [\(Self.form(of: option))]" }
        for positional in verb.positionals {
            switch positional.presence {
            case .required: usage += " \(positional.name)"
            case .optional: usage += " [\(positional.name)]"
            case .repeated: usage += " [\(positional.name) ...]"
            }
        }
        var text = "\(title): \(verb.summary)\n\nUsage: \(usage)\n"
        text += Self.section("Arguments", verb.positionals.map { ($0.name, $0.summary) })
        text += Self.section("Options", Self.rows(of: verb.options + options) + Self.standardRows)
        if !verb.discussion.isEmpty { text += "\n\(verb.discussion)\n" }
        return text
    }

    private static let standardRows = [
        (name: "-h, --help", summary: "show this help"),
        (name: "--version", summary: "show the version"),
    ]

    private static func form(of option: Option) -> String {
        switch option.kind {
        case .flag: option.name
        case .value(let placeholder): "\(option.name) \(placeholder)"
        case .repeated(let placeholder): "\(option.name) \(placeholder) ..."
        }
    }

    private static func rows(of options: [Option]) -> [(name: String, summary: String)] {
        options.map { (form(of: $0), $0.summary) }
    }

    private static func section(_ title: String, _ rows: [(name: String, summary: String)]) -> String {
        guard let width = rows.map(\.name.count).max() else { return "" }
        let lines = rows.map { row in
            "  \(row.name)\(String(repeating: " ", count: width - row.name.count))  \(row.summary)\n"
        }
        return "\n\(title):\n\(lines.joined())"
    }
}
