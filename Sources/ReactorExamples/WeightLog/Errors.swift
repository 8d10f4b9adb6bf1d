import ReactorTerminal

/// An argument that is not the number of a record.
enum SelectionError: ProgramError, Equatable {
    case notANumber(String)
    case noSuchNumber(String)

    var exitCode: ExitCode {
        if case .notANumber = self { .usage } else { .failed }
    }

    var description: String {
        switch self {
        case .notANumber(let text): "'\(text.excerpt)' is not a number from 'weightlog list'"
        case .noSuchNumber(let id):
            "there is no weight with number \(id.excerpt); 'weightlog list' shows the numbers"
        }
    }
}

/// A file with invalid rows, or without a usable table.
enum ImportError: ProgramError, Equatable {
    case table(path: String, TableError)
    case badRows(path: String, Int, of: Int)

    var description: String {
        switch self {
        case .table(let path, let error): "\(path.inputName): \(error.description)"
        case .badRows(let path, let count, let rows):
            "\(path.inputName): skipped \(count.counted("invalid row")) of \(rows.grouped)"
        }
    }
}

/// An error of the demo: its log differs from the records of the service.
enum StoryError: ProgramError, Equatable {
    case differs

    var description: String { "the log differs from the service" }
}
