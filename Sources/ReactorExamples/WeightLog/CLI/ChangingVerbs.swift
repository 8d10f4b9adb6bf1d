import ReactorTerminal

/// The subcommand `weightlog log`.
enum LogVerb {
    static let verb = Verb(
        "log", "log a weight (default day: today)",
        discussion: """
            A day can have several weights. A weight is 20 to 500 kg. The decimal separator is a point or a comma.

              weightlog log 81.4
              weightlog log 81,4 --on 2026-01-02
            """,
        positionals: [Declared.weight], options: [Declared.day] + Declared.serverOptions
    ) { console in
        let arguments = console.arguments
        let weight = try Weight(parsing: try arguments.value(of: Declared.weight))
        let reading = Reading(day: try arguments.day() ?? .today(), weight: weight)

        try await Session.change(console) { session in
            let record = WeightRecord(id: await session.book.nextID, reading: reading)
            try await session.make(.add([record]))
            try console.output.line("Logged \(record.phrase).")
        }
    }
}

/// The subcommand `weightlog edit`.
enum EditVerb {
    static let verb = Verb(
        "edit", "correct a weight, its day, or both",
        discussion: """
              weightlog edit 3 81.2
              weightlog edit 3 --on 2026-01-03
            """,
        positionals: [Declared.record, Declared.newWeight],
        options: [Declared.day] + Declared.serverOptions
    ) { console in
        let arguments = console.arguments
        let weight = try arguments[Declared.newWeight].map { text in try Weight(parsing: text) }
        let day = try arguments.day()
        guard weight != nil || day != nil else { throw UsageError.missingPositional("WEIGHT or --on DATE") }
        let number = try arguments.value(of: Declared.record)

        try await Session.change(console) { session in
            let old = try await session.book.record(number)
            let new = old.corrected(to: Reading(day: day ?? old.reading.day, weight: weight ?? old.reading.weight))
            guard new.reading != old.reading else {
                try console.output.line("Number \(old.id) is \(old.reading.weight) on \(old.reading.day) already.")
                return
            }
            try await session.make(.update(new))
            try console.output.line(
                "Number \(old.id) is now \(new.reading.weight) on \(new.reading.day); "
                    + "it was \(old.reading.weight) on \(old.reading.day).")
        }
    }
}

/// The subcommand `weightlog delete`.
enum DeleteVerb {
    static let verb = Verb(
        "delete", "delete a weight", discussion: "'weightlog undo' restores the weight.",
        positionals: [Declared.record], options: Declared.serverOptions
    ) { console in
        let number = try console.arguments.value(of: Declared.record)
        try await Session.change(console) { session in
            let record = try await session.book.record(number)
            try await session.make(.delete(record))
            let reading = record.reading
            try console.output.line(
                "Deleted number \(record.id). To have it back: "
                    + "weightlog log \(reading.weight.text) --on \(reading.day)")
        }
    }
}

/// The subcommand `weightlog reset`.
enum ResetVerb {
    static let verb = Verb(
        "reset", "delete every weight",
        discussion: "'weightlog undo' restores the weights. To keep a copy: weightlog export > weights.csv",
        options: Declared.serverOptions
    ) { console in
        try await Session.change(console) { session in
            let count = await session.book.records.count
            guard count > 0 else {
                try console.output.line("There is nothing to delete.")
                return
            }
            try await session.erase()
            try console.output.line("Deleted \(count.counted("weight")).")
        }
    }
}

/// The subcommand `weightlog demo`, which is also the default subcommand.
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

extension WeightBook {
    /// Returns the record with the number in an argument.
    fileprivate func record(_ number: String) throws(SelectionError) -> WeightRecord {
        guard let id = Int(number) else { throw .notANumber(number) }
        guard let record = self[id] else { throw .noSuchNumber(number) }
        return record
    }
}

/// The subcommands `weightlog undo` and `weightlog redo`.
enum UndoVerbs {
    static let all = [
        verb(.undo, "Undone", "undo the last change; used again, the change before that"),
        verb(.redo, "Done again", "do again the change that was undone last"),
    ]

    private static func verb(_ direction: Weights.Direction, _ done: String, _ summary: String) -> Verb {
        Verb(
            direction.rawValue, summary,
            discussion:
                "The server is changed, too. A weight that another device has changed in the meantime is not undone.",
            options: Declared.serverOptions
        ) { console in
            try await Session.change(console) { session in
                let words = try await session.step(direction)
                try console.output.line(words.map { "\(done): \($0)." } ?? "There is nothing to \(direction.rawValue).")
            }
        }
    }
}
