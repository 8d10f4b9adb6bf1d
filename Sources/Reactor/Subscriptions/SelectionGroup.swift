/// The result of one pass over the groups.
struct DeliveryRound {
    /// The queues that have to be run, in the order of their subscriptions.
    var queues: [DeliveryQueue] = []
    /// The inboxes that were offered a value and are not listed in the table yet.
    var owed: [Inbox] = []
    /// The inboxes whose subscribers were released.
    var released: [Inbox] = []
}

/// The inboxes of equal selections, which share each read of the state. Used only on the core's executor.
class SelectionGroup {
    /// Whether subscribers are notified of each event.
    let isEvery: Bool
    /// The identity of the group.
    let key: SelectionKey?
    private(set) var inboxes: [Inbox] = []
    /// The index in the table or in the gate.
    final var index = 0
    /// The group that decides when this group reads the state; nil if the table decides. Not weak: the outer group
    /// retains this group, and releases it before its own end.
    unowned final var outer: SelectionGroup?

    init(isEvery: Bool, key: SelectionKey?) {
        self.isEvery = isEvery
        self.key = key
    }

    /// Appends the inboxes of the group and of its inner groups.
    func collect(_ inboxes: inout [Inbox]) { inboxes += self.inboxes }

    var isEmpty: Bool { inboxes.isEmpty }

    /// The outermost group, which the table refreshes. It refreshes this group if necessary.
    final var outermost: SelectionGroup { outer?.outermost ?? self }

    /// Removes an inner group.
    func remove(_ group: SelectionGroup) { mustOverride() }

    /// Reads the state, and offers the value to all inboxes if it has changed.
    ///
    /// - Parameter version: The version of the state.
    func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) { mustOverride() }

    /// Adds an inbox, and offers it the current value if it requires an initial value.
    func attach(_ inbox: Inbox, _ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        inbox.group = self
        inbox.index = inboxes.count
        inboxes.append(inbox)
    }

    final func detach(_ inbox: Inbox) {
        inboxes.swapAt(inbox.index, inboxes.count - 1)
        inboxes[inbox.index].index = inbox.index
        inboxes.removeLast()
        inbox.group = nil
    }

    /// Offers a value to one inbox.
    ///
    /// - Parameters:
    ///   - value: The slot with the value.
    ///   - previous: The slot with the last offered value, if any. Retained for comparison if there is a comparison.
    final func offer<Value: Sendable>(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, _ isEqual: Comparison<Value>?,
        to inbox: Inbox,
        _ round: inout DeliveryRound
    ) {
        guard inbox.isAlive else { return round.released.append(inbox) }
        // The table puts an inbox only into a group that its own selection made or has an equal key with. A checked cast
        // The table adds an inbox only to a group that its own selection created or has an equal key with. A checked
        // cast would be a cost for each delivery.
        let typed = unsafeDowncast(inbox, to: ValueInbox<Value>.self)
        if let queue = typed.offer(value, after: previous, isEqual: isEqual) { round.queues.append(queue) }
        guard !inbox.isListed else { return }
        inbox.isListed = true
        round.owed.append(inbox)
    }
}

/// A group with values of a certain type. It reads the value at each refresh, or when its own gate opens.
final class ValueGroup<Value: Sendable>: SelectionGroup {
    private let source: SelectionSource<Value>
    private let gate: SelectionGate?
    private let isEqual: Comparison<Value>?
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
        guard inbox.initial else { return }
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

    /// Moves `next` to `current` if that is retained, and empties `next`.
    private func keepNext() {
        current.clear()
        if keepsCurrent { current.fill(from: next) } else { next.clear() }
    }

    /// Reads the value into `next`, unless it is equal to the current one.
    private func readChanged(_ state: borrowing WholeState) -> Bool {
        guard current.isFull, let isEqual else { return read(state) }
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
