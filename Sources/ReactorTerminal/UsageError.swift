/// The error of invalid arguments.
package enum UsageError: ProgramError, Equatable {
    /// The subcommand is missing.
    case missingVerb(known: [String])
    /// The first argument is not a subcommand.
    case unknownVerb(String, nearest: String?, known: [String])
    /// No subcommand has this option.
    case unknownOption(String, nearest: String?)
    /// Another subcommand has the option.
    case foreignOption(String, verb: String, owners: [String])
    /// The value of an option is missing.
    case missingValue(option: String, placeholder: String)
    /// An option without a value has one.
    case unexpectedValue(option: String)
    /// An option is repeated.
    case repeatedOption(String)
    /// A required argument is missing.
    case missingPositional(String)
    /// There are too many arguments, most often because a text has no quotes.
    case unexpectedArgument(String)
    /// A value has the wrong form.
    case invalidValue(String, of: String, expected: String)
    /// Two options cannot be given together.
    case conflict(String, String, reason: String)
    /// An argument or a variable of the environment contains bytes that are not UTF-8. The text is shown with replaced bytes.
    case notUTF8(String, shown: String)

    package var exitCode: ExitCode { .usage }

    package var description: String {
        switch self {
        case .missingVerb(let known):
            "a subcommand is missing; use one of: \(known.joined(separator: ", "))"
        case .unknownVerb(let verb, let nearest?, _):
            "there is no subcommand '\(verb.escaped())'; did you mean '\(nearest)'?"
        case .unknownVerb(let verb, nil, let known) where known.count <= 8:
            "there is no subcommand '\(verb.escaped())'; use one of: \(known.joined(separator: ", "))"
        case .unknownVerb(let verb, nil, _):
            "there is no subcommand '\(verb.escaped())'; see --help"
        case .unknownOption(let option, let nearest?):
            "unknown option \(option.escaped()); did you mean \(nearest)?"
        case .unknownOption(let option, nil):
            "unknown option \(option.escaped())"
        case .foreignOption(let option, let verb, let owners):
            "\(option) is an option of \(owners.joined(separator: ", ")), not of \(verb)"
        case .missingValue(let option, let placeholder):
            "\(option) needs a value: \(option) \(placeholder)"
        case .unexpectedValue(let option):
            "\(option) does not take a value; remove the part after '='"
        case .repeatedOption(let option):
            "\(option) is repeated; use it once"
        case .missingPositional(let name):
            "\(name) is missing"
        case .unexpectedArgument(let argument):
            "'\(argument.escaped())' is one argument too many; put quotes around a text with spaces"
        case .invalidValue(let value, let name, let expected):
            "'\(value.escaped())' is not valid for \(name); use \(expected)"
        case .notUTF8(let subject, let shown):
            "\(subject) is not UTF-8: \(shown.escaped()). It would name another file. Rename the file, or set a UTF-8 locale."
        case .conflict(let one, let other, let reason):
            "\(one) and \(other) cannot be combined: \(reason); use one of them"
        }
    }
}
