public import ReactorRecording
import ReactorTerminal

/// Finds the entry at which a program dies. The recordings are replayed in a process of their own, which dies instead of
/// this one.
///
/// A crash is known by the signal and by the event that was being applied: a shorter recording that dies of something
/// else is another bug.
public final class CrashJudge {
    /// What a program died of.
    public struct Crash: Hashable, Sendable {
        /// The signal.
        public let signal: Int32
        /// The name of the event that was being applied.
        public let event: String
    }

    /// The first crash, which all others are compared with; nil while there was none.
    public private(set) var crash: Crash?
    private let worker: WorkerProcess

    /// - Parameters:
    ///   - command: the tool of the app, up to the word `backtest`.
    ///   - note: a path for a file of its own, where the worker notes what it is about to do.
    /// - Throws: ``MinimiseError/worker(program:reason:)``.
    public init(_ command: WorkerCommand, note: String) throws(MinimiseError) {
        var command = command
        command.arguments += ["backtest", Option.withoutInvariants.name]
        worker = try WorkerProcess(command, note: note)
    }

    /// Replays a recording in the worker.
    public func judge(_ draft: RecordingDraft) throws -> UInt64? {
        try Task.checkCancellation()
        try worker.ask("candidate", draft.bytes())
        switch worker.answer() {
        case .line: return nil
        case .ended(let code):
            throw MinimiseError.worker(program: "The worker", reason: "It ended with the code \(code).")
        case .died(let signal, let note):
            guard note.seq > 0 else {
                throw MinimiseError.worker(
                    program: "The worker", reason: "Signal \(signal) ended it between two recordings.")
            }
            let found = Crash(signal: signal, event: note.event)
            if crash == nil { crash = found }
            return found == crash ? note.seq : nil
        }
    }
}
