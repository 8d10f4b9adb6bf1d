import Terminal

/// `weightlog log`.
enum LogVerb {
    static let verb = Verb(
        "log", "log a weight, today's unless --on says otherwise",
        discussion: """
            A day may have several weights. Weights are 20 to 500 kg; a comma may stand for the decimal point.

              weightlog log 81.4
              weightlog log 179,5 --unit lb --on 2026-01-02
            """,
        positionals: [Declared.weight], options: [Declared.day, Declared.unit] + Declared.serverOptions
    ) { console in
        let today = Day.today()
        let arguments = console.arguments
        let unit = try arguments.unit() ?? .kilograms
        let weight = try Weight(parsing: try arguments.value(of: Declared.weight), unit: unit)
        let reading = Reading(day: try arguments.day(today: today) ?? today, weight: weight)

        try await Session.change(console) { session in
            let record = WeightRecord(id: await session.book.nextID, reading: reading)
            try await session.make(.add([record]))
            try console.output.line("Logged \(record.phrase(in: unit)).")
            try console.noteFuture([record], today: today)
        }
    }
}
