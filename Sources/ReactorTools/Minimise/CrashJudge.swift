import ReactorRecording
import ReactorTerminal

/// Finds the entry at which a program dies, or does not return from `react(to:)`. The recordings are replayed in a process
/// of their own, which dies instead of this one.
///
/// A crash is known by the signal, by the event that was being applied, and by the place in the app: a shorter recording
/// that dies of something else, or elsewhere, is another bug.
package final class CrashJudge {
    /// What a program died of.
    package struct Crash: Hashable, Sendable {
        /// The signal, nil where it did not die: it was at the event for longer than it may.
        package let signal: Int32?
        /// The name of the event that was being applied.
        package let event: String
        /// The innermost call of the app, as its distance from the beginning of the program; 0 where that is not known.
        package let place: UInt64

        var finding: FailingTest.Finding {
            signal.map { .crash(signal: $0, event: event) } ?? .hang(event: event)
        }
    }

    /// The first crash, which all others are compared with; nil while there was none.
    package private(set) var crash: Crash?
    private let worker: WorkerProcess

    /// - Parameters:
    ///   - command: the tool of the app, up to the word `check`.
    ///   - folder: where the worker notes what it is about to do, in a file of its own.
    ///   - limit: so long may it be at one event. Once a recording was found that hangs there, shorter ones have ten times
    ///     as long as that one took to get there, a second at least and no more than this.
    /// - Throws: ``MinimiseError/worker(program:reason:)``.
    package init(
        _ command: WorkerCommand, notes folder: String = "/tmp", limit: Duration = .seconds(30)
    ) throws(MinimiseError) {
        var command = command
        command.arguments += ["check", "-"]
        worker = try WorkerProcess(command, notes: folder, limit: limit)
    }

    /// Replays a recording in the worker.
    package func judge(_ draft: RecordingDraft) throws -> UInt64? {
        try Task.checkCancellation()
        // What is left out may break an invariant before the crash.
        try worker.ask(["path": "candidate", "invariants": false], draft.bytes())
        switch try worker.answer() {
        case .line: return nil
        case .ended(let code):
            throw MinimiseError.worker(program: "The worker", reason: "It ended with the code \(code).")
        case .died(let signal, let note):
            guard note.seq > 0 else {
                throw MinimiseError.worker(
                    program: "The worker", reason: "Signal \(signal) ended it between two recordings.")
            }
            return place(of: Crash(signal: signal, event: note.event, place: note.place), note)
        case .hung(let note):
            guard note.seq > 0 else {
                throw MinimiseError.worker(
                    program: "The worker", reason: "It began no entry within \(worker.limit).")
            }
            if crash == nil { worker.limit = min(worker.limit, max(.seconds(1), worker.timeToHere * 10)) }
            return place(of: Crash(signal: nil, event: note.event, place: 0), note)
        }
    }

    /// The entry, where it is the crash that was found first.
    private func place(of found: Crash, _ note: EventNote.Content) -> UInt64? {
        if crash == nil { crash = found }
        return found == crash ? note.seq : nil
    }
}
