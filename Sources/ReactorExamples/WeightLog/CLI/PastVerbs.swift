import ReactorRecording
import ReactorTerminal

/// What was done, in the words of who did it: `weightlog history`, `undo`, `redo`, `restore`, and `--at`.
enum PastVerbs {
    static let at = Option.value("at", "WHEN", "as it was then: a day, a time, or a number from 'weightlog history'")
    private static let number = Positional("NUMBER", "its number from 'weightlog history'")

    static let all = [
        Verb("history", "show what was logged, edited, deleted and imported, the newest first") { console in
            let folder = try DataFolder.ofLog(named: console.arguments)
            for line in try folder?.past?.lines ?? ["Nothing was done yet."] { try console.output.line(line) }
        },
        restoring("undo", "Undone", "undo what was done last; asked for again, what was done before that") {
            past, _, counts in
            try past.undo(where: counts)
        },
        restoring("redo", "Done again", "do again what was undone last") { past, _, counts in
            try past.redo(where: counts)
        },
        restoring("restore", "Put back", "put back what one thing changed, whenever it was", [number]) {
            past, arguments, counts in
            let text = try arguments.value(of: number)
            guard let number = UInt64(text) else {
                throw UsageError.invalidValue(text, of: "NUMBER", expected: "a number from 'weightlog history'")
            }
            return try past.restore(number, where: counts)
        },
    ]

    /// A verb that puts something back; what a server has is changed there too.
    private static func restoring(
        _ name: String, _ done: String, _ summary: String, _ positionals: [Positional] = [],
        choose: @escaping @Sendable (Past<Weights>, Arguments, (Restored<Weights>) -> Bool) throws -> Restored<Weights>?
    ) -> Verb {
        Verb(
            name, summary, discussion: "What a server has is changed there too. What another device did stays.",
            positionals: positionals, options: Declared.serverOptions
        ) { console in
            try await Session.change(console) { session in
                let words = try await session.restore { try choose($0, console.arguments, $1) }
                try console.output.line(words.map { "\(done): \($0)." } ?? "There is nothing to \(name).")
            }
        }
    }
}

extension DataFolder {
    /// What was done to the log, nil where there is none.
    var past: Past<Weights>? {
        get throws {
            do throws(ReplayError) {
                return try Past(of: path, catalog: Weights.catalog)
            } catch  where error.journal?.kind == .notJournal {
                return nil
            } catch {
                throw StoreError.from(error)
            }
        }
    }
}

extension PastError: ProgramError {
    package var exitCode: ExitCode { isMistyped ? .usage : .failed }
}

extension Change {
    /// What a person did with it.
    var words: String {
        switch self {
        case .add(let records) where records.count == 1: "logged \(records[0].phrase())"
        case .add(let records): "imported \(records.count.counted("weight"))"
        case .update(let record): "corrected number \(record.id) to \(record.reading.weight) on \(record.reading.day)"
        case .delete(let record): "deleted number \(record.id), \(record.reading.weight) on \(record.reading.day)"
        }
    }
}
