import ReactorRecording
import ReactorTerminal

/// A fault in the recording that stores the weights.
package enum StoreError: ProgramError, Equatable {
    case busyFolder(String, process: Int32)
    case notKept(reason: String)
    case journal(JournalError)
    case replay(ReplayError)
    case recordedBefore(String)

    /// Returns the error of this program for an error of a journal or of a replay, and any other error unchanged.
    package static func from(_ error: any Error) -> any Error {
        switch error {
        case let error as JournalError: StoreError(error)
        case let error as ReplayError: error.journal.map(StoreError.init) ?? StoreError.replay(error)
        default: error
        }
    }

    private init(_ error: JournalError) {
        if let folder = error.path, let process = error.process {
            self = .busyFolder(folder, process: process)
        } else if let reason = error.reason {
            self = .notKept(reason: reason)
        } else {
            self = .journal(error)
        }
    }

    /// The reason why the end of a journal cannot be written, or nil for another error.
    package var diskReason: String? { if case .notKept(let reason) = self { reason } else { nil } }

    package var description: String {
        switch self {
        case .busyFolder(let path, let process):
            "the folder \(path.escaped()) is in use by process \(process); waited 2 seconds; try again when it has ended"
        case .notKept(let reason):
            "cannot be stored: \(reason.escaped()) The change may be missing; 'weightlog list' shows the log"
        case .journal(let error): "\(error)".escaped()
        case .replay(let error): "\(error)".escaped()
        case .recordedBefore(let path):
            "\(path.escaped()) contains a recording; use an empty or new folder"
        }
    }
}

/// The reason why the service did not carry out a call.
package enum ServiceError: ProgramError, Equatable {
    case numberTaken(Int)
    case noSuchRecord(Int)
    case refused(String)

    package var description: String {
        switch self {
        case .numberTaken(let id): "number \(id) belongs to another weight"
        case .noSuchRecord(let id): "there is no weight with number \(id)"
        case .refused(let reason): reason
        }
    }
}

/// An error of the server of a log, of its address or token, or of a change that the server refused.
package enum ServerError: ProgramError, Equatable {
    case noServer
    case unusableAddress(reason: String)
    case other(kept: String, named: String, file: String)
    case forgotten(file: String)
    case damagedAddress(file: String)
    case noToken(path: String)
    case unusableToken(path: String, reason: String)
    case refused(Int)
    case unauthorized(remaining: Int)
    case remaining(Int, reason: String?)
    case notFetched(reason: String)
    case noDeadLetter(String)
    case notANumber(String)

    package var exitCode: ExitCode {
        switch self {
        case .noServer, .unusableAddress, .notANumber: .usage
        default: .failed
        }
    }

    package var description: String {
        switch self {
        case .noServer: "this log has no server; name one: --server https://weights.example"
        case .unusableAddress(let reason): "--server: \(reason.escaped())"
        case .other(let kept, let named, let file):
            "the server of this log is \(kept.escaped()), not \(named.escaped()); use another folder with --data, or, "
                + "if the server has moved, remove \(file.escaped()) and name the new address"
        case .forgotten(let file):
            "\(file.escaped()) is missing; it contains the address of the server. Name the server again with --server"
        case .damagedAddress(let file):
            "\(file.escaped()) contains no address; remove it, and name the server again with --server"
        case .noToken(let path): "there is no token in \(path.inputName)"
        case .unusableToken(let path, let reason): "\(path.inputName): \(reason.escaped())"
        case .refused(let count):
            "the server refused \(count.counted("change")); 'weightlog queue' shows the reason and the next steps"
        case .unauthorized(let count):
            "\(count.counted("change")) not pushed: the server requires another token; use "
                + "--token-file FILE"
        case .remaining(let count, let reason):
            "\(count.counted("change")) not pushed: the server is not available; nothing is lost, sync "
                + "again later" + (reason.map { ". \($0.escaped())" } ?? "")
        case .notFetched(let reason): "the server's weights could not be fetched: \(reason.escaped())"
        case .noDeadLetter(let text): "no refused change has the number \(text.excerpt); 'weightlog queue' shows them"
        case .notANumber(let text): "'\(text.excerpt)' is neither a number from 'weightlog queue' nor 'all'"
        }
    }
}

/// An input that is not a weight or a date.
package enum ReadingError: ProgramError, Equatable {
    case notADate(String)
    case yearOutOfRange(String)
    case noSuchDay(String)
    case notAWeight(String)
    case impossibleWeight(String)

    package var exitCode: ExitCode { .usage }

    package var description: String {
        switch self {
        case .notADate(let text):
            "'\(text.excerpt)' is not a date; write it as 2026-01-02"
        case .yearOutOfRange(let text):
            "\(text.excerpt) is not a year that a weight can be from; "
                + "years from \(Day.acceptedYears.lowerBound) to \(Day.acceptedYears.upperBound) are"
        case .noSuchDay(let text):
            "there is no \(text.excerpt); check the month and the day"
        case .notAWeight(let text):
            "'\(text.excerpt)' is not a weight; write kilograms, such as 81.4"
        case .impossibleWeight(let text):
            "\(text.excerpt) kg is not a possible weight; it is 20 to 500 kg"
        }
    }
}

extension String {
    /// The first 40 characters of the text, escaped for the terminal.
    package var excerpt: String {
        count > 40 ? "\(prefix(40))…".escaped() : escaped()
    }
}
