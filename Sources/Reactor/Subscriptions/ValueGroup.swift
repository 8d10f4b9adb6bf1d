/// A group with values of a certain type. It reads the value at each refresh, or when its own gate opens.
final class ValueGroup<Value: Sendable>: SelectionGroup {
    private let source: SelectionSource<Value>
    private let gate: SelectionGate?
    private let isEqual: Comparison<Value>?
    /// Whether the inboxes compare, and not the group.
    private let comparesDelivered: Bool
    /// Whether the last offered value is retained: for comparison, or because it is not read again while the gate is
    /// closed.
    private let keepsCurrent: Bool
    /// Whether the value is computed from inputs, so that it is read again only if one of them has changed.
    private let isDerived: Bool
    /// The last offered value, if it is retained; and the slot for the next value, empty between two reads.
    private let current = Slot<Value>()
    private let next = Slot<Value>()
    /// Whether the child state of the value existed at the last read.
    private var isPresent = false
    private var version: UInt64 = 0

    init(_ selection: Selection<Value>) {
        source = selection.source
        gate = selection.isEvery ? selection.gate?.makeOwn?() : nil
        isEqual = selection.isEvery ? nil : selection.makeComparison()
        comparesDelivered = selection.comparesDelivered
        isDerived = selection.gate?.makeOwn != nil
        keepsCurrent = isEqual != nil || isDerived
        super.init(isEvery: selection.isEvery, key: selection.groupKey)
    }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        if let gate, !gate(state) {
            guard isEvery && isPresent else { return }
            for inbox in inboxes { offer(current, after: next, nil, to: inbox, &round) }
            return
        }
        let wasAbsent = !isPresent
        if readChanged(state) {
            for inbox in inboxes { offer(next, after: current, isEqual, to: inbox, &round) }
            keepNext()
        } else if wasAbsent && isPresent {
            // The value is new for inboxes that were attached while it did not exist.
            for inbox in inboxes where inbox.attachedWhileAbsent {
                offer(current, after: next, isEqual, to: inbox, &round)
            }
        }
        if wasAbsent && isPresent { for inbox in inboxes { inbox.attachedWhileAbsent = false } }
    }

    override func attach(_ inbox: Inbox, _ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        // A group with a gate, which has just been checked, has the current value once it has read it.
        if outer == nil || self.version == 0 { refresh(state, version: version, round: &round) }
        let isFirst = inboxes.isEmpty
        super.attach(inbox, state, version: version, round: &round)
        inbox.attachedWhileAbsent = !isPresent
        guard inbox.initial else { return begin(inbox) }
        if keepsCurrent {
            // The value in the state can be equal to the current one, and differ in a property that `==` does not
            // compare.
            if !isFirst, !isDerived, read(state) { keepNext() }
            if isPresent { offer(current, after: next, isEqual, to: inbox, &round) }
        } else if read(state) {
            offer(next, after: current, isEqual, to: inbox, &round)
            next.clear()
        }
    }

    /// Passes the current value to an inbox that compares with it and does not deliver it.
    private func begin(_ inbox: Inbox) {
        guard comparesDelivered && current.isFull && isPresent else { return }
        // As in `offer`.
        unsafeDowncast(inbox, to: ValueInbox<Value>.self).begin(after: current)
    }

    /// Moves `next` to `current` if that is retained, and empties `next`.
    private func keepNext() {
        current.clear()
        if keepsCurrent { current.fill(from: next) } else { next.clear() }
    }

    /// Reads the value into `next`, unless it is equal to the current one.
    private func readChanged(_ state: borrowing WholeState) -> Bool {
        guard current.isFull, !comparesDelivered, let isEqual else { return read(state) }
        if case .stored(let offset) = source.location {
            if state.isEqual(offset, to: current, by: isEqual) { return false }
            state.copy(offset, to: next)
            return true
        }
        guard read(state) else { return false }
        guard next.isEqual(to: current, by: isEqual) else { return true }
        next.clear()
        return false
    }

    /// Reads the value into `next`. Returns false if there is no value.
    private func read(_ state: borrowing WholeState) -> Bool {
        switch source.location {
        case .stored(let offset): state.copy(offset, to: next)
        case .computed(let compute): compute(state) { next.fill(copying: $0) }
        }
        isPresent = next.isFull
        return isPresent
    }
}
