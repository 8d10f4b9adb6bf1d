import Reactor
import ReactorRecording

/// The open predictions of a queue's changes.
///
/// While a queue is opened, it reports its changes, and takes the predictions from the app's journal that begin with
/// its own ``ChangePredicted``. If both agree, the prediction continues and nothing is written, so that a process that
/// is killed in the meantime shows the same as the previous one. Other predictions begin when all changes were
/// reported. A change that was sent and has no prediction is placed before all pending predictions.
///
/// The predictions of a lane are in the order in which its changes are pushed.
final class ChangePredictions<StateType: State>: ChangeReceiver {
    /// A change as it is shown.
    private struct Shown {
        let id: ChangeID
        let edition: Int
        let lane: LaneName
        let events: [any Event]
        let entities: [any Hashable & Sendable]
        let site: CallSite
    }

    private struct Content {
        var open: [ChangeID: (shown: Shown, prediction: Prediction)] = [:]
        /// The changes with their predictions in the app's journal, in the order of queuing, until all were reported.
        var found: [(shown: Shown, item: QueuePredictions.Item?)]? = []
        /// The queue's predictions in the app's journal. A change can have several, of different editions.
        var resumed: [QueuePredictions.Item]
    }

    private let core: Core<StateType>
    private let journal: Journal?
    private let queue: QueueIdentity
    private let content: Guarded<Content>

    init(core: Core<StateType>, of queue: QueueIdentity) {
        self.core = core
        self.queue = queue
        let pending = core.queuePredictions()
        journal = pending.journal
        content = Guarded(Content(resumed: pending.take { $0.belongs(to: queue) }))
    }

    func begin<Change: OfflineChange>(_ change: QueuedChange<Change>, at site: CallSite) {
        if let open = content.withLock({ $0.open[change.id] }) {
            if open.shown.edition == change.edition { return }
            rollback(change.id, with: [], at: site)
        }
        let first = ChangePredicted(
            id: change.id, edition: change.edition, queue: queue.journal, account: queue.account)
        let shown = Shown(
            id: change.id, edition: change.edition, lane: change.change.lane,
            events: [first] + change.change.predicted, entities: [change.id] + change.change.entities, site: site)
        let isOpening = content.withLock { content in
            guard content.found != nil else { return false }
            // Equal changes have equal predictions.
            let index = content.resumed.firstIndex { item in
                item.events.first as? ChangePredicted == first && item.events.count == shown.events.count
            }
            content.found?.append((shown, index.map { content.resumed.remove(at: $0) }))
            return true
        }
        if isOpening { return }
        predict(shown)
    }

    func moveUp(_ id: ChangeID) {
        guard let (shown, last) = content.withLock({ $0.open[id] }) else { return }
        predict(shown)
        last.rollback(fileID: shown.site.fileID, line: shown.site.line)
    }

    func notify(_ event: ChangeEvent, at site: CallSite) {
        core.fire(event: event, fileID: site.fileID, line: site.line)
    }

    func resolve(_ id: ChangeID, _ resolution: Resolution, at site: CallSite) {
        guard let (shown, prediction) = take(id) else { return }
        if let prediction { return prediction.resolve(resolution, fileID: site.fileID, line: site.line) }
        switch resolution {
        case .commit: place(shown.events.dropFirst(), at: site)
        case .commitWith(let events, let following):
            place(events[...], at: site)
            core.fire(events: following, fileID: site.fileID, line: site.line)
        case .rollback(let events): core.fire(events: events, fileID: site.fileID, line: site.line)
        }
    }

    func rollback(_ id: ChangeID, with events: [any Event], at site: CallSite) {
        guard let (_, prediction) = take(id) else { return }
        if let prediction { return prediction.rollback(with: events, fileID: site.fileID, line: site.line) }
        core.fire(events: events, fileID: site.fileID, line: site.line)
    }

    nonisolated(nonsending) func stored() async throws {
        await core.settled()
        try await journal?.durable()
    }

    func opened() {
        let (found, resumed) = content.withLock { content in
            defer { (content.found, content.resumed) = (nil, []) }
            return (content.found ?? [], content.resumed)
        }
        var last: [LaneName: PredictionID] = [:]
        var reordered: Set<LaneName> = []
        for (shown, item) in found {
            if let item, !reordered.contains(shown.lane), last[shown.lane].map({ $0 < item.id }) ?? true {
                last[shown.lane] = item.id
                let prediction = core.hold(item.id, about: shown.entities, begun: shown.site)
                content.withLock { $0.open[shown.id] = (shown, prediction) }
            } else {
                // Later changes of the lane follow it.
                reordered.insert(shown.lane)
                predict(shown)
                rollBack(item)
            }
        }
        for item in resumed { rollBack(item) }
    }

    func closed() {
        let (open, resumed) = content.withLock { content in
            let found = (content.found ?? []).compactMap(\.item)
            defer { (content.open, content.found, content.resumed) = ([:], nil, []) }
            return (content.open.values.map(\.prediction), (found + content.resumed).sorted { $0.id < $1.id })
        }
        for item in resumed { rollBack(item) }
        for prediction in open.sorted(by: { $0.id < $1.id }) {
            prediction.rollback(fileID: queue.site.fileID, line: queue.site.line)
        }
    }

    private func predict(_ shown: Shown) {
        let prediction = core.predict(shown.events, about: shown.entities, at: shown.site)
        content.withLock { $0.open[shown.id] = (shown, prediction) }
    }

    private func rollBack(_ item: QueuePredictions.Item?) {
        guard let item else { return }
        core.hold(item.id, begun: queue.site).rollback(fileID: queue.site.fileID, line: queue.site.line)
    }

    private func place(_ events: ArraySlice<any Event>, at site: CallSite) {
        for event in events { core.fire(event: event, .authoritative, fileID: site.fileID, line: site.line) }
    }

    /// Removes a shown change, and returns it with its prediction, if it has one.
    private func take(_ id: ChangeID) -> (shown: Shown, prediction: Prediction?)? {
        let (open, found) = content.withLock { content in
            let index = content.found?.firstIndex { $0.shown.id == id }
            return (content.open.removeValue(forKey: id), index.flatMap { content.found?.remove(at: $0) })
        }
        if let open { return (open.shown, open.prediction) }
        return found.map { ($0.shown, $0.item.map { core.hold($0.id, begun: queue.site) }) }
    }
}

extension QueuePredictions.Item {
    /// Whether the prediction belongs to this queue, or to a queue of another account, which must not be visible to
    /// this account. A queue of that account predicts it again.
    fileprivate func belongs(to queue: QueueIdentity) -> Bool {
        guard let predicted = events.first as? ChangePredicted else { return false }
        if predicted.queue == queue.journal { return true }
        guard let account = predicted.account, let own = queue.account else { return false }
        return account != own
    }
}
