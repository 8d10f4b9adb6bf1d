public import Reactor
public import ReactorRecording

/// Whom a queue notifies, and who shows its changes until they are pushed.
public struct ChangeAudience<Change: OfflineChange>: Sendable {
    let predict: @Sendable (QueuedChange<Change>) -> Void
    let notify: @Sendable (ChangeEvent) -> Void
    let rollback: @Sendable (ChangeID, [any Event]) -> Void
    /// Ends a prediction. What it returns waits until that is kept.
    let resolve: @Sendable (ChangeID, Resolution) -> Kept
    /// Everything that is still queued is predicted.
    let opened: @Sendable () -> Void
    /// Nothing more is said.
    let closed: @Sendable () -> Void

    typealias Kept = nonisolated(nonsending) @Sendable () async throws -> Void

    /// Nobody.
    public static var nobody: ChangeAudience {
        ChangeAudience(
            predict: { _ in }, notify: { _ in }, rollback: { _, _ in }, resolve: { _, _ in {} }, opened: {}, closed: {})
    }

    /// Nobody now: what was pushed stays in the journal with its answers, until the app's own queue resumes, or opens it. For
    /// a process that pushes while an app is suspended.
    public static var later: ChangeAudience {
        ChangeAudience(
            predict: { _ in }, notify: { _ in }, rollback: { _, _ in },
            resolve: { _, _ in { throw CancellationError() } }, opened: {}, closed: {})
    }

    /// An app's core: it is fired a ``ChangeEvent`` for each thing that happens, and each change is predicted on it.
    ///
    /// - Parameters:
    ///   - core: where the changes are shown, and who is notified.
    ///   - journal: what the core is recorded in. A change that was sent is forgotten only when it is known there.
    ///   - resumed: the predictions that were pending in that journal. Of the queue's own, those that say what is queued
    ///     go on, the others are rolled back; what is not the queue's is left alone.
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

    /// A core that was opened from its own journal.
    public static func opened(_ opened: OpenedCore<some State & Codable>) -> ChangeAudience {
        core(opened.core, journal: opened.journal, resumed: opened.pending)
    }
}
