// Decisions of the app about changes.
extension ChangeMachine {
    /// Retries an unchanged dead letter in its previous position, with the same keys.
    mutating func retry(_ id: ChangeID) throws(ChangeQueueError) -> [Effect] {
        guard let letter = state.refused[id] else { throw .unknownChange(id) }
        lanes[letter.change.lane]?.deadLetters -= 1
        return apply(ChangeRetried(id: id)) + revived(id, from: letter.change.lane)
    }

    /// Replaces a dead letter, or a queued change of which no step was sent, by another change in its previous position,
    /// from its first step, with new keys.
    mutating func edit(_ id: ChangeID, to change: Change) throws(ChangeQueueError) -> [Effect] {
        if let queued = state.queued[id] {
            guard !queued.hasBegun else { throw .sending(id) }
            let effects = apply(ChangeEdited(id: id, change: change, next: following(id, in: queued.change.lane)))
            left(id, queued.change.lane)
            return effects + revived(id, from: queued.change.lane)
        }
        guard let letter = state.refused[id] else { throw .unknownChange(id) }
        lanes[letter.change.lane]?.deadLetters -= 1
        return apply(ChangeEdited(id: id, change: change)) + revived(id, from: letter.change.lane)
    }

    mutating func drop(_ id: ChangeID) throws(ChangeQueueError) -> [Effect] {
        if let letter = state.refused[id] {
            lanes[letter.change.lane]?.deadLetters -= 1
            let effects = apply(ChangeDropped(id: id))
            giveTurn(to: letter.change.lane)
            return effects + [notify(letter.queued, .dropped)] + freed(letter.change.lane) + next()
        }
        guard let change = state.queued[id] else { throw .unknownChange(id) }
        let name = change.change.lane
        guard lanes[name]?.isInFlight != true || lanes[name]?.active != id else { throw .sending(id) }
        let effects = apply(ChangeDropped(id: id, next: following(id, in: name)))
        left(id, name)
        giveTurn(to: name)
        return effects + [.rollback(id, []), notify(change, .dropped)] + next()
    }

    /// Removes a queued change from its lane.
    private mutating func left(_ id: ChangeID, _ name: LaneName) {
        lanes[name]?.leave(id)
        guard lanes[name]?.changes.isEmpty == true else { return }
        turns.removeAll { $0 == name }
        lanes[name]?.hasTurn = false
        waits.end(name)
    }

    /// Drops everything, including the account.
    mutating func dropAll() -> [Effect] {
        var effects: [Effect] = []
        for change in state.queued.values.sorted(by: { $0.number < $1.number }) {
            effects += apply(ChangeDropped(id: change.id)) + [.rollback(change.id, []), notify(change, .dropped)]
        }
        for letter in state.refused.values.sorted(by: { $0.queued.number < $1.queued.number }) {
            effects += apply(ChangeDropped(id: letter.id)) + [notify(letter.queued, .dropped)]
        }
        for id in state.sent.keys.sorted(by: { $0.rawValue < $1.rawValue }) { effects += apply(ChangeSettled(id: id)) }
        (lanes, turns, waits) = ([:], [], Waits())
        return effects + apply(AccountNamed(account: nil))
    }

    mutating func name(_ account: String?) -> [Effect] { apply(AccountNamed(account: account)) }

    private mutating func revived(_ id: ChangeID, from old: LaneName) -> [Effect] {
        let effects = joined(id) + refusedIfUnsendable(id)
        // The change may have moved to another lane, and the previous lane may continue.
        giveTurn(to: old)
        return effects + freed(old, but: id) + next()
    }

    /// Returns the events for changes that waited for a dead letter: they are queued again, or wait for the next dead
    /// letter.
    private func freed(_ name: LaneName, but id: ChangeID? = nil) -> [Effect] {
        guard options.lanePolicy(name) == .stops, blocker(of: name) == nil else { return standing(in: name) }
        let waiting = (lanes[name]?.changes ?? []).filter { $0 != id }
        return waiting.compactMap { state.queued[$0] }.map { notify($0, .queued) }
    }
}
