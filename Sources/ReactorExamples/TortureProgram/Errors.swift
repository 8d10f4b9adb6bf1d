import ExampleTorture
import ReactorTerminal

/// A file that is no history.
struct HistoryFileError: ProgramError, Equatable {
    let path: String
    let error: TortureError

    var description: String { "\(path.inputName), \(error)" }
}

/// A history that is no text.
struct NoTextError: ProgramError, Equatable {
    let path: String

    var description: String { "\(path.inputName) is no text in UTF-8; give a file with one step a line" }
}

/// A limit for a program where no program is judged.
struct TimeoutWithoutClient: ProgramError, Equatable {
    var exitCode: ExitCode { .usage }

    var description: String { "--timeout is how long a program may take; name the program with --client" }
}
