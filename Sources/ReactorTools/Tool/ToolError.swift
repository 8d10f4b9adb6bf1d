import ReactorRecording
import ReactorTerminal

/// An error of a subcommand of the journal tool.
struct ToolError: ProgramError, Hashable {
    let exitCode: ExitCode
    let description: String
    /// The error of the recording, if it cannot be read to its end.
    private var replay: ReplayError?

    private init(_ exitCode: ExitCode, _ description: String) {
        (self.exitCode, self.description) = (exitCode, description)
    }

    /// The error of a recording as an error of the tool, or nil for another error.
    init?(_ error: any Error) {
        switch error {
        case let error as ToolError: self = error
        case let error as JournalFinding: self = .finding(error.reason)
        case let error as MinimiseError: self = ToolError(.unreadable, "\(error)".escaped())
        case let error as ReplayError: self = .unreadable(error)
        case let error as JournalError where error.isOfTarget: self = ToolError(.failed, "\(error)".escaped())
        case let error as JournalError: self = .unreadable(.journal(error))
        case let error as SystemError: self = .unreadable(.journal(JournalError(error)))
        default: return nil
        }
    }

    /// This error without the reason of a decoding error, which may contain a value.
    var withoutValues: ToolError {
        replay.map { .unreadable($0.replacingReason(with: "the reason is hidden by \(Option.redacted.name).")) } ?? self
    }

    /// Whether the recording is damaged.
    var isDamage: Bool { replay?.journal?.kind == .damaged }

    /// The damaged line, if there is one.
    var damage: JournalDamage? { replay?.journal?.damage }
}

extension ToolError {
    /// A recording cannot be read to its end.
    static func unreadable(_ error: ReplayError) -> ToolError {
        var whole = ToolError(.unreadable, "\(error)".escaped())
        whole.replay = error
        return whole
    }

    /// A check failed.
    static func finding(_ reason: String) -> ToolError { ToolError(.failed, reason.escaped(keeping: ["\n"])) }

    /// `salvage` of a recording whose first line is damaged.
    static func nothingSaved(_ path: String) -> ToolError {
        ToolError(
            .unreadable,
            "nothing of \(path.escaped()) could be copied, because its header is damaged; restore a copy of it, or copy the "
                + "files after it with --beyond-damage")
    }

    /// `schema` of a recording with events that cannot be read.
    static var unreadableEvents: ToolError {
        ToolError(.unreadable, "this program cannot read all of the recording; see the lines marked impossible")
    }

    /// `--breaks` names an unknown invariant.
    static func unknownInvariant(_ name: String, known: [String]) -> ToolError {
        if known.isEmpty {
            return ToolError(.usage, "there is no invariant '\(name.escaped())'; this tool has no invariants")
        }
        return ToolError(
            .usage,
            "there is no invariant '\(name.escaped())'; use one of: \(known.joined(separator: ", ").escaped())")
    }

    /// One of several recordings is damaged from a line on.
    static func leftOut(_ left: OmittedLines) -> ToolError {
        ToolError(
            .failed,
            "left out \(left.lines.counted("line")) of \(left.damage.file.escaped()) from line \(left.damage.line) (byte "
                + "\(left.damage.offset)) on: \(left.damage.fault.sentence)")
    }

    /// One of several recordings cannot be read at all.
    static func recordingLeftOut(_ path: String, _ reason: String) -> ToolError {
        ToolError(.failed, "left out all of \(path.escaped()): \(reason)")
    }

    /// `-o` names a recording.
    static func recordingInPlace(_ path: String) -> ToolError {
        ToolError(.failed, "\(path.escaped()) is a recording, and recordings are not overwritten; name another file")
    }

    /// `-o` names a file in the folder of a journal.
    static func insideJournal(_ path: String) -> ToolError {
        ToolError(.failed, "\(path.escaped()) is in the folder of a journal; name a file in another folder")
    }

    /// `check` of sessions that the baseline does not contain.
    static func nothingCompared(against file: String) -> ToolError {
        ToolError(
            .failed,
            "nothing was compared, because \(file.escaped()) contains none of these recordings; write it with 'check -o' of the "
                + "other build, from the same recordings")
    }

    /// `--path` names a value that does not exist.
    static func nowhere(_ path: String, _ reason: NowhereReason) -> ToolError {
        ToolError(.usage, "there is nothing at '\(path.escaped())': \(reason)")
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
