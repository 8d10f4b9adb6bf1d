import Reactor
import ReactorTestSupport

/// A recorder that stores every step in memory.
final class TapeRecorder: Reactor.Recorder {
    struct Content {
        var steps: [LogStep] = []
        var causes: [LogCause?] = []
    }

    let content = Locked(Content())
    let runLength: Int

    init(runLength: Int = 1) { self.runLength = runLength }

    var steps: [LogStep] { content.withLock { $0.steps } }

    var now: Timestamp? { nil }
    let followsReactions = false
    let room = Int.max
    let wantsState = false
    func groupBegan() {}
    func groupEnded() {}
    func keep(visible: Notes, _ record: LedgerRecord<Notes>) {}
    func end(visible: Notes, _ record: LedgerRecord<Notes>) {}
    func whenRoom(_ resume: @escaping @Sendable () -> Void) { resume() }

    func record(_ step: LogStep, cause: LogCause?) {
        content.withLock { content in
            content.steps.append(step)
            content.causes.append(cause)
        }
    }

    func record(_ events: borrowing EventRun) {
        for index in events.indices { record(events.step(index), cause: nil) }
    }
}

extension LedgerRecord where StateType == Notes {
    static let empty = LedgerRecord(
        base: Notes(), entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
}
