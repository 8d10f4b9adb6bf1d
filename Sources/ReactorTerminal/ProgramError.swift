/// An error with the exit code of the program. Its description is the message for the user.
package protocol ProgramError: Error, CustomStringConvertible {
    var exitCode: ExitCode { get }
}

extension ProgramError {
    package var exitCode: ExitCode { .failed }
}

/// The error of a file, or standard input, that cannot be read.
package struct InputError: ProgramError, Equatable {
    package var path: String
    package var reason: String

    package var description: String {
        path == "-" ? "cannot read standard input: \(reason)" : "cannot read \(path.escaped()): \(reason)"
    }
}

/// The error of an output that cannot be written, for example because the disk is full.
package struct OutputError: ProgramError, Equatable {
    package var stream: String
    package var reason: String

    package var description: String { "cannot write to \(stream): \(reason)" }
}

/// The error of a closed pipe, as after `head`. It has no message.
package struct BrokenPipe: Error {}

/// The end of a subcommand that has printed its message already.
package struct Ended: Error {
    package let exitCode: ExitCode

    package init(_ exitCode: ExitCode) { self.exitCode = exitCode }
}

package enum ExitCode: Int32, Sendable {
    case ok = 0
    /// A failure, or a check that failed.
    case failed = 1
    /// Invalid arguments. Nothing was done.
    case usage = 2
    /// The input of a check could not be read.
    case unreadable = 3
    /// Ctrl-C (SIGINT) ended the program.
    case interrupted = 130
    /// SIGTERM ended the program.
    case terminated = 143
}
