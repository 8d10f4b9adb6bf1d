import ReactorTerminal

/// A fault in a line of a script.
enum ScriptFault: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case tooMuch(String)
    case expected(String, found: String)

    var description: String {
        switch self {
        case .unknown(let name): "'\(name.escaped())' is nothing that can be done; 'patterns run --help' lists what can"
        case .tooMuch(let rest): "'\(rest.escaped())' is too much; end the line before it"
        case .expected(let form, let found): "'\(found.escaped())' does not fit; write: \(form)"
        }
    }
}

/// The error of an invalid script, which is reported before the first step.
struct ScriptError: ProgramError, Equatable {
    let path: String
    let line: Int
    let fault: ScriptFault

    var description: String {
        "\(path.inputName), line \(line): \(fault)"
    }
}

/// The error of a script that is not text.
struct NoTextError: ProgramError, Equatable {
    let path: String

    var description: String {
        "\(path.inputName) is no text in UTF-8; give a file with one step a line"
    }
}
