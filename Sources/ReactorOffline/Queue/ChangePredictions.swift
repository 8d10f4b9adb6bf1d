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
        /// The resolutions that the core may not have applied yet.
        var ending: [PredictionID: Ending] = [:]
        var observer: Int?
        var whenReset: (@Sendable () -> Void)?
    }

    private struct Ending {
        let shown: Shown
        let resolution: Resolution
        let site: CallSite
    }

    private let core: Core<StateType>
    private let recorded: Journal?
    private let queue: QueueIdentity
    private let content: Guarded<Content>

    init(core: Core<StateType>, of queue: QueueIdentity) {
        self.core = core
        self.queue = queue
        let pending = core.queuePredictions()
        recorded = pending.journal
        content = Guarded(Content(resumed: pending.take { $0.belongs(to: queue) }))
        let observer = core.observeResets { [weak self] ids in self?.wasReset(ids) }
        content.withLock { $0.observer = observer }
    }

    var journal: String? { recorded?.id }

    func observeResets(_ body: @escaping @Sendable () -> Void) { content.withLock { $0.whenReset = body } }

    /// Shows the changes again after a reset of the state, above it. A result that was fired after the reset, and is
    /// refused because the prediction was rolled back, is fired again.
    private func wasReset(_ ids: [PredictionID]) {
        let (shown, ended, body) = content.withLock { content in
            content.resumed.removeAll { ids.contains($0.id) }
            content.found = content.found?.map { ($0.shown, $0.item.flatMap { ids.contains($0.id) ? nil : $0 }) }
            let shown = content.open.values.filter { ids.contains($0.prediction.id) }
            let ended = content.ending.filter { ids.contains($0.key) }
            return (shown.sorted { $0.prediction.id < $1.prediction.id }.map(\.shown), ended, content.whenReset)
        }
        for (_, ending) in ended.sorted(by: { $0.key < $1.key }) {
            apply(ending.resolution, of: ending.shown, at: ending.site)
        }
        for shown in shown { beginNew(shown) }
        body?()
    }

    func begin<Change: OfflineChange>(_ change: QueuedChange<Change>, isReported: Bool, at site: CallSite) {
        let edition = content.withLock { $0.open[change.id]?.shown.edition }
        if edition == change.edition { return }
        if edition != nil { rollback(change.id, with: [], at: site) }
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
        if isReported && edition == nil { beginNew(shown) } else { predict(shown) }
    }

    /// Shows a change that is new for the state. In the app's journal, the prediction implies the event before it.
    private func beginNew(_ shown: Shown) {
        notify(ChangeEvent(id: shown.id, lane: shown.lane, phase: .queued), at: shown.site)
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

    func fire(_ events: [any Event], at site: CallSite) {
        core.fire(events: events, fileID: site.fileID, line: site.line)
    }

    func resolve(_ id: ChangeID, _ resolution: Resolution, at site: CallSite) {
        guard let (shown, prediction) = take(id) else { return }
        guard let prediction else { return apply(resolution, of: shown, at: site) }
        content.withLock { $0.ending[prediction.id] = Ending(shown: shown, resolution: resolution, site: site) }
        prediction.resolve(resolution, fileID: site.fileID, line: site.line)
    }

    func rollback(_ id: ChangeID, with events: [any Event], at site: CallSite) {
        resolve(id, .rollback(with: events), at: site)
    }

    /// Applies the result of a change that has no prediction.
    private func apply(_ resolution: Resolution, of shown: Shown, at site: CallSite) {
        switch resolution.kind {
        case .commit: place(shown.events.dropFirst(), at: site)
        case .replace(let events, let following):
            place(events[...], at: site)
            fire(following, at: site)
        case .rollback(let events): fire(events, at: site)
        }
    }

    nonisolated(nonsending) func stored() async throws {
        let ending = content.withLock { Array($0.ending.keys) }
        await core.settled()
        content.withLock { content in for id in ending { content.ending[id] = nil } }
        try await recorded?.durable()
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
                let prediction = core.holdOwned(item.id, about: shown.entities, begun: shown.site)
                content.withLock { $0.open[shown.id] = (shown, prediction) }
            } else {
                // Later changes of the lane follow it.
                reordered.insert(shown.lane)
                if item == nil { beginNew(shown) } else { predict(shown) }
                rollBack(item)
            }
        }
        for item in resumed { rollBack(item) }
    }

    func closed() {
        if let observer = content.withLock({ $0.observer.take() }) { core.endObservingResets(observer) }
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
