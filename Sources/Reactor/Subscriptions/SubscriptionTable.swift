/// Decides which values are offered to which subscribers when the state has changed.
///
/// Inboxes of equal selections form a group, which looks at the state once for all of them. It decides only: the queues it
/// returns are run by the core after it has left its executor.
struct SubscriptionTable {
    private var round = DeliveryRound()
    private(set) var count = 0
    /// The groups that look after each pass, and those that look after each event. The first may contain others.
    private(set) var latest = GroupList()
    private(set) var every = GroupList()
    private(set) var subscribers: [ObjectIdentifier: SubscriberInboxes] = [:]
    /// The version of the state that every group has looked at.
    private var version: UInt64 = 0
    private var lastNumber = 0
    /// The inboxes to which something may be owed: offered, and not known to be delivered.
    private var owed: [Inbox] = []
    /// Subscribers whose inboxes were removed, and whose queues were busy then.
    private var emptied: [ObjectIdentifier] = []
    /// The inboxes that were finished while something was owed. The task that delivers keeps them, not the table.
    private(set) var leaving: [Leaving] = []
    /// The next size at which the table looks for inboxes whose subscribers were released, and for queues without inboxes.
    private var sweepAt = 64
    /// The next length of ``owed`` at which its inboxes are checked.
    private var pruneAt = 64

    /// One subscriber. While something is being delivered to it, its queue stays a while after its last inbox was removed.
    struct SubscriberInboxes {
        let queue: DeliveryQueue
        var inboxes: [InboxKey: Inbox] = [:]
    }

    /// Two subscriptions of one subscriber with equal keys are the same.
    struct InboxKey: Hashable {
        let type: ObjectIdentifier
        let key: SelectionKey?
    }

    struct Leaving {
        weak var inbox: Inbox?
    }

    /// Whether a subscriber is to be notified of each event.
    var hasEvery: Bool { !every.groups.isEmpty }

    /// Every inbox, group by group.
    var inboxes: [Inbox] {
        var inboxes: [Inbox] = []
        latest.collect(&inboxes)
        every.collect(&inboxes)
        return inboxes
    }

    private var size: Int { max(count, max(subscribers.count, leaving.count)) }

    /// Takes an inbox in. One subscriber with an equal selection is one inbox however often it comes.
    ///
    /// - Complexity: O(1) amortized, but for the look at the state.
    mutating func attach(_ inbox: Inbox, state: borrowing WholeState, version: UInt64) {
        if let subscriber = inbox.subscriber, !enter(inbox, subscriber) { return }
        lastNumber += 1
        inbox.number = lastNumber
        inbox.wasAbandoned = inbox.isAbandoned
        let group = group(inbox.groupKey, behind: inbox.gate, state, version) { inbox.makeGroup() }
        group.attach(inbox, state, version: version, round: &round)
        count += 1
        if size >= sweepAt { sweep() }
    }

    /// Removes an inbox; does nothing when it was removed before.
    ///
    /// - Complexity: O(1).
    mutating func remove(_ inbox: Inbox) {
        guard let group = inbox.group else { return removeEntry(of: inbox) }
        inbox.reportIfNeverDelivered()
        group.detach(inbox)
        count -= 1
        removeIfEmpty(group)
        removeEntry(of: inbox)
        removeOwed(inbox)
    }

    /// Lets an inbox go to which nothing will be offered any more; what was is still delivered, and waited for.
    private mutating func finish(_ inbox: Inbox) {
        inbox.finish()
        remove(inbox)
        if inbox.isOwed { leaving.append(Leaving(inbox: inbox)) }
    }

    /// Lets every inbox of a subscriber go; what was fired before is still delivered, as its delivery says.
    mutating func finish(_ subscriber: ObjectIdentifier, state: borrowing WholeState, version: UInt64) {
        let inboxes = subscribers[subscriber]?.inboxes.values.sorted { $0.number < $1.number } ?? []
        for inbox in inboxes {
            inbox.group?.outermost.refresh(state, version: version, round: &round)
            finish(inbox)
        }
    }

    /// Offers what changed to the subscribers that want the newest. Costs nothing while the state stays as it is.
    mutating func refresh(state: borrowing WholeState, version: UInt64) {
        guard version != self.version else { return }
        self.version = version
        latest.refresh(state, version: version, round: &round)
    }

    /// Offers the current value to the subscribers that are notified of each event.
    mutating func refreshEvery(state: borrowing WholeState, version: UInt64) {
        every.refresh(state, version: version, round: &round)
    }

    /// Ends every subscription; what was offered is still delivered.
    mutating func finish() {
        for inbox in inboxes { finish(inbox) }
    }

    /// The queues that are to be run for the values that were offered since the last call.
    mutating func takeQueues() -> [DeliveryQueue] {
        for inbox in round.released { remove(inbox) }
        takeOwed()
        defer { round = DeliveryRound() }
        return round.queues
    }

    // MARK: Settling

    /// Ends `wait` when what was offered so far is delivered, also by inboxes that were finished since.
    ///
    /// - Complexity: O(inboxes to which something was offered since this was last asked), whatever is attached.
    mutating func add(_ wait: DeliveryWait) {
        takeOwed()
        sweepOwed { $0.add(wait) }
    }

    /// Whether something is owed that holds up a caller in the update of this queue, if any.
    mutating func owes(_ waiting: DeliveryQueue?) -> Bool {
        takeOwed()
        sweepOwed(\.isOwed)
        let all = owed + leaving.compactMap(\.inbox)
        return all.contains { inbox in
            inbox.queue.lock.lock()
            defer { inbox.queue.lock.unlock() }
            return inbox.queue.holdsUp(waiting)
        }
    }

    private mutating func takeOwed() {
        if round.owed.isEmpty { return }
        for inbox in round.owed {
            inbox.owedIndex = owed.count
            owed.append(inbox)
        }
        round.owed = []
        guard owed.count >= pruneAt else { return }
        sweepOwed(\.isOwed)
        pruneAt = max(64, owed.count * 2)
    }

    /// Keeps the inboxes to which something is owed.
    private mutating func sweepOwed(_ isOwed: (Inbox) -> Bool) {
        var kept = 0
        for inbox in owed {
            inbox.isListed = isOwed(inbox)
            guard inbox.isListed else { continue }
            inbox.owedIndex = kept
            owed[kept] = inbox
            kept += 1
        }
        owed.removeLast(owed.count - kept)
        leaving.removeAll { entry in entry.inbox.map { !isOwed($0) } ?? true }
        let emptied = emptied
        self.emptied = []
        for subscriber in emptied { removeIfIdle(subscriber) }
    }

    private mutating func removeOwed(_ inbox: Inbox) {
        takeOwed()
        guard inbox.isListed else { return }
        inbox.isListed = false
        let last = owed.removeLast()
        guard last !== inbox else { return }
        owed[inbox.owedIndex] = last
        last.owedIndex = inbox.owedIndex
    }

    // MARK: Subscribers and groups

    /// Enters an inbox for its subscriber; false if there is one like it.
    private mutating func enter(_ inbox: Inbox, _ subscriber: ObjectIdentifier) -> Bool {
        let key = InboxKey(type: ObjectIdentifier(type(of: inbox)), key: inbox.key)
        if let known = subscribers[subscriber]?.inboxes[key] {
            // A subscriber that was released may have left its address to this one.
            if known.isAlive { return false }
            remove(known)
        }
        inbox.queue = subscribers[subscriber]?.queue ?? inbox.queue
        subscribers[subscriber, default: SubscriberInboxes(queue: inbox.queue)].inboxes[key] = inbox
        return true
    }

    private mutating func removeEntry(of inbox: Inbox) {
        guard let subscriber = inbox.subscriber else { return }
        let key = InboxKey(type: ObjectIdentifier(type(of: inbox)), key: inbox.key)
        guard subscribers[subscriber]?.inboxes[key] === inbox else { return }
        subscribers[subscriber]?.inboxes[key] = nil
        removeIfIdle(subscriber)
    }

    private mutating func removeIfIdle(_ subscriber: ObjectIdentifier) {
        guard let entry = subscribers[subscriber], entry.inboxes.isEmpty else { return }
        if entry.queue.isIdle { subscribers[subscriber] = nil } else { emptied.append(subscriber) }
    }

    /// Returns the group with a key, or the group that is made. Its outer group has read the state by then.
    private mutating func group(
        _ key: SelectionKey?, behind gate: SharedGate?, _ state: borrowing WholeState, _ version: UInt64,
        make: () -> SelectionGroup
    ) -> SelectionGroup {
        if let gate {
            let outer = group(gate.key, behind: gate.outer, state, version, make: gate.makeGroup)
            outer.refresh(state, version: version, round: &round)
            return gate.group(outer, key, make)
        }
        if let known = latest.group(key) { return known }
        let group = make()
        if group.isEvery { every.add(group) } else { latest.add(group) }
        return group
    }

    private mutating func removeIfEmpty(_ group: SelectionGroup) {
        guard group.isEmpty else { return }
        if let outer = group.outer {
            outer.remove(group)
            removeIfEmpty(outer)
        } else if group.isEvery {
            every.remove(group)
        } else {
            latest.remove(group)
        }
    }

    /// Removes inboxes whose subscribers were released, queues without inboxes, and the note of inboxes to which everything
    /// was delivered. Costs O(inboxes): done whenever the table has doubled, which is O(1) an addition.
    private mutating func sweep() {
        for inbox in inboxes where !inbox.isAlive { remove(inbox) }
        sweepOwed(\.isOwed)
        sweepAt = max(64, size * 2)
    }
}
