import ReactorRecording
import ReactorTerminal

/// A judge that finds the entry at which a program crashes, or does not return from `react(to:)`. Another process replays the
/// recordings and crashes in place of this one.
///
/// A crash is identified by the signal, the event that was being applied, and the place in the app. A shorter recording with
/// another crash shows another bug.
package final class CrashJudge {
    package struct Crash: Hashable, Sendable {
        /// The signal, or nil if the event exceeded its time limit.
        package let signal: Int32?
        /// The name of the event that was being applied.
        package let event: String
        /// The innermost call of the app, as its distance from the beginning of the program; 0 if it is not known.
        package let place: UInt64

        var finding: FailingTest.Failure {
            signal.map { .crash(signal: $0, event: event) } ?? .hang(event: event)
        }
    }

    /// The first crash, which all others are compared with, or nil before it.
    package private(set) var crash: Crash?
    private let worker: WorkerProcess

    /// - Parameters:
    ///   - command: The tool of the app, up to the word `check`.
    ///   - folder: The folder for the note of the worker.
    ///   - limit: The time for one event. After a recording was found that hangs, shorter ones have ten times its time up to the
    ///     event, but at least a second and at most this limit.
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
        try worker.ask(draft.bytes())
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

    /// Returns the entry, if it is the crash that was found first.
    private func place(of found: Crash, _ note: NotedEvent) -> UInt64? {
        if crash == nil { crash = found }
        return found == crash ? note.seq : nil
    }
}

/// The journal of a program that did not close it, with the later steps in its flight recorder.
struct CrashedJournal {
    let file: OpenedRecording
    let end: UnexpectedEnd

    /// Returns the known steps of the core, up to the event in flight if its content was stored.
    func recording() throws -> RecordingDraft {
        let written = try RecordingDraft(of: file)
        return RecordingDraft(header: written.header, entries: written.entries + end.entries)
    }

    /// The reason why the replay does not crash, or nil if the recording contains the event in flight.
    var nothingFound: String? { unrecorded.map(MinimiseError.notRecorded) }

    /// The step in flight, if the recording does not contain it.
    private var unrecorded: UnexpectedEnd.Step? {
        let known = end.entries.last { $0.event?.gap == nil }?.seq ?? end.seq
        return end.inFlight.flatMap { $0.seq > known ? $0 : nil }
    }
}
