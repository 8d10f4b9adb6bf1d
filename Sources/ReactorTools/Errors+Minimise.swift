import ReactorRecording
import ReactorTerminal

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
