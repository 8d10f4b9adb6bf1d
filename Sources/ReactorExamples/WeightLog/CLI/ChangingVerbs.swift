import ReactorTerminal

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

/// `weightlog reset`.
enum ResetVerb {
    static let verb = Verb(
        "reset", "delete every weight, after asking",
        discussion: "'weightlog undo' brings them back, and 'weightlog export > weights.csv' keeps a copy.",
        options: [Declared.yes] + Declared.serverOptions
    ) { console in
        try await Session.change(console) { session in
            let count = await session.book.records.count
            guard count > 0 else {
                try console.output.line("There is nothing to delete.")
                return
            }
            if !console.arguments.has(Declared.yes) {
                let path = console.errors.screen.shown(session.place)
                try console.errors.write(
                    "Delete \(count == 1 ? "the weight" : "all \(count.counted("weight"))") in \(path)? [y/N] ")
                guard try Answer.read().isYes else { throw ResetError.notConfirmed }
            }
            try await session.erase()
            try console.output.line("Deleted \(count.counted("weight")).")
        }
    }
}

/// `weightlog demo`, which is also `weightlog` alone.
enum DemoVerb {
    static let verb = Verb(
        "demo", "show the story of optimistic logging; the same as no arguments",
        discussion: """
            It takes a few seconds, and touches no network and no file but a recording that was asked for. The service is
            inside this process; the seed decides which changes it refuses and in which order it answers. The same seed
            shows the same story. To look at what happened in a browser:

              weightlog demo --record story
              weightlog journal inspect story -o story.html
            """,
        options: [Declared.seed, Declared.failures, Declared.recordTo]
    ) { console in
        let expected = "a whole number from 0 on"
        let seed = try console.arguments.value(of: Declared.seed, as: UInt64.self, expected: expected) ?? 1
        let failures = try console.arguments.failures() ?? StoryPlan.usualFailures
        try await Story(
            plan: StoryPlan(seed: seed, failures: failures), output: console.output,
            recording: console.arguments[Declared.recordTo]
        ).play()
    }
}

/// A record that a person names by its number or by its date.
struct Selection {
    let text: String
    let verb: String

    /// The one record that is meant. A date with several weights names none of them.
    func record(in book: WeightBook, today: Day) throws -> WeightRecord {
        if text.utf8.allSatisfy({ (48...57).contains($0) }) {
            guard let id = Int(text), let record = book[id] else { throw SelectionError.noSuchNumber(text) }
            return record
        }
        guard text.contains("-") || ["today", "yesterday"].contains(text.lowercased()) else {
            throw SelectionError.notARecord(text)
        }
        let day = try Day(argument: text, today: today)
        let found = book.records.filter { $0.reading.day == day }
        guard let record = found.first else { throw SelectionError.nothingOnDay(day) }
        guard found.count == 1 else { throw SelectionError.severalOnDay(day, found, verb: verb) }
        return record
    }
}
