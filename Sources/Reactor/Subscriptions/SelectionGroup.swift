/// The outcome of one look at the state.
struct DeliveryRound {
    /// The queues in which a value waits and no task delivers yet, in the order of their subscriptions.
    var queues: [DeliveryQueue] = []
    /// Inboxes that were offered a value, each once until the delivery of that value is checked.
    var owed: [Inbox] = []
    /// Inboxes whose subscribers were released.
    var released: [Inbox] = []
}

/// The inboxes of equal selections, which share each look at the state. Touched on the core's executor alone.
class SelectionGroup {
    /// Whether its subscribers are notified of each event.
    let isEvery: Bool
    /// The key that it is found by.
    let key: SelectionKey?
    private(set) var inboxes: [Inbox] = []
    /// Its index in the table, or in its gate.
    final var index = 0
    /// The group that decides when this group reads the state, if not the table. Not weak: the outer group keeps
    /// this group, and releases it before it ends.
    unowned final var outer: SelectionGroup?

    init(isEvery: Bool, key: SelectionKey?) {
        self.isEvery = isEvery
        self.key = key
    }

    /// Adds its inboxes, and those of the groups inside it.
    func collect(_ inboxes: inout [Inbox]) { inboxes += self.inboxes }

    var isEmpty: Bool { inboxes.isEmpty }

    /// The group that the table has look, so that this one does if it is to.
    final var outermost: SelectionGroup { outer?.outermost ?? self }

    /// Removes a group that is inside it.
    func remove(_ group: SelectionGroup) { mustOverride() }

    /// Looks at the state, and offers the value to all inboxes if it has changed.
    ///
    /// - Parameter version: a number that changes with the state.
    func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) { mustOverride() }

    /// Takes an inbox in, and offers it the current value if it wants that.
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
    ///   - value: where the value lies.
    ///   - previous: what was offered before, if anything was. Kept to compare with, if there is a comparison.
    final func offer<Value: Sendable>(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, _ isEqual: Comparison<Value>?,
        to inbox: Inbox,
        _ round: inout DeliveryRound
    ) {
        guard inbox.isAlive else { return round.released.append(inbox) }
        // The table puts an inbox only into a group that its own selection made or has an equal key with. A checked cast
        // would be paid for each delivery.
        let typed = unsafeDowncast(inbox, to: ValueInbox<Value>.self)
        if let queue = typed.offer(value, after: previous, isEqual: isEqual) { round.queues.append(queue) }
        guard !inbox.isListed else { return }
        inbox.isListed = true
        round.owed.append(inbox)
    }
}

/// A group of one type of value. It reads at each refresh, or if it has its own gate, when that opens.
final class ValueGroup<Value: Sendable>: SelectionGroup {
    private let source: SelectionSource<Value>
    private let gate: SelectionGate?
    private let isEqual: Comparison<Value>?
    /// Whether what was offered last is kept: to compare with, or since it is not read again while the gate stays shut.
    private let keepsCurrent: Bool
    /// Whether the value is computed from inputs, and read again only if one of them has changed.
    private let isDerived: Bool
    /// The last value that the inboxes were offered, if it is kept; and the slot for the next, empty between two
    /// reads.
    private let current = Slot<Value>()
    private let next = Slot<Value>()
    /// Whether the part that the value belongs to was present when it was last read.
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
            // What the others know is new to those who came in between.
            for inbox in inboxes where inbox.attachedWhileAbsent {
                offer(current, after: next, isEqual, to: inbox, &round)
            }
        }
        if wasAbsent && isPresent { for inbox in inboxes { inbox.attachedWhileAbsent = false } }
    }

    override func attach(_ inbox: Inbox, _ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        // Behind a gate, which has just looked, it knows the value once it has read it.
        if outer == nil || self.version == 0 { refresh(state, version: version, round: &round) }
        let isFirst = inboxes.isEmpty
        super.attach(inbox, state, version: version, round: &round)
        inbox.attachedWhileAbsent = !isPresent
        guard inbox.initial else { return }
        if keepsCurrent {
            // The value in the state may be equal to the current one and differ in a member that `==` does not compare.
            if !isFirst, !isDerived, read(state) { keepNext() }
            if isPresent { offer(current, after: next, isEqual, to: inbox, &round) }
        } else if read(state) {
            offer(next, after: current, isEqual, to: inbox, &round)
            next.clear()
        }
    }

    /// Makes what is at `next` the current value if that is kept, and empties `next`.
    private func keepNext() {
        current.clear()
        if keepsCurrent { current.fill(from: next) } else { next.clear() }
    }

    /// Reads the value to `next` unless it equals the current one.
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

    /// Reads the value to `next`; false if there is none.
    private func read(_ state: borrowing WholeState) -> Bool {
        switch source.location {
        case .stored(let offset): state.copy(offset, to: next)
        case .computed(let compute): compute(state) { next.fill(copying: $0) }
        }
        isPresent = next.isFull
        return isPresent
    }
}
