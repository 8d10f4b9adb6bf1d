extension Program {
    /// Returns the help of one subcommand, or of the whole program.
    ///
    /// - Parameter width: The largest number of columns in a line.
    package func help(for verb: Verb?, width: Int = 80) -> String {
        if let verb = verb ?? onlyVerb { help(of: verb, width) } else { help(width) }
    }

    /// Returns the help of the subcommands that begin with this word.
    package func help(forVerbsIn group: String, width: Int = 80) -> String {
        var text = "Usage: \(name) \(group) SUBCOMMAND [OPTIONS]\n"
        text += Self.section("Subcommands", verbs(in: group).map { ($0.name, $0.summary) }, width)
        text += "\n'\(name) \(group) SUBCOMMAND --help' describes one of them.\n"
        return text
    }

    /// The subcommand of a program with only one, which needs no name.
    var onlyVerb: Verb? { verbs.count == 1 ? defaultVerb : nil }

    private func help(_ width: Int) -> String {
        var text = "\(summary.wrapped(to: width))\n\nUsage: \(name) SUBCOMMAND [OPTIONS]\n"
        text += Self.section("Subcommands", verbs.map { ($0.name, $0.summary) }, width)
        text += Self.section("Options", Self.rows(of: options) + Self.standardRows, width)
        text += "\n'\(name) SUBCOMMAND --help' describes one of them.\n"
        return text
    }

    private func help(of verb: Verb, _ width: Int) -> String {
        let title = onlyVerb == nil ? "\(name) \(verb.name)" : name
        // An option and its placeholder are not separated at the end of a line.
        var usage = "Usage: \(title)".replacing(" ", with: "\u{A0}")
        for option in verb.options { usage += " [\(Self.form(of: option).replacing(" ", with: "\u{A0}"))]" }
        for positional in verb.positionals {
            switch positional.presence {
            case .required: usage += " \(positional.name)"
            case .optional: usage += " [\(positional.name)]"
            case .repeated, .rest: usage += " [\(positional.name)\u{A0}...]"
            }
        }
        usage = usage.wrapped(to: width, indent: 4).replacing("\u{A0}", with: " ")
        var text = "\("\(title): \(verb.summary)".wrapped(to: width))\n\n\(usage)\n"
        text += Self.section("Arguments", verb.positionals.map { ($0.name, $0.summary) }, width)
        text += Self.section("Options", Self.rows(of: verb.options + options) + Self.standardRows, width)
        if !verb.discussion.isEmpty { text += "\n\(Self.paragraphs(verb.discussion, width))\n" }
        return text
    }

    /// Wraps text. Lines that begin with a space are examples, and stay unchanged.
    private static func paragraphs(_ text: String, _ width: Int) -> String {
        var lines: [String] = []
        var paragraph: [Substring] = []
        func finish() {
            if !paragraph.isEmpty { lines.append(paragraph.joined(separator: " ").wrapped(to: width)) }
            paragraph = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty || line.hasPrefix(" ") {
                finish()
                lines.append(String(line))
            } else {
                paragraph.append(line)
            }
        }
        finish()
        return lines.joined(separator: "\n")
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

    private static func section(_ title: String, _ rows: [(name: String, summary: String)], _ width: Int) -> String {
        guard let names = rows.map(\.name.count).max() else { return "" }
        let lines = rows.map { row in
            // A narrow window has no room next to long names.
            guard names + 24 <= width else {
                return "  \(row.name)\n      \(row.summary.wrapped(to: width - 6).indented(by: 6))\n"
            }
            let space = String(repeating: " ", count: names - row.name.count)
            return "  \(row.name)\(space)  \(row.summary.wrapped(to: width - names - 4).indented(by: names + 4))\n"
        }
        return "\n\(title):\n\(lines.joined())"
    }
}

extension String {
    /// Returns the text in lines of at most this many columns, broken between words. Lines after the first are indented.
    package func wrapped(to width: Int, indent: Int = 0) -> String {
        var lines = [""]
        for word in split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(repeating: " ", count: indent) + word)
            }
        }
        return lines.joined(separator: "\n")
    }

    fileprivate func indented(by columns: Int) -> String {
        replacing("\n", with: "\n" + String(repeating: " ", count: columns))
    }
}

extension String {
    /// Returns the most similar candidate, of which at most a third differs.
    package func nearest(in candidates: [String]) -> String? {
        let ranked = candidates.map { (name: $0, distance: distance(to: $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, Swift.max(count, best.name.count) / 3) ? best.name : nil
    }

    /// Returns the number of insertions, deletions, replacements and swaps of neighbors between two texts.
    func distance(to other: String) -> Int {
        let (source, target) = (Array(self), Array(other))
        var before: [Int] = []
        var row = Array(0...target.count)
        for line in source.indices {
            var next = [line + 1]
            for column in target.indices {
                let replaced = row[column] + (source[line] == target[column] ? 0 : 1)
                var least = Swift.min(replaced, row[column + 1] + 1, next[column] + 1)
                if line > 0, column > 0, source[line] == target[column - 1], source[line - 1] == target[column] {
                    least = Swift.min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[target.count]
    }
}
