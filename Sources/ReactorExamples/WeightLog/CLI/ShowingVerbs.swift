import Terminal

/// `weightlog list`.
enum ListVerb {
    static let verb = Verb(
        "list", "show the log, oldest first",
        discussion: """
            The number of a weight is what 'edit' and 'delete' take. With --server, the server is asked first; otherwise what is
            shown is what is here, and 'weightlog sync' brings the rest.
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

    /// Pushes what waits and brings what the server has; where it cannot be had, what is here is shown all the same.
    private static func ask(_ console: Console) async throws {
        try await Session.use(console, .short) { session in
            do {
                try await session.deliver(console)
                if await session.standing.queued == 0 { try await session.fetch(console) }
            } catch let error as ServerError {
                try console.note("\(error)")
            }
        }
    }

    static let emptyLog = "No weights yet. Type 'weightlog log 81.4' to log the first one."
}
