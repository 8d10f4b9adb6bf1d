import ReactorRecording
import ReactorTerminal

/// Why a verb of the journal tool ends otherwise than well.
enum ToolError: ProgramError, Hashable {
    /// A recording that cannot be read, or not to its end.
    case unreadable(ReplayError)
    /// A folder or file that is there already.
    case occupied(JournalError)
    /// Something was looked for and found, or not found.
    case finding(String)
    /// `salvage`, of a recording that is damaged in its first line.
    case nothingSaved(String)
    /// `schema`, of a recording with lines that say impossible.
    case unreadableEvents
    /// `--breaks` names an invariant that the tool was not given.
    case unknownInvariant(String, known: [String])
    /// A verb reads several recordings, and one is damaged from a line on.
    case leftOut(LeftOut)
    /// A verb reads several recordings, and one cannot be read at all.
    case recordingLeftOut(String, String)
    /// `-o` names a file that is a recording.
    case recordingInPlace(String)
    /// A file is to be written into the folder of a journal.
    case insideJournal(String)
    /// `check`, of sessions that are not in the baseline.
    case nothingCompared(baseline: String)
    /// `--path` leads to nothing in the state.
    case nowhere(String, NowhereReason)
    /// A program that replays for the tool does not.
    case worker(MinimiseError)

    /// What a recording throws, in the words of the tool; nil for what is no error of a recording.
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

    /// The same without what a type says of a value that it cannot make anything of, which may name the value.
    var withoutValues: ToolError {
        guard case .unreadable(let error) = self, case .catalog(let inner, let seq) = error.problem else { return self }
        let reason = "why is said without \(Option.redacted.name)."
        let problem: CatalogError.Problem =
            switch inner.problem {
            case .undecodable(let subject, let version, _): .undecodable(subject, version: version, reason)
            case .upcasterFailed(let subject, let from, _): .upcasterFailed(subject, from: from, reason)
            case .unencodable(let subject, _): .unencodable(subject, reason)
            default: inner.problem
            }
        return .unreadable(ReplayError(.catalog(CatalogError(problem), seq: seq)))
    }

    /// Whether what is there is not what was written.
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
                + "\(left.damage.offset)) on: \(left.damage.fault)"
        case .recordingInPlace(let path):
            "\(path.escaped()) is a recording, and nothing replaces one; name another file"
        case .insideJournal(let path):
            "\(path.escaped()) is in the folder of a journal, which contains the journal's files alone; name a file in another folder"
        case .recordingLeftOut(let path, let reason): "left out all of \(path.escaped()): \(reason)"
        case .unreadable(let error): "\(error)".escaped()
        case .occupied(let error): "\(error)".escaped()
        case .finding(let reason): reason.escaped(keeping: ["\n"])
        case .nothingCompared(let baseline):
            "nothing was compared: \(baseline.escaped()) has none of these sessions; write it with 'check -o' of the old build, "
                + "of the same recordings"
        case .worker(let error): "\(error)".escaped()
        case .nothingSaved(let path):
            "nothing of \(path.escaped()) could be copied: there is no whole header before the damage; put back a copy of "
                + "it, or go on with the files behind it, if there are any, with --beyond-damage"
        case .nowhere(let path, let reason): "there is nothing at '\(path.escaped())': \(reason)"
        case .unreadableEvents: "not all of it can be read by this program; see the lines that say impossible"
        case .unknownInvariant(let name, let known) where known.isEmpty:
            "there is no invariant '\(name.escaped())'; this tool was given none"
        case .unknownInvariant(let name, let known):
            "there is no invariant '\(name.escaped())'; there is: \(known.joined(separator: ", ").escaped())"
        }
    }
}

extension NowhereReason: CustomStringConvertible {
    /// Where there is what instead, and what was probably meant.
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
    /// Whether it is about where something is to be written.
    fileprivate var isOfTarget: Bool {
        switch problem {
        case .notEmpty, .occupied: true
        default: false
        }
    }
}

/// Why a recording cannot be made shorter, or a test not written of it.
package enum MinimiseError: Error, Hashable, Sendable {
    /// What is looked for is not in the recording.
    case nothingFound(entries: Int)
    /// The program that replays for others does not start, or does not answer.
    case worker(program: String, reason: String)
}

extension MinimiseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingFound(let entries):
            "What is looked for is nowhere in the recording, which was replayed to its end (\(entries) entries). Name "
                + "another invariant or comparison, or check that it is the recording that was meant."
        case .worker(let program, let reason):
            "\(program) does not answer as a worker: \(reason) Check that it is there, may be run, and is built with the "
                + "tool for this app."
        }
    }
}

extension MinimiseError {
    /// Nothing crashes on replay, and the event in flight is not part of the recording.
    static func notRecorded(_ step: UnexpectedEnd.Step) -> String {
        "Nothing crashes on replay, because the event in flight was not recorded: \(step.event ?? "a step without one"), "
            + "at entry \(step.seq). The position of it was kept; with flight: .payload(...) in its "
            + "JournalConfiguration the app keeps the content as well, for the next crash."
    }

    /// What is said of an error where a crash was looked for.
    var nothingDied: String {
        guard case .nothingFound(let entries) = self else { return description }
        let count = entries.counted("entry", "entries")
        return "Nothing crashes or hangs on replay, which went to the end of the recording (\(count)). A replay calls "
            + "react(to:) and nothing else: a crash in a middleware, a command or a view is in the system's crash report "
            + "only. Otherwise check that it is the recording, and the build, that was meant."
    }
}
