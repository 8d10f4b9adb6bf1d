import ReactorTerminal

/// `weightlog list`.
enum ListVerb {
    static let verb = Verb(
        "list", "show the log, oldest first",
        discussion: """
            The first column is the number for 'edit' and 'delete'. With --server, the list is fetched from the server first;
            without it, the list shows the local log, and 'weightlog sync' fetches the rest.
            """,
        options: [Declared.json, Declared.last, Declared.unit] + Declared.serverOptions
    ) { console in
        let last = try console.arguments.last()
        let unit = try console.arguments.unit() ?? .kilograms
        if console.arguments.has(Declared.server) { try await ask(console) }
        let entries = try console.weights().entries
        let shown = last.map { Array(entries.suffix($0)) } ?? entries
        if console.arguments.has(Declared.json) {
            try console.output.write(ListJSON(entries: shown).text)
        } else if shown.isEmpty {
            try console.output.line(emptyLog)
        } else {
            try console.output.write(ListPage(entries: shown, unit: unit).text)
        }
    }

    /// Pushes the waiting changes and fetches the records of the server; if it cannot be reached, the local records
    /// are shown anyway.
    private static func ask(_ console: Console) async throws {
        try await Session.use(console, .short) { session in
            do {
                try await session.deliver(console)
                if await session.standing.queued.isEmpty { try await session.fetch(console) }
            } catch let error as ServerError {
                try console.note("\(error)")
            }
        }
    }

    static let emptyLog = "No weights yet. Type 'weightlog log 81.4' to log the first one."
}

/// The log for other programs: an array with an object for each weight.
struct ListJSON {
    let entries: [WeightEntry]

    var text: String {
        guard !entries.isEmpty else { return "[]\n" }
        // Everything in it is a number or plain ASCII, so nothing needs escaping.
        let rows = entries.map { entry in
            "  {\"id\": \(entry.id), \"date\": \"\(entry.day)\", "
                + "\"kilograms\": \(entry.weight.text(in: .kilograms)), \"status\": \"\(entry.status.rawValue)\"}"
        }
        return "[\n\(rows.joined(separator: ",\n"))\n]\n"
    }
}

/// The log as a table to read.
struct ListPage {
    let entries: [WeightEntry]
    let unit: WeightUnit

    var text: String {
        let numbers = entries.map { String($0.id) }
        let weights = aligned(entries.map { $0.weight.text(in: unit) })
        let numberWidth = max(6, numbers.map(\.count).max() ?? 0)
        let weightWidth = max(6, weights.map(\.count).max() ?? 0)
        var text = "\(padded("number", to: numberWidth))  date        \(padded("weight", to: weightWidth))     status\n"
        for (index, entry) in entries.enumerated() {
            text += "\(padded(numbers[index], to: numberWidth))  \(entry.day)  "
            text += "\(padded(weights[index], to: weightWidth)) \(unit.rawValue)  \(entry.status.rawValue)\n"
        }
        return text
    }

    /// With spaces for the decimals that other numbers have in addition, so that the decimal points are aligned.
    private func aligned(_ weights: [String]) -> [String] {
        let most = weights.map(ListPage.decimals).max() ?? 0
        return weights.map { $0 + String(repeating: " ", count: most - ListPage.decimals($0)) }
    }

    private static func decimals(_ text: String) -> Int {
        text.reversed().prefix { $0 != "." }.count
    }

    private func padded(_ text: String, to width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
