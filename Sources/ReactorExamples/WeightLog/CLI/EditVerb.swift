import Terminal

/// `weightlog edit`.
enum EditVerb {
    static let verb = Verb(
        "edit", "correct a weight, its day, or both",
        discussion: """
            A date names a weight when it is the only one of its day.

              weightlog edit 3 81.2
              weightlog edit 2026-01-02 --on 2026-01-03
            """,
        positionals: [Declared.record, Declared.newWeight],
        options: [Declared.day, Declared.unit] + Declared.serverOptions
    ) { console in
        let today = Day.today()
        let arguments = console.arguments
        let unit = try arguments.unit() ?? .kilograms
        let weight = try arguments[Declared.newWeight].map { text in try Weight(parsing: text, unit: unit) }
        let day = try arguments.day(today: today)
        guard weight != nil || day != nil else { throw UsageError.missingPositional("WEIGHT or --on DATE") }
        let selection = Selection(text: try arguments.value(of: Declared.record), verb: "edit")

        try await Session.change(console) { session in
            let book = await session.book
            let old = try selection.record(in: book, today: today)
            let new = old.corrected(to: Reading(day: day ?? old.reading.day, weight: weight ?? old.reading.weight))
            guard new.reading != old.reading else {
                try console.output.line("Number \(old.id) is \(old.reading.weight) on \(old.reading.day) already.")
                return
            }
            try await session.make(.update(new))
            try console.output.line(
                "Number \(old.id) is now \(new.reading.weight) on \(new.reading.day); "
                    + "it was \(old.reading.weight) on \(old.reading.day).")
            try console.noteFuture([new], today: today)
        }
    }
}
