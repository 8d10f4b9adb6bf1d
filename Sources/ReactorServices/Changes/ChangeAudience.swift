public import Reactor
public import ReactorRecording

/// Whom a queue tells, and who shows its changes until they are pushed.
public struct ChangeAudience<Change: OfflineChange>: Sendable {
    let predict: @Sendable (QueuedChange<Change>) -> Void
    let tell: @Sendable (ChangeEvent) -> Void
    let rollback: @Sendable (ChangeID, [any Event]) -> Void
    /// Ends a prediction. What it returns waits until that is kept.
    let settle: @Sendable (ChangeID, Settlement) -> @Sendable () async throws -> Void
    /// Everything that is still queued has been predicted again.
    let opened: @Sendable () -> Void
    /// Nothing more is said.
    let closed: @Sendable () -> Void

    /// Nobody.
    public static var nobody: ChangeAudience {
        ChangeAudience(
            predict: { _ in }, tell: { _ in }, rollback: { _, _ in }, settle: { _, _ in {} }, opened: {}, closed: {})
    }

    /// An app's core: it is fired a ``ChangeEvent`` for each thing that happens, and each change is predicted on it.
    ///
    /// - Parameters:
    ///   - journal: what the core is recorded in. A change that was sent is forgotten only when it is known there.
    ///   - resumed: the predictions that were pending in that journal. The queue's own are taken back when it has begun
    ///     them anew; the others are left alone.
    public static func core(
        _ core: Core<some State>, journal: Journal? = nil, resumed: [ResumedPrediction] = []
    ) -> ChangeAudience {
        let predictions = ChangePredictions(core: core, resumed: resumed)
        return ChangeAudience(
            predict: { predictions.begin($0) },
            tell: { core.fire(event: $0) },
            rollback: { predictions.take($0)?.rollback(with: $1) },
            settle: { id, settlement in
                predictions.take(id)?.settle(settlement)
                return {
                    await core.settled()
                    try await journal?.durable()
                }
            },
            opened: { predictions.forgetResumed() },
            closed: { predictions.rollBackAll() })
    }

    /// A core that was opened from its own journal.
    public static func opened(_ opened: OpenedCore<some State>) -> ChangeAudience {
        core(opened.core, journal: opened.journal, resumed: opened.pending)
    }
}

/// The open predictions of a queue's changes.
private final class ChangePredictions<StateType: State>: Sendable {
    private struct Content {
        var open: [ChangeID: Prediction] = [:]
        var resumed: [Prediction]
    }

    private let core: Core<StateType>
    private let content: Guarded<Content>

    init(core: Core<StateType>, resumed: [ResumedPrediction]) {
        self.core = core
        let own = resumed.filter { $0.events.first is ChangePredicted }.map(\.prediction)
        content = Guarded(Content(resumed: own))
    }

    func begin<Change: OfflineChange>(_ change: QueuedChange<Change>) {
        let prediction = core.predict(
            ChangePredicted(id: change.id), about: [change.id as any Hashable & Sendable] + change.change.entities)
        let predicted = change.change.predicted
        if !predicted.isEmpty { prediction.append(predicted) }
        content.withLock { $0.open[change.id] = prediction }
    }

    func take(_ id: ChangeID) -> Prediction? { content.withLock { $0.open.removeValue(forKey: id) } }

    func forgetResumed() {
        let resumed = content.withLock { content in
            defer { content.resumed = [] }
            return content.resumed
        }
        for prediction in resumed { prediction.rollback() }
    }

    func rollBackAll() {
        let open = content.withLock { content in
            defer { content.open = [:] }
            return content.open.values.sorted { $0.id < $1.id }
        }
        for prediction in open { prediction.rollback() }
    }
}
