import Reactor
import ReactorRecording
import ReactorServices

/// The state of a queue's journal: everything that must survive a crash.
struct ChangeQueueState<Change: OfflineChange>: State, Codable {
    var queued: [ChangeID: QueuedChange<Change>] = [:]
    var refused: [ChangeID: DeadLetter<Change>] = [:]
    /// The changes that were pushed, and whose results are not known to be shown.
    var sent: [ChangeID: QueuedChange<Change>] = [:]
    var lastNumber = 0
    /// The number of sent changes, or nil in older journals.
    var lastSent: Int?
    /// The phases that the app's journal contains. A queued change without a phase here is reported with its prediction.
    var told: PhasesStored?
    /// The account of the changes, or nil if none was set.
    var account: String?

    mutating func react(to event: any Event) {
        if let event = event as? PhasesStored { return store(event) }
        change(event)
        if let id = id(changedBy: event) { told?.phases[id] = nil }
    }

    /// The change that has another phase after an event.
    private func id(changedBy event: any Event) -> ChangeID? {
        switch event {
        case let event as ChangeSent: event.id
        case let event as ChangeRefused: event.id
        case let event as ChangeRetried: event.id
        case let event as ChangeEdited<Change>: event.id
        case let event as ChangeDropped: event.id
        default: nil
        }
    }

    private mutating func store(_ event: PhasesStored) {
        if told?.journal != event.journal { told = PhasesStored(journal: event.journal, phases: [:]) }
        for (id, phase) in event.phases { told?.phases[id] = phase == .queued ? nil : phase }
    }

    private mutating func change(_ event: any Event) {
        switch event {
        case let event as ChangeQueued<Change>:
            lastNumber += 1
            var change = QueuedChange(id: event.id, number: lastNumber, change: event.change, account: account)
            change.record.name(event.files ?? [:])
            change.previous = unsettled(in: change.change.lane)
            queued[event.id] = change
        case let event as AccountNamed: name(event.account)
        case let event as StepSending:
            queued[event.id]?.sending = event.key
            queued[event.id]?.record.name(event.files ?? [:])
        case let event as StepAnswered:
            queued[event.id]?.answered(event.exchange)
            queued[event.id]?.record.name(event.files ?? [:])
        case let event as StepPaused: queued[event.id]?.pause = event.pause
        case let event as SequenceRestarted: queued[event.id]?.restart(keeping: event.keeping)
        case let event as ChangeSent:
            guard var change = queued.removeValue(forKey: event.id) else { return }
            let order = (lastSent ?? 0) + 1
            lastSent = order
            if let exchange = change.record.exchanges.last {
                change.previous = LaneResponse(exchange: exchange, order: order)
            }
            sent[event.id] = change
            pass(change.previous, to: event.next)
        case let event as ChangeSettled: sent[event.id] = nil
        case let event as ChangeRefused:
            guard let change = queued.removeValue(forKey: event.id) else { return }
            refused[event.id] = DeadLetter(queued: change, refusal: event.refusal)
            pass(change.previous, to: event.next)
        case let event as ChangeRetried:
            guard var change = refused.removeValue(forKey: event.id)?.queued else { return }
            change.retry()
            queued[event.id] = change
        case let event as ChangeEdited<Change>:
            guard var change = queued[event.id] ?? refused.removeValue(forKey: event.id)?.queued else { return }
            pass(change.previous, to: event.next)
            change.edit(event.change)
            change.previous = unsettled(in: change.change.lane)
            queued[event.id] = change
        case let event as ChangeDropped:
            pass(queued[event.id]?.previous, to: event.next)
            queued[event.id] = nil
            refused[event.id] = nil
        default: break
        }
    }

    /// The last response in a lane that the app's state may not contain yet.
    private func unsettled(in lane: LaneName) -> LaneResponse? {
        sent.values.filter { $0.change.lane == lane }.compactMap(\.previous).max { $0.order < $1.order }
    }

    /// Passes the last response in a lane to the lane's next change, unless it has a later one.
    private mutating func pass(_ response: LaneResponse?, to next: ChangeID?) {
        guard let response, let next, let change = queued[next] else { return }
        if let later = change.previous, later.order > response.order { return }
        queued[next]?.previous = response
    }

    /// Changes from before the first account was set become those of that account.
    private mutating func name(_ account: String?) {
        self.account = account
        for id in queued.keys { queued[id]?.account = account }
        for id in refused.keys { refused[id]?.queued.account = account }
        for id in sent.keys { sent[id]?.account = account }
    }

    static var catalog: EventCatalog<Self> {
        func upcasting(at places: [[String?]]) -> [Int: Upcaster] {
            Change.upcasting.mapValues { upcast in
                { json in for place in places { try json.change(at: place[...], upcast) } }
            }
        }
        let inEntry = upcasting(at: [["change"]])
        let inState = upcasting(
            at: [["queued", nil, "change"], ["sent", nil, "change"], ["refused", nil, "queued", "change"]])
        return EventCatalog(
            version: Change.version, upcasting: inState,
            events: [
                .event(AccountNamed.self, as: "account.named"),
                .event(ChangeQueued<Change>.self, as: "change.queued", version: Change.version, upcasting: inEntry),
                .event(StepSending.self, as: "step.sending"),
                .event(StepAnswered.self, as: "step.answered"),
                .event(StepPaused.self, as: "step.paused"),
                .event(SequenceRestarted.self, as: "sequence.restarted"),
                .event(ChangeSent.self, as: "change.sent"),
                .event(ChangeSettled.self, as: "change.settled"),
                .event(ChangeRefused.self, as: "change.refused"),
                .event(ChangeRetried.self, as: "change.retried"),
                .event(ChangeEdited<Change>.self, as: "change.edited", version: Change.version, upcasting: inEntry),
                .event(ChangeDropped.self, as: "change.dropped"),
                .event(PhasesStored.self, as: "phases.stored"),
            ])
    }
}

extension JSON {
    /// Changes the values at a place, in which nil is every member.
    fileprivate mutating func change(at place: ArraySlice<String?>, _ upcast: Upcaster) throws {
        guard let step = place.first else { return try upcast(&self) }
        for name in step.map({ [$0] }) ?? object?.members.map(\.key) ?? [] {
            guard var value = self[name] else { continue }
            try value.change(at: place.dropFirst(), upcast)
            self[name] = value
        }
    }
}

extension QueuedChange {
    fileprivate mutating func answered(_ exchange: Exchange) {
        record.exchanges.append(exchange)
        pause = nil
    }

    fileprivate mutating func restart(keeping count: Int) {
        record.exchanges.removeSubrange(min(count, record.exchanges.count)...)
        record.restarts += 1
    }

    fileprivate mutating func retry() {
        sending = nil
        pause = nil
        restartsBefore = record.restarts
    }

    fileprivate mutating func edit(_ change: Change) {
        self.change = change
        record = SequenceRecord()
        sending = nil
        pause = nil
        restartsBefore = 0
        edition += 1
    }
}
