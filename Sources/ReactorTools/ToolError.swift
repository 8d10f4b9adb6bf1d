import ReactorRecording
import ReactorTerminal

/// An error of a subcommand of the journal tool.
enum ToolError: ProgramError, Hashable {
    /// A recording cannot be read to its end.
    case unreadable(ReplayError)
    /// A folder or file exists already.
    case occupied(JournalError)
    /// A check failed.
    case finding(String)
    /// `salvage` of a recording whose first line is damaged.
    case nothingSaved(String)
    /// `schema` of a recording with events that cannot be read.
    case unreadableEvents
    /// `--breaks` names an unknown invariant.
    case unknownInvariant(String, known: [String])
    /// One of several recordings is damaged from a line on.
    case leftOut(OmittedLines)
    /// One of several recordings cannot be read at all.
    case recordingLeftOut(String, String)
    /// `-o` names a recording.
    case recordingInPlace(String)
    /// `-o` names a file in the folder of a journal.
    case insideJournal(String)
    /// `check` of sessions that the baseline does not contain.
    case nothingCompared(against: String)
    /// `--path` names a value that does not exist.
    case nowhere(String, NowhereReason)
    /// The program that replays for the tool failed.
    case worker(MinimiseError)

    /// The error of a recording as an error of the tool, or nil for another error.
    init?(_ error: any Error) {
        switch error {
        case let error as ToolError: self = error
        case let error as JournalFinding: self = .finding(error.reason)
        case let error as MinimiseError: self = .worker(error)
        case let error as ReplayError: self = .unreadable(error)
        case let error as JournalError where error.isOfTarget: self = .occupied(error)
        case let error as JournalError: self = .unreadable(.journal(error))
        case let error as SystemError: self = .unreadable(.journal(JournalError(error)))
        default: return nil
        }
    }

    /// This error without the reason of a decoding error, which may contain a value.
    var withoutValues: ToolError {
        guard case .unreadable(let error) = self, case .catalog(let inner, let seq) = error.problem else { return self }
        let reason = "the reason is hidden by \(Option.redacted.name)."
        let problem: CatalogError.Problem =
            switch inner.problem {
            case .undecodable(let subject, let version, _): .undecodable(subject, version: version, reason)
            case .upcasterFailed(let subject, let from, _): .upcasterFailed(subject, from: from, reason)
            case .unencodable(let subject, _): .unencodable(subject, reason)
            default: inner.problem
            }
        return .unreadable(ReplayError(.catalog(CatalogError(problem), seq: seq)))
    }

    /// Whether the recording is damaged.
    var isDamage: Bool {
        if case .unreadable(let error) = self { error.journal?.kind == .damaged } else { false }
    }

    var exitCode: ExitCode {
        switch self {
        case .unreadable, .nothingSaved, .unreadableEvents, .worker: .unreadable
        case .occupied, .finding, .leftOut, .recordingLeftOut, .recordingInPlace, .insideJournal, .nothingCompared:
            .failed
        case .unknownInvariant, .nowhere: .usage
        }
    }

    var description: String {
        switch self {
        case .leftOut(let left):
            "left out \(left.lines.counted("line")) of \(left.damage.file.escaped()) from line \(left.damage.line) (byte "
                + "\(left.damage.offset)) on: \(left.damage.fault.sentence)"
        case .recordingInPlace(let path):
            "\(path.escaped()) is a recording, and recordings are not overwritten; name another file"
        case .insideJournal(let path):
            "\(path.escaped()) is in the folder of a journal; name a file in another folder"
        case .recordingLeftOut(let path, let reason): "left out all of \(path.escaped()): \(reason)"
        case .unreadable(let error): "\(error)".escaped()
        case .occupied(let error): "\(error)".escaped()
        case .finding(let reason): reason.escaped(keeping: ["\n"])
        case .nothingCompared(let file):
            "nothing was compared, because \(file.escaped()) contains none of these recordings; write it with 'check -o' of the "
                + "other build, from the same recordings"
        case .worker(let error): "\(error)".escaped()
        case .nothingSaved(let path):
            "nothing of \(path.escaped()) could be copied, because its header is damaged; restore a copy of it, or copy the "
                + "files after it with --beyond-damage"
        case .nowhere(let path, let reason): "there is nothing at '\(path.escaped())': \(reason)"
        case .unreadableEvents: "this program cannot read all of the recording; see the lines marked impossible"
        case .unknownInvariant(let name, let known) where known.isEmpty:
            "there is no invariant '\(name.escaped())'; this tool has no invariants"
        case .unknownInvariant(let name, let known):
            "there is no invariant '\(name.escaped())'; use one of: \(known.joined(separator: ", ").escaped())"
        }
    }
}

extension NowhereReason: CustomStringConvertible {
    /// The members or elements at the place, and the nearest name.
    var description: String {
        let owner = place.isEmpty ? "the state" : "'\(place.escaped())'"
        let meant = nearest.map { "; did you mean '\($0.escaped())'?" } ?? ""
        return switch found {
        case .members(let names) where names.isEmpty: "\(owner) has no members"
        case .members(let names): "\(owner) has \(names.joined(separator: ", ").escaped())" + meant
        case .elements(0): "\(owner) is empty"
        case .elements(1): "\(owner) has one element, [0]"
        case .elements(let count): "\(owner) has \(count) elements, [0] to [\(count - 1)]"
        case .rows(let ids) where ids.isEmpty: "\(owner) has no rows with ids"
        case .rows(let ids):
            "\(owner) has no such row; the ids are \(ids.prefix(10).joined(separator: ", ").escaped())"
                + (ids.count > 10 ? " and \(ids.count - 10) more" : "") + meant
        case .single(let value): "\(owner) is \(value), and has nothing inside"
        }
    }
}

extension JournalError {
    /// Whether the error concerns the destination of a copy.
    fileprivate var isOfTarget: Bool {
        path.map { self == .notEmpty(folder: $0) || self == .occupied(file: $0) } ?? false
    }
}
