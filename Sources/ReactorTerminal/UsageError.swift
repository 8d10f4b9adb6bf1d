/// The error of invalid arguments.
package struct UsageError: ProgramError, Equatable {
    package let description: String

    package var exitCode: ExitCode { .usage }

    private init(_ description: String) { self.description = description }

    /// The subcommand is missing.
    package static func missingVerb(known: [String]) -> UsageError {
        UsageError("a subcommand is missing; use one of: \(known.joined(separator: ", "))")
    }

    /// The first argument is not a subcommand.
    static func unknownVerb(_ verb: String, nearest: String?, known: [String]) -> UsageError {
        if let nearest {
            return UsageError("there is no subcommand '\(verb.escaped())'; did you mean '\(nearest)'?")
        }
        if known.count <= 8 {
            return UsageError(
                "there is no subcommand '\(verb.escaped())'; use one of: \(known.joined(separator: ", "))")
        }
        return UsageError("there is no subcommand '\(verb.escaped())'; see --help")
    }

    /// No subcommand has this option.
    static func unknownOption(_ option: String, nearest: String?) -> UsageError {
        if let nearest { return UsageError("unknown option \(option.escaped()); did you mean \(nearest)?") }
        return UsageError("unknown option \(option.escaped())")
    }

    /// Another subcommand has the option.
    static func foreignOption(_ option: String, verb: String, owners: [String]) -> UsageError {
        UsageError("\(option) is an option of \(owners.joined(separator: ", ")), not of \(verb)")
    }

    /// The value of an option is missing.
    static func missingValue(option: String, placeholder: String) -> UsageError {
        UsageError("\(option) needs a value: \(option) \(placeholder)")
    }

    /// An option without a value has one.
    static func unexpectedValue(option: String) -> UsageError {
        UsageError("\(option) does not take a value; remove the part after '='")
    }

    /// An option is repeated.
    static func repeatedOption(_ option: String) -> UsageError { UsageError("\(option) is repeated; use it once") }

    /// A required argument is missing.
    package static func missingPositional(_ name: String) -> UsageError { UsageError("\(name) is missing") }

    /// There are too many arguments, most often because a text has no quotes.
    package static func unexpectedArgument(_ argument: String) -> UsageError {
        UsageError("'\(argument.escaped())' is one argument too many; put quotes around a text with spaces")
    }

    /// A value has the wrong form.
    package static func invalidValue(_ value: String, of name: String, expected: String) -> UsageError {
        UsageError("'\(value.escaped())' is not valid for \(name); use \(expected)")
    }

    /// Two options cannot be given together.
    package static func conflict(_ one: String, _ other: String, reason: String) -> UsageError {
        UsageError("\(one) and \(other) cannot be combined: \(reason); use one of them")
    }

    /// An argument or a variable of the environment contains bytes that are not UTF-8.
    ///
    /// - Parameter shown: The text with replaced bytes.
    static func notUTF8(_ subject: String, shown: String) -> UsageError {
        UsageError(
            "\(subject) is not UTF-8: \(shown.escaped()). It would name another file. Rename the file, or set a UTF-8 locale."
        )
    }
}
