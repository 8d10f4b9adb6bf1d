/// The result of one pass over the groups.
struct DeliveryRound {
    /// The queues that have to be run, in the order of their subscriptions.
    var queues: [DeliveryQueue] = []
    /// The inboxes that were offered a value and are not listed in the table yet.
    var owed: [Inbox] = []
    /// The inboxes whose subscribers were released.
    var released: [Inbox] = []
    /// The observable wrappers whose state may have changed.
    var mirrors: [MirrorEntry] = []
}

/// The inboxes of equal selections, which share each read of the state. Used only on the core's executor.
class SelectionGroup {
    /// Whether subscribers are notified of each event.
    let isEvery: Bool
    /// The identity of the group.
    let key: SelectionKey?
    /// Unchecked: only the core's executor uses it, each access is one operation of the array, and a removed inbox is
    /// released after the access. Otherwise the runtime would check it eight times for each subscription.
    @exclusivity(unchecked) final private(set) var inboxes: [Inbox] = []
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
        inbox.leftGroup()
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
        // The table adds an inbox only to a group that its own selection created or has an equal key with. A checked
        // cast would be a cost for each delivery.
        let typed = unsafeDowncast(inbox, to: ValueInbox<Value>.self)
        if let queue = typed.offer(value, after: previous, isEqual: isEqual) { round.queues.append(queue) }
        guard !inbox.isListed else { return }
        inbox.isListed = true
        round.owed.append(inbox)
    }
}
