import Torture

/// A file that does not contain a history.
struct HistoryFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path == "-" ? "standard input" : path)\(reason)" }
}
