import Foundation

/// The arguments of the program.
struct Arguments {
    private(set) var effort = Effort.full
    private var only: String?
    /// A session to play, in place of everything else.
    private(set) var trace: String?

    static let comparison = "comparison with other designs"
    static let help = """
        usage: targets [--quick] [--only TEXT]
               targets --trace FILE

        Measures every target in one run and prints a Markdown table, and a second table that compares other designs. A missed
        target does not change the exit code; it is 1 only if a measurement was incorrect.

          --quick        a tenth of the events and three rounds: checks that everything runs, not its speed
          --only TEXT    only the rows whose titles contain the text; "comparison" is the second table
          --trace FILE   plays an editing session (josephg/editing-traces) in each way, once, also with undo and redo; the
                         exit code is 1 if any text differs
          --help         shows this help
        """

    /// - Returns: The arguments, or nil if help is requested.
    init?(_ arguments: ArraySlice<String>) throws {
        var arguments = arguments
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h": return nil
            case "--quick": effort = .quick
            case "--only":
                guard let text = arguments.popFirst() else { throw UsageError(description: "--only needs a text.") }
                only = text
            case "--trace":
                guard let file = arguments.popFirst() else { throw UsageError(description: "--trace needs a file.") }
                trace = file
            default: throw UsageError(description: "\(argument) is unknown; see targets --help.")
            }
        }
    }

    func wants(_ title: String) -> Bool { only.map { title.localizedCaseInsensitiveContains($0) } ?? true }
}

/// The error of invalid arguments.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}
