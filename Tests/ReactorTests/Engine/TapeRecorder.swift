import Reactor
import ReactorTesting
import ReactorTestSupport

/// A recorder that keeps everything in memory, and does not say that it has room before it learns so.
final class TapeRecorder: Reactor.Recorder {
    struct Content {
        var steps: [LogStep] = []
        var causes: [LogCause?] = []
        /// How many steps were recorded when a group began or ended.
        var groups: [Int] = []
        var kept: [(steps: Int, visible: Notes, record: LedgerRecord<Notes>)] = []
        /// The lengths of the runs of plain events.
        var runs: [Int] = []
        var limit = Int.max
        var resumes: [@Sendable () -> Void] = []
    }

    let content = Locked(Content())
    let keepsEvery: Int?
    let runLength: Int
    /// Passed whenever the core finds no room.
    let heldUp = Gate(isOpen: true)

    init(keepsEvery: Int? = nil, limit: Int = .max, runLength: Int = 1) {
        self.keepsEvery = keepsEvery
        self.runLength = runLength
        content.withLock { $0.limit = limit }
    }

    var steps: [LogStep] { content.withLock { $0.steps } }

    var now: Timestamp? { nil }
    let followsReactions = false
    func end(visible: Notes, _ record: LedgerRecord<Notes>) {}

    var room: Int { content.withLock { $0.limit - $0.steps.count } }

    func record(_ step: LogStep, cause: LogCause?) {
        content.withLock { content in
            content.steps.append(step)
            content.causes.append(cause)
        }
    }

    func record(_ events: borrowing EventRun) {
        content.withLock { $0.runs.append(events.count) }
        for index in events.indices { record(events.step(index), cause: nil) }
    }

    func groupBegan() { content.withLock { $0.groups.append($0.steps.count) } }
    func groupEnded() { content.withLock { $0.groups.append($0.steps.count) } }

    var wantsState: Bool {
        guard let keepsEvery else { return false }
        return content.withLock { $0.steps.count >= ($0.kept.last?.steps ?? 0) + keepsEvery }
    }

    func keep(visible: Notes, _ record: LedgerRecord<Notes>) {
        content.withLock { $0.kept.append(($0.steps.count, visible, record)) }
    }

    func whenRoom(_ resume: @escaping @Sendable () -> Void) {
        let isRoom = content.withLock { content in
            if content.limit <= content.steps.count { content.resumes.append(resume) }
            return content.limit > content.steps.count
        }
        heldUp.arrive()
        if isRoom { resume() }
    }

    func extend(by count: Int) {
        let resumes = content.withLock { content in
            content.limit += count
            defer { content.resumes = [] }
            return content.resumes
        }
        for resume in resumes { resume() }
    }
}

/// Does again what was recorded.
func replay(_ steps: some Sequence<LogStep>, from record: LedgerRecord<Notes>) -> Notes {
    var visible = record.base
    var ledger = OptimisticLedger(record, visible: &visible)
    for step in steps { _ = ledger.perform(step, on: &visible) }
    ledger.refold(into: &visible)
    return visible
}

extension LedgerRecord where StateType == Notes {
    static let empty = LedgerRecord(
        base: Notes(), entries: [], lastPrediction: PredictionID(0), lastMark: MarkID(0))
}
