/// An error that knows how the program is to end. Its description is what the user reads.
package protocol ProgramError: Error, CustomStringConvertible {
    var exitCode: ExitCode { get }
}

extension ProgramError {
    package var exitCode: ExitCode { .failed }
}

/// Arguments that a program does not understand.
package enum UsageError: ProgramError, Equatable {
    /// A program was started without a verb.
    case missingVerb(known: [String])
    /// The first argument is no verb of the program.
    case unknownVerb(String, nearest: String?, known: [String])
    /// An argument begins with a dash, and no verb has such an option.
    case unknownOption(String, nearest: String?)
    /// Another verb has the option.
    case foreignOption(String, verb: String, owners: [String])
    /// An option that takes a value stands last.
    case missingValue(option: String, placeholder: String)
    /// A value was given to an option that takes none.
    case unexpectedValue(option: String)
    /// An option stands twice.
    case repeatedOption(String)
    /// An argument that is needed was not given.
    case missingPositional(String)
    /// There are more arguments than the verb takes: a text without quotes, most often.
    case unexpectedArgument(String)
    /// A value is no number, no day, or none of the words that are allowed.
    case invalidValue(String, of: String, expected: String)
    /// Two options cannot be given together.
    case conflict(String, String, reason: String)
    /// An argument or a variable of the environment contains bytes that are not UTF-8. The text is shown with replaced bytes.
    case notUTF8(String, shown: String)

    package var exitCode: ExitCode { .usage }

    package var description: String {
        switch self {
        case .missingVerb(let known):
            "say what to do: \(known.joined(separator: ", "))"
        case .unknownVerb(let verb, let nearest?, _):
            "there is no '\(verb.escaped())'; did you mean '\(nearest)'?"
        case .unknownVerb(let verb, nil, let known) where known.count <= 8:
            "there is no '\(verb.escaped())'; there is: \(known.joined(separator: ", "))"
        case .unknownVerb(let verb, nil, _):
            "there is no '\(verb.escaped())'"
        case .unknownOption(let option, let nearest?):
            "unknown option \(option.escaped()); did you mean \(nearest)?"
        case .unknownOption(let option, nil):
            "unknown option \(option.escaped())"
        case .foreignOption(let option, let verb, let owners):
            "\(option) is an option of \(owners.joined(separator: ", ")), not of \(verb)"
        case .missingValue(let option, let placeholder):
            "\(option) needs a value: \(option) \(placeholder)"
        case .unexpectedValue(let option):
            "\(option) takes no value; leave out what follows the '='"
        case .repeatedOption(let option):
            "\(option) was given more than once; give it once"
        case .missingPositional(let name):
            "\(name) is missing"
        case .unexpectedArgument(let argument):
            "'\(argument.escaped())' is one argument too many; put quotes around a text that has spaces"
        case .invalidValue(let value, let name, let expected):
            "'\(value.escaped())' does not fit \(name); it must be \(expected)"
        case .notUTF8(let subject, let shown):
            "\(subject) is not UTF-8: \(shown.escaped()). It would name another file. Rename the file, or set a UTF-8 locale."
        case .conflict(let one, let other, let reason):
            "\(one) and \(other) exclude each other: \(reason); give one of them"
        }
    }
}

/// A file, or standard input, that could not be read.
package struct InputError: ProgramError, Equatable {
    package var path: String
    package var reason: String

    package var description: String {
        path == "-" ? "cannot read standard input: \(reason)" : "cannot read \(path.escaped()): \(reason)"
    }
}

/// A stream that does not take what the program writes, a full disk for example.
package struct OutputError: ProgramError, Equatable {
    package var stream: String
    package var reason: String

    package var description: String { "cannot write to \(stream): \(reason)" }
}

/// The reader of the output has gone, as `head` does when it has enough. No message: it is not an error of anyone.
package struct BrokenPipe: Error {}

/// A verb ends with this code, and has already said why.
package struct Ended: Error {
    package let exitCode: ExitCode

    package init(_ exitCode: ExitCode) { self.exitCode = exitCode }
}

/// How a program ended, as the shell sees it.
package enum ExitCode: Int32, Sendable {
    /// Everything that was asked for was done.
    case ok = 0
    /// It could not be done, or a check did not hold.
    case failed = 1
    /// The arguments were not understood; nothing was done.
    case usage = 2
    /// A tool that checks something could not read it.
    case unreadable = 3
    /// Ctrl-C ended it.
    case interrupted = 130
    /// Another process asked it to end, with SIGTERM.
    case terminated = 143
}
