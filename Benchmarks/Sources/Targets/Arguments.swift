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

        Measures every target in one run and prints them as a Markdown table, and a second table of the designs that
        people would otherwise pick. A miss is part of the table; the exit code is 1 only when something was not done right.

          --quick        a tenth of the events and three rounds: shows that everything runs, not how fast
          --only TEXT    the rows whose titles contain the text; "comparison" is the second table
          --trace FILE   plays an editing session (josephg/editing-traces) in each way, once, with a history too, and ends
                         with 1 if any comes to another text
          --help         this
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

/// The program was called in a way it does not understand.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}
