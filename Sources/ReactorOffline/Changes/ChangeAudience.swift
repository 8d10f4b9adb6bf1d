public import Reactor
public import ReactorRecording

/// The receiver of a queue's events, which shows its changes as predictions until they are pushed.
public struct ChangeAudience<Change: OfflineChange>: Sendable {
    let predict: @Sendable (QueuedChange<Change>) -> Void
    let notify: @Sendable (ChangeEvent) -> Void
    let rollback: @Sendable (ChangeID, [any Event]) -> Void
    /// Ends a prediction. The returned closure waits until that is stored.
    let resolve: @Sendable (ChangeID, Resolution) -> Storing
    /// Called when everything in the queue was predicted.
    let opened: @Sendable () -> Void
    let closed: @Sendable () -> Void

    typealias Storing = nonisolated(nonsending) @Sendable () async throws -> Void

    /// An audience that ignores all events.
    public static var nobody: ChangeAudience {
        ChangeAudience(
            predict: { _ in }, notify: { _ in }, rollback: { _, _ in }, resolve: { _, _ in {} }, opened: {}, closed: {})
    }

    /// An audience that defers results: pushed changes remain in the journal with their responses until the app's own
    /// queue is resumed or opened. Use it in a process that pushes while an app is suspended.
    public static var later: ChangeAudience {
        ChangeAudience(
            predict: { _ in }, notify: { _ in }, rollback: { _, _ in },
            resolve: { _, _ in { throw CancellationError() } }, opened: {}, closed: {})
    }

    /// Returns an audience that fires a ``ChangeEvent`` on an app's core for each event of the queue, and predicts each
    /// change.
    ///
    /// - Parameters:
    ///   - core: The core that shows the changes.
    ///   - journal: The journal of the core. A change that was sent is removed from the queue only after the journal
    ///     has stored its result.
    ///   - resumed: The pending predictions of that journal. Predictions of changes that are still queued continue, and
    ///     the queue's other predictions are rolled back. Predictions of the app are not changed.
    public static func core(
        _ core: Core<some State>, journal: Journal? = nil, resumed: [ResumedPrediction] = []
    ) -> ChangeAudience {
        let predictions = ChangePredictions(core: core, resumed: resumed)
        return ChangeAudience(
            predict: { predictions.begin($0) },
            notify: { core.fire(event: $0) },
            rollback: { predictions.rollback($0, with: $1) },
            resolve: { id, resolution in
                predictions.resolve(id, resolution)
                return {
                    await core.settled()
                    try await journal?.durable()
                }
            },
            opened: { predictions.opened() },
            closed: { predictions.rollBackAll() })
    }

    /// Returns an audience for a core that was opened from its journal.
    public static func opened(_ opened: OpenedCore<some State & Codable>) -> ChangeAudience {
        core(opened.core, journal: opened.journal, resumed: opened.pending)
    }
}
