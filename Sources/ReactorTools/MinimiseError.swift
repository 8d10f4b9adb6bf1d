import ReactorRecording

/// An error of `minimise`.
package enum MinimiseError: Error, Hashable, Sendable {
    /// The failure does not occur in the recording.
    case nothingFound(entries: Int)
    /// The worker process does not start, or does not respond.
    case worker(program: String, reason: String)
}

extension MinimiseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nothingFound(let entries):
            "The failure does not occur in the recording, which was replayed to its end (\(entries) entries). Use another "
                + "invariant or comparison, or check that this is the right recording."
        case .worker(let program, let reason):
            "The worker \(program) does not respond: \(reason) Check that it exists, is executable, and is built with the "
                + "journal tool for this app."
        }
    }
}

extension MinimiseError {
    /// The replay does not crash, and the event in flight is not part of the recording.
    static func notRecorded(_ step: UnexpectedEnd.Step) -> String {
        "The replay does not crash, because the event in flight was not recorded: \(step.event ?? "a step without an event"), "
            + "at entry \(step.seq). To record the content of such events, set flight: .payload(...) in the app's "
            + "JournalConfiguration."
    }

    /// The error message if no crash is found.
    var nothingDied: String {
        guard case .nothingFound(let entries) = self else { return description }
        let count = entries.counted("entry", "entries")
        return
            "The replay neither crashes nor hangs; it reached the end of the recording (\(count)). A replay calls only "
            + "react(to:), so a crash in a middleware, a command or a view is only in the system's crash report. Otherwise, "
            + "check that this is the right recording and the right build."
    }
}
