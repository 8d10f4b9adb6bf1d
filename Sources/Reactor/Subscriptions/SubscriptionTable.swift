/// The subscriptions of a core. The table decides which values are offered to which subscribers when the state has
/// changed.
///
/// Inboxes of equal selections form a group, which reads the state once for all of them. The table only decides: the
/// core runs the returned queues after it has left its executor.
struct SubscriptionTable {
    private var round = DeliveryRound()
    private(set) var count = 0
    /// The groups that read after each pass, and those that read after each event. The first can contain inner groups.
    private(set) var latest = GroupList()
    private(set) var every = GroupList()
    private(set) var subscribers: [ObjectIdentifier: SubscriberInboxes] = [:]
    /// The version of the state at the last refresh.
    private var version: UInt64 = 0
    private var lastNumber = 0
    /// The inboxes with offered values that may not be delivered yet.
    private var owed: [Inbox] = []
    /// The subscribers whose inboxes were removed while their queues were busy.
    private var emptied: [ObjectIdentifier] = []
    /// The inboxes that were finished before all values were delivered. The delivering task retains them, not the
    /// table.
    private(set) var leaving: [Leaving] = []
    /// The size at which the table next looks for inboxes of released subscribers, and for queues without inboxes.
    private var sweepAt = 64
    /// The length of ``owed`` at which its inboxes are next checked.
    private var pruneAt = 64

    /// The inboxes of one subscriber. While a value is being delivered, the queue remains after the last inbox was
    /// removed.
    struct SubscriberInboxes {
        let queue: DeliveryQueue
        var inboxes: [InboxKey: Inbox] = [:]
    }

    /// The identity of an inbox among those of one subscriber.
    struct InboxKey: Hashable {
        let type: ObjectIdentifier
        let key: SelectionKey?
    }

    struct Leaving {
        weak var inbox: Inbox?
    }

    /// Whether a subscriber is notified of each event.
    var hasEvery: Bool { !every.groups.isEmpty }

    /// All inboxes, group by group.
    var inboxes: [Inbox] {
        var inboxes: [Inbox] = []
        latest.collect(&inboxes)
        every.collect(&inboxes)
        return inboxes
    }

    private var size: Int { max(count, max(subscribers.count, leaving.count)) }

    /// Adds an inbox. If the subscriber already has an equal selection, nothing changes.
    ///
    /// - Complexity: O(1) amortized, in addition to a read of the state.
    mutating func attach(_ inbox: Inbox, state: borrowing WholeState, version: UInt64) {
        if let subscriber = inbox.subscriber, !enter(inbox, subscriber) { return }
        lastNumber += 1
        inbox.number = lastNumber
        inbox.wasAbandoned = inbox.isAbandoned
        let group = group(of: inbox, state, version)
        group.attach(inbox, state, version: version, round: &round)
        count += 1
        if size >= sweepAt { sweep() }
    }

    /// Removes an inbox, if it was not removed before.
    ///
    /// - Complexity: O(1).
    mutating func remove(_ inbox: Inbox) {
        guard let group = inbox.group else { return removeEntry(of: inbox) }
        inbox.reportIfNeverCalled()
        group.detach(inbox)
        count -= 1
        if group.isEvery { every.removeIfEmpty(group) } else { latest.removeIfEmpty(group) }
        removeEntry(of: inbox)
        removeOwed(inbox)
    }

    /// Removes an inbox, which still delivers the values that were offered before.
    private mutating func finish(_ inbox: Inbox) {
        inbox.finish()
        remove(inbox)
        if inbox.isOwed { leaving.append(Leaving(inbox: inbox)) }
    }

    /// Removes all inboxes of a subscriber. Changes that were fired before are still delivered, according to its
    /// ``Delivery``.
    mutating func finish(_ subscriber: ObjectIdentifier, state: borrowing WholeState, version: UInt64) {
        let inboxes = subscribers[subscriber]?.inboxes.values.sorted { $0.number < $1.number } ?? []
        for inbox in inboxes {
            inbox.group?.outermost.refresh(state, version: version, round: &round)
            finish(inbox)
        }
    }

    /// Offers changed values to the subscribers with `.latest`. Without a change of the state, this is free.
    mutating func refresh(state: borrowing WholeState, version: UInt64) {
        guard version != self.version else { return }
        self.version = version
        latest.refresh(state, version: version, round: &round)
    }

    /// Offers the current value to the subscribers with `.every`.
    mutating func refreshEvery(state: borrowing WholeState, version: UInt64) {
        every.refresh(state, version: version, round: &round)
    }

    /// Ends every subscription. Values that were offered before are still delivered.
    mutating func finish() {
        for inbox in inboxes { finish(inbox) }
    }

    /// Returns the queues that have to be run for the values that were offered since the last call.
    mutating func takeQueues() -> [DeliveryQueue] {
        for inbox in round.released { remove(inbox) }
        takeOwed()
        defer { round = DeliveryRound() }
        return round.queues
    }

    // MARK: Waiting for deliveries

    /// Ends `wait` when everything that was offered so far is delivered, including the values of finished inboxes.
    ///
    /// - Complexity: O(inboxes that were offered a value since the last call), regardless of the number of
    ///   subscriptions.
    mutating func add(_ wait: DeliveryWait) {
        takeOwed()
        sweepOwed { $0.add(wait) }
    }

    /// Returns whether there are undelivered values for which a caller has to wait. `waiting` is the queue of the
    /// update that contains the call, if any.
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

    /// Retains only the inboxes with undelivered values.
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

    /// Adds an inbox to its subscriber; false if there is an equal one.
    private mutating func enter(_ inbox: Inbox, _ subscriber: ObjectIdentifier) -> Bool {
        let key = InboxKey(type: ObjectIdentifier(type(of: inbox)), key: inbox.key)
        if let known = subscribers[subscriber]?.inboxes[key] {
            // A released subscriber can have had the same address as this one.
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

    /// Returns the group of an inbox, which is created if it does not exist.
    private mutating func group(of inbox: Inbox, _ state: borrowing WholeState, _ version: UInt64) -> SelectionGroup {
        // A group that reads after each event has neither a key nor a gate.
        if inbox.groupKey == nil && inbox.gate == nil {
            let group = inbox.makeGroup()
            if group.isEvery { every.add(group) } else { latest.add(group) }
            return group
        }
        return latest.group(inbox.groupKey, behind: inbox.gate, state, version, &round) { inbox.makeGroup() }
    }

    /// Removes inboxes of released subscribers, queues without inboxes, and entries of inboxes without undelivered
    /// values. O(inboxes), whenever the table has doubled, so O(1) amortized per addition.
    private mutating func sweep() {
        for inbox in inboxes where !inbox.isAlive { remove(inbox) }
        sweepOwed(\.isOwed)
        sweepAt = max(64, size * 2)
    }
}
