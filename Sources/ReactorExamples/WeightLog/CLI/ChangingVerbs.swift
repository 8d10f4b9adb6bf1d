import ReactorTerminal

/// `weightlog log`.
enum LogVerb {
    static let verb = Verb(
        "log", "log a weight (default day: today)",
        discussion: """
            A day can have several weights. A weight is 20 to 500 kg. The decimal separator is a point or a comma.

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
            You can use a date instead of a number if the day has a single weight.

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
        "delete", "delete a weight",
        discussion: "You can use a date instead of a number if the day has a single weight.",
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
        "reset", "delete every weight, after a confirmation",
        discussion: "'weightlog undo' restores the weights. To keep a copy: weightlog export > weights.csv",
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
        "demo", "play the demo of optimistic updates (default subcommand)",
        discussion: """
            The demo takes a few seconds. It uses no network, and no file except the recording of --record. The service is a
            part of this process; the seed decides the refused changes and the order of the responses.

            Inspect the demo in a browser:

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
