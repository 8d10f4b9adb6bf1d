public import Reactor
public import ReactorRecording

/// The receiver of a queue's events, which shows its changes as predictions until they are pushed.
public struct ChangeAudience<Change: OfflineChange>: Sendable {
    /// Creates the receiver of a queue that is being opened.
    let receiver: @Sendable (QueueIdentity) -> any ChangeReceiver

    /// An audience that ignores all events.
    public static var nobody: ChangeAudience { ChangeAudience { _ in NoReceiver(isLater: false) } }

    /// An audience that defers results: pushed changes remain in the journal with their responses until the app's own
    /// queue is resumed or opened. Use it in a process that pushes while an app is suspended.
    public static var later: ChangeAudience { ChangeAudience { _ in NoReceiver(isLater: true) } }

    /// Returns an audience that fires a ``ChangeEvent`` on an app's core for each event of the queue, and predicts each
    /// change.
    ///
    /// The events reach the whole state, also if the core is the core of a row that is missing. If the core was opened
    /// from a journal, pending predictions of this queue continue if their changes are still queued, and are rolled
    /// back otherwise. Predictions of the app and of other queues are not changed.
    ///
    /// - Parameter core: The core that shows the changes.
    public static func core(_ core: Core<some State>) -> ChangeAudience {
        ChangeAudience { ChangePredictions(core: core.independent, of: $0) }
    }

    /// Returns an audience for a core that was opened from its journal.
    public static func opened(_ opened: OpenedCore<some State & Codable>) -> ChangeAudience { core(opened.core) }
}

/// The identity of a queue among the queues of a core.
struct QueueIdentity: Sendable {
    /// The id of the queue's journal.
    let journal: String
    let account: String?
    /// The place at which the app opened the queue.
    let site: CallSite
}

/// The receiver of an open queue's events. Calls are serial.
protocol ChangeReceiver: Sendable {
    /// The id of the journal that stores the events, or nil if they are not stored.
    var journal: String? { get }
    /// Shows a change, unless it is shown already, and reports that it is queued, if that is new for the state.
    func begin<Change: OfflineChange>(_ change: QueuedChange<Change>, isReported: Bool, at site: CallSite)
    /// Shows a change after all others, which are pushed before it.
    func moveUp(_ id: ChangeID)
    func notify(_ event: ChangeEvent, at site: CallSite)
    func fire(_ events: [any Event], at site: CallSite)
    func rollback(_ id: ChangeID, with events: [any Event], at site: CallSite)
    /// Ends the prediction of a change that was sent.
    func resolve(_ id: ChangeID, _ resolution: Resolution, at site: CallSite)
    /// Waits until everything so far is stored.
    nonisolated(nonsending) func stored() async throws
    /// Handles that everything in the queue was predicted.
    func opened()
    func closed()
    /// Sets a closure to call when the state was reset, so that it contains no phases of changes.
    func observeResets(_ body: @escaping @Sendable () -> Void)
}

/// The receiver of a queue without a core.
private struct NoReceiver: ChangeReceiver {
    let isLater: Bool
    var journal: String? { nil }

    func begin<Change: OfflineChange>(_ change: QueuedChange<Change>, isReported: Bool, at site: CallSite) {}
    func moveUp(_ id: ChangeID) {}
    func notify(_ event: ChangeEvent, at site: CallSite) {}
    func fire(_ events: [any Event], at site: CallSite) {}
    func rollback(_ id: ChangeID, with events: [any Event], at site: CallSite) {}
    func resolve(_ id: ChangeID, _ resolution: Resolution, at site: CallSite) {}
    nonisolated(nonsending) func stored() async throws { if isLater { throw CancellationError() } }
    func opened() {}
    func closed() {}
    func observeResets(_ body: @escaping @Sendable () -> Void) {}
}
