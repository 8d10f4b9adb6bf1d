import Terminal

/// `weightlog list`.
enum ListVerb {
    static let verb = Verb(
        "list", "show the log, oldest first",
        discussion: "The number of a weight is what 'edit' and 'delete' take.",
        options: [Declared.json, Declared.last, Declared.unit]
    ) { console in
        let last = try console.arguments.last()
        let unit = try console.arguments.unit() ?? .kilograms
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

    static let emptyLog = "No weights yet. Type 'weightlog log 81.4' to log the first one."
}
