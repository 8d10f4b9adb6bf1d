import ReactorTerminal

/// The subcommand `weightlog list`.
enum ListVerb {
    static let verb = Verb(
        "list", "show the log, oldest first",
        discussion:
            "The first column is the number for 'edit' and 'delete'. 'weightlog sync' fetches the log from the server.",
        options: [Declared.json, Declared.last]
    ) { console in
        let last = try console.arguments.number(Declared.last)
        let entries = try console.weights().entries
        let shown = last.map { Array(entries.suffix($0)) } ?? entries
        if console.arguments.has(Declared.json) {
            try console.output.write(ListJSON(entries: shown).text)
        } else if shown.isEmpty {
            try console.output.line(emptyLog)
        } else {
            try console.output.write(ListPage(entries: shown).text)
        }
    }

    static let emptyLog = "No weights yet. Type 'weightlog log 81.4' to log the first one."
}

/// The log as JSON for other programs: an array with an object for each weight.
struct ListJSON {
    let entries: [WeightEntry]

    var text: String {
        guard !entries.isEmpty else { return "[]\n" }
        // The values are numbers and plain ASCII, so they do not require escaping.
        let rows = entries.map { entry in
            "  {\"id\": \(entry.id), \"date\": \"\(entry.day)\", "
                + "\"kilograms\": \(entry.weight.text), \"status\": \"\(entry.status.rawValue)\"}"
        }
        return "[\n\(rows.joined(separator: ",\n"))\n]\n"
    }
}

/// The log as a table for the terminal.
struct ListPage {
    let entries: [WeightEntry]

    var text: String {
        let numbers = entries.map { String($0.id) }
        let weights = entries.map(\.weight.text)
        let numberWidth = max(6, numbers.map(\.count).max() ?? 0)
        let weightWidth = max(6, weights.map(\.count).max() ?? 0)
        var text = "\(padded("number", to: numberWidth))  date        \(padded("weight", to: weightWidth))     status\n"
        for (index, entry) in entries.enumerated() {
            text += "\(padded(numbers[index], to: numberWidth))  \(entry.day)  "
            text += "\(padded(weights[index], to: weightWidth)) kg  \(entry.status.rawValue)\n"
        }
        return text
    }

    private func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
