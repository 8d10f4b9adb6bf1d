import ReactorTerminal

/// The errors on the client side.
enum UploadError: ProgramError, Equatable {
    case noServer
    case unusableAddress(reason: String)
    case unusableToken(reason: String)
    case standardInput
    case unreadable(path: String, reason: String)
    case stateInUse(path: String)
    case unwritableState(path: String, reason: String)
    case damagedState(path: String)
    case incomplete(failures: Int, of: Int, wantsToken: Bool)

    var exitCode: ExitCode {
        switch self {
        case .noServer, .unusableAddress, .standardInput: .usage
        default: .failed
        }
    }

    var description: String {
        switch self {
        case .noServer: "--server is missing; say where the API is: --server https://api.example"
        case .unusableAddress(let reason): "--server: \(reason.escaped())"
        case .unusableToken(let reason): "SNAPSHOT_TOKEN: \(reason.escaped())"
        case .standardInput:
            "standard input cannot be uploaded, since an upload that is resumed reads it again; write it to a file first"
        case .unreadable(let path, let reason): "cannot read \(path.escaped()): \(reason)"
        case .stateInUse(let path):
            "another upload uses \(path.escaped()); wait for it, or give this one another file with --state"
        case .unwritableState(let path, let reason):
            "cannot write \(path.escaped()): \(reason); give another file with --state"
        case .damagedState(let path):
            "\(path.escaped()) is not a list of uploads; move it away to begin anew, or give another file with --state"
        case .incomplete(let failures, let count, let wantsToken):
            "\(failures.grouped) of \(count.counted("file")) not uploaded; "
                + (wantsToken ? "put the API's token into SNAPSHOT_TOKEN, and " : "") + "run the same again to go on"
        }
    }
}
