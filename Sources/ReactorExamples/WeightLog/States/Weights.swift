import Reactor

/// The log as the person sees it: what the service is known to have, with the changes still under way on top.
///
/// `entries` is always `confirmed` with every pending change carried out in order. Taking one back is leaving it out,
/// so a failure never brings back an older list over what happened since.
struct Weights: State, Equatable {
    private(set) var confirmed = WeightBook()
    private(set) var pending: [Change] = []
    private(set) var entries: [WeightEntry] = []
    private(set) var withdrawals: [Withdrawal] = []
    private(set) var isRefreshing = false
    /// How many times the service's records arrived. Zero tells an empty log from one not read yet.
    private(set) var refreshes = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as ChangePredicted:
            predict(event.change)
        case let event as ChangeConfirmed:
            guard settle(event.id) != nil else { return }
            confirmed.apply(event.saved)
        case let event as ChangeWithdrawn:
            guard let change = settle(event.id) else { return }
            withdrawals.append(Withdrawal(change: change, reason: event.reason))
        case is RefreshBegan:
            isRefreshing = true
            return
        case let event as RecordsArrived:
            isRefreshing = false
            refreshes += 1
            confirmed = event.book
        case is RefreshFailed:
            isRefreshing = false
            return
        case is Reset<Weights>:
            self = Weights()
        default:
            return
        }
        entries = visibleEntries()
    }

    private mutating func predict(_ change: Change) {
        guard !pending.contains(where: { $0.id == change.id }) else { return }
        pending.append(change)
    }

    private mutating func settle(_ id: Change.ID) -> Change? {
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
        return pending.remove(at: index)
    }

    private func visibleEntries() -> [WeightEntry] {
        var visible = confirmed
        var touched: Set<Int> = []
        for change in pending {
            visible.apply(change.kind)
            touched.formUnion(change.kind.touchedIDs)
        }
        return visible.records.map { record in
            WeightEntry(record: record, status: touched.contains(record.id) ? .pending : .confirmed)
        }
    }
}

extension Change.Kind {
    /// The numbers of the records that this change concerns.
    var touchedIDs: [Int] {
        switch self {
        case .add(let records): records.map(\.id)
        case .update(let record): [record.id]
        case .delete(let id): [id]
        }
    }
}
