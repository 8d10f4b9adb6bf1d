import ReactorTerminal

/// A record that a person named and that is not there, or not alone.
enum SelectionError: ProgramError, Equatable {
    case notARecord(String)
    case noSuchNumber(String)
    case nothingOnDay(Day)
    case severalOnDay(Day, [WeightRecord], verb: String)

    var exitCode: ExitCode {
        if case .notARecord = self { .usage } else { .failed }
    }

    var description: String {
        switch self {
        case .notARecord(let text):
            "'\(text.excerpt)' is neither a number from 'weightlog list' nor a date such as 2026-01-02"
        case .noSuchNumber(let id):
            "there is no weight with number \(id.excerpt); 'weightlog list' shows the numbers"
        case .nothingOnDay(let day):
            "there is no weight on \(day); 'weightlog list' shows the days"
        case .severalOnDay(let day, let records, let verb):
            "there are \(records.count.counted("weight")) on \(day); name one by its number: "
                + records.map { "'weightlog \(verb) \($0.id)' (\($0.reading.weight))" }.joined(separator: ", ")
        }
    }
}

/// A file of which something could not be imported.
enum ImportError: ProgramError, Equatable {
    case table(path: String, TableError)
    case badRows(path: String, Int, kept: Int)

    var description: String {
        switch self {
        case .table(let path, let error): "\(path.inputName): \(error.description)"
        case .badRows(let path, let count, let kept):
            "\(path.inputName): skipped \(count.counted("invalid row")); "
                + (kept == 0
                    ? "no other is there" : "the other \(kept == 1 ? "one is" : "\(kept.grouped) are") in the log")
        }
    }
}

/// A question that was not answered with yes.
enum ResetError: ProgramError, Equatable {
    case notConfirmed

    var description: String { "not confirmed; nothing was deleted" }
}

/// A story whose end is not the truth.
enum StoryError: ProgramError, Equatable {
    case differs

    var description: String { "the log differs from the service" }
}
