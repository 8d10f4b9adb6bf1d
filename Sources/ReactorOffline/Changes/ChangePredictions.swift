import Reactor
import ReactorRecording

/// The open predictions of a queue's changes.
///
/// While a queue is opened, it reports its changes, and the app's journal contains the predictions that were pending.
/// If both agree, the prediction continues and nothing is written, so that a process that is killed in the meantime
/// shows the same as the previous one. Missing predictions begin when all changes were reported. A change that was sent
/// and has no prediction is placed before all pending predictions.
final class ChangePredictions<StateType: State>: Sendable {
    /// The prediction of a change that is not in the app's journal.
    private struct Missing {
        let events: [any Event]
        let entities: [any Hashable & Sendable]
        let edition: Int
    }

    private struct Open {
        let prediction: Prediction
        let edition: Int
    }

    private struct Content {
        var open: [ChangeID: Open] = [:]
        var isOpening = true
        /// The queue's predictions in the app's journal. A change can have several, of different editions.
        var resumed: [ChangeID: [ResumedPrediction]] = [:]
        /// The changes whose predictions are not in the app's journal, in the order of queuing.
        var missing: [(id: ChangeID, change: Missing)] = []
    }

    private let core: Core<StateType>
    private let content: Guarded<Content>

    init(core: Core<StateType>, resumed: [ResumedPrediction]) {
        self.core = core
        var content = Content()
        for prediction in resumed {
            guard let own = prediction.events.first as? ChangePredicted else { continue }
            content.resumed[own.id, default: []].append(prediction)
        }
        self.content = Guarded(content)
    }

    /// Begins the prediction of a change, unless it is shown already.
    func begin<Change: OfflineChange>(_ change: QueuedChange<Change>) {
        if let open = content.withLock({ $0.open[change.id] }) {
            if open.edition == change.edition { return }
            rollback(change.id, with: [])
        }
        let events: [any Event] =
            [ChangePredicted(id: change.id, edition: change.edition, account: change.account)] + change.change.predicted
        let entities = [change.id as any Hashable & Sendable] + change.change.entities
        let (resumed, waits) = content.withLock { content -> (Prediction?, Bool) in
            guard content.isOpening else { return (nil, false) }
            let index = content.resumed[change.id]?.firstIndex { $0.predicts(change, events.count) }
            guard let index else {
                let missing = Missing(events: events, entities: entities, edition: change.edition)
                content.missing.append((change.id, missing))
                return (nil, true)
            }
            return (content.resumed[change.id]?.remove(at: index).prediction, false)
        }
        if waits { return }
        if let resumed { core.describe(resumed, about: entities) }
        let prediction = resumed ?? core.predict(events, about: entities)
        content.withLock { $0.open[change.id] = Open(prediction: prediction, edition: change.edition) }
    }

    func resolve(_ id: ChangeID, _ resolution: Resolution) {
        if let prediction = take(id) { return prediction.resolve(resolution) }
        guard let missing = takeMissing(id) else { return }
        switch resolution {
        case .commit: place(missing.events.dropFirst())
        case .commitWith(let events, let following):
            place(events[...])
            core.fire(events: following)
        case .rollback(let events): core.fire(events: events)
        }
    }

    func rollback(_ id: ChangeID, with events: [any Event]) {
        if let prediction = take(id) { return prediction.rollback(with: events) }
        guard takeMissing(id) != nil else { return }
        core.fire(events: events)
    }

    /// Handles that all changes of the queue were reported.
    func opened() {
        let (resumed, missing) = content.withLock { content in
            defer { (content.isOpening, content.resumed, content.missing) = (false, [:], []) }
            return (content.resumed.values.joined().map(\.prediction), content.missing)
        }
        for (id, change) in missing {
            let prediction = core.predict(change.events, about: change.entities)
            let open = Open(prediction: prediction, edition: change.edition)
            content.withLock { $0.open[id] = open }
        }
        for prediction in resumed.sorted(by: { $0.id < $1.id }) { prediction.rollback() }
    }

    func rollBackAll() {
        let open = content.withLock { content in
            defer { content.open = [:] }
            return content.open.values.map(\.prediction).sorted { $0.id < $1.id }
        }
        for prediction in open { prediction.rollback() }
    }

    private func place(_ events: ArraySlice<any Event>) {
        for event in events { core.fire(event: event, .authoritative) }
    }

    private func take(_ id: ChangeID) -> Prediction? {
        content.withLock { $0.open.removeValue(forKey: id) }?.prediction
    }

    private func takeMissing(_ id: ChangeID) -> Missing? {
        content.withLock { content in
            content.missing.firstIndex { $0.id == id }.map { content.missing.remove(at: $0).change }
        }
    }
}

extension ResumedPrediction {
    /// Whether the prediction is complete and of this edition of a change. Equal changes have equal predictions.
    fileprivate func predicts(_ change: QueuedChange<some OfflineChange>, _ count: Int) -> Bool {
        guard let first = events.first as? ChangePredicted else { return false }
        return first == ChangePredicted(id: change.id, edition: change.edition, account: change.account)
            && events.count == count
    }
}
