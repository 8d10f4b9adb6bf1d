import Reactor
import ReactorRecording

/// The open predictions of a queue's changes.
///
/// While a queue is being opened it says what it holds, and the app's journal has brought what was pending. Where both say
/// the same, the prediction goes on and nothing is written: a process that is killed meanwhile shows what the one before
/// showed. What is missing is predicted when all has been said. What was sent, and is known to the app or never was, is no
/// prediction any more: it goes below all that is pending.
final class ChangePredictions<StateType: State>: Sendable {
    /// What a change predicts, and what it is about.
    private struct Missing {
        let events: [any Event]
        let entities: [any Hashable & Sendable]
        let edition: Int
    }

    /// What is shown of a change.
    private struct Open {
        let prediction: Prediction
        let edition: Int
    }

    private struct Content {
        var open: [ChangeID: Open] = [:]
        var isOpening = true
        /// The queue's own that the app's journal brought. There may be several of a change, of its editions.
        var resumed: [ChangeID: [ResumedPrediction]] = [:]
        /// What the queue holds and the app's journal did not bring, in the order of queuing.
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

    /// The queue has said all it holds.
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
    /// Whether it is of this edition of a change, and whole. The rest follows: the same change predicts the same.
    fileprivate func predicts(_ change: QueuedChange<some OfflineChange>, _ count: Int) -> Bool {
        guard let first = events.first as? ChangePredicted else { return false }
        return first == ChangePredicted(id: change.id, edition: change.edition, account: change.account)
            && events.count == count
    }
}
