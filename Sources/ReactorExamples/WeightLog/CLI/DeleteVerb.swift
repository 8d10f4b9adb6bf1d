import Terminal

/// `weightlog delete`.
enum DeleteVerb {
    static let verb = Verb(
        "delete", "take a weight out of the log",
        discussion: "A date names a weight when it is the only one of its day.",
        positionals: [Declared.record], options: Declared.serverOptions
    ) { console in
        let selection = Selection(text: try console.arguments.value(of: Declared.record), verb: "delete")
        try await Session.change(console) { session in
            let book = await session.book
            let record = try selection.record(in: book, today: .today())
            try await session.make(.delete(record))
            let reading = record.reading
            try console.output.line(
                "Deleted number \(record.id). To have it back: "
                    + "weightlog log \(reading.weight.text(in: .kilograms)) --on \(reading.day)")
        }
    }
}
