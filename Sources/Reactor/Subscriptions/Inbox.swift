/// A subscription: the values of a selection that wait for a subscriber. The properties for its group belong to the
/// core's executor.
class Inbox: @unchecked Sendable {
    // Sendable: `group`, `index`, `number`, `isListed`, `owedIndex`, `attachedWhileAbsent`, `wasAbandoned` and, until
    // it is attached, `queue` are used only on the core's executor; `progress`, `nextInQueue` and `isReleased` while
    // the lock of the queue is held, except for the current value, which belongs to the delivering task; everything
    // else never changes.
    /// Not weak, because that would slow down every retain of a group. The table retains a group while it has inboxes,
    /// and removes all inboxes from it before it releases it, at the latest when the engine ends.
    unowned final var group: SelectionGroup?
    final var index = 0
    /// The position in the order in which inboxes were attached.
    final var number = 0
    /// Whether the table lists it as an inbox with values that may not be delivered.
    final var isListed = false
    final var owedIndex = 0
    /// The queue of the subscriber, shared with its other subscriptions. The lock of the queue protects the contents of
    /// the inbox.
    final var queue: DeliveryQueue
    final var nextInQueue: Inbox?
    /// Whether the ``Subscription`` was released without being canceled.
    final var isReleased = false
    /// Whether the child state of the value did not exist since the inbox was attached.
    final var attachedWhileAbsent = false
    /// Whether the subscriber, or the ``Subscription``, was released before the inbox was attached.
    final var wasAbandoned = false

    /// The identity among the inboxes of one subscriber.
    final let key: SelectionKey?
    /// The identity of the group.
    final let groupKey: SelectionKey?
    /// The gate that decides when the group reads the state; nil if the table decides.
    final let gate: SharedGate?
    final let source: InboxSource
    /// Whether the current value is delivered first.
    final let initial: Bool
    final let progress: InboxProgress

    init<Value>(_ selection: Selection<Value>, _ source: InboxSource, _ progress: InboxProgress, initial: Bool) {
        key = selection.key
        groupKey = selection.groupKey
        gate = selection.isEvery ? nil : selection.gate
        self.source = source
        self.progress = progress
        self.initial = initial
        queue = DeliveryQueue(core: source.core)
    }

    /// The subscriber, if it is an object.
    final var subscriber: ObjectIdentifier? { source.subscriber }

    /// Whether the subscriber still exists.
    var isAlive: Bool { source.isAlive() }

    /// Whether no new value will arrive. Has to be called under the lock of the queue.
    var isFinished: Bool { progress.isFinished }

    // MARK: For subclasses

    /// Creates the group of the inbox, if there is none with its key.
    func makeGroup() -> SelectionGroup { mustOverride() }

    /// Delivers the current value. Must not be called under the lock.
    func deliver() async { mustOverride() }

    /// Unlocks, and then releases old values, whose release can cancel this subscription.
    func unlock() { mustOverride() }

    // MARK: Ending

    /// Ends the subscription after the waiting values.
    func finish() { withLock { progress.finish() } }

    /// Ends the subscription immediately, without the waiting values.
    ///
    /// - Returns: False if it was stopped before.
    @discardableResult
    func stop(isReleased: Bool = false) -> Bool {
        queue.lock.lock()
        let isFirst = !progress.isStopped
        if isFirst { self.isReleased = isReleased }
        let caughtUp = progress.stop()
        unlock()
        for wait in caughtUp { wait.done() }
        return isFirst
    }

    final var isStopped: Bool { withLock { progress.isStopped } }

    // MARK: Waiting for deliveries

    /// Whether an offered value is not delivered yet.
    var isOwed: Bool { withLock { progress.isOwed } }

    /// Ends `wait` when everything that was offered so far is delivered, unless the update of this subscriber waits
    /// itself.
    ///
    /// - Returns: Whether an offered value is not delivered yet.
    func add(_ wait: DeliveryWait) -> Bool {
        withLock {
            guard progress.isOwed else { return false }
            if queue.holdsUp(wait.waiting) {
                wait.add()
                progress.add(wait)
            }
            return true
        }
    }

    // MARK: Released subscribers

    /// Whether the subscriber, or the ``Subscription``, was released.
    final var isAbandoned: Bool { subscriber == nil ? withLock { isReleased } : !isAlive }

    /// Reports that the subscription ended before the first delivery, because the subscriber or the ``Subscription``
    /// was released.
    final func reportIfNeverDelivered() {
        let isNeverDelivered = withLock {
            progress.deliveries == 0 && !progress.isFinished && (subscriber != nil || isReleased)
        }
        // A subscription without the current value may have been retained for a long time.
        guard isNeverDelivered, initial || wasAbandoned, let site = source.site else { return }
        let type = "\(source.type)"
        source.report(
            Report(
                subscriber == nil
                    ? .subscriptionNotHeld(value: type, at: site) : .subscriberNotHeld(type: type, at: site)))
    }

    /// Notes that a delivery found no subscriber, because it was released.
    final func noteSubscriberGone() { withLock { progress.takeBackDelivery() } }

    @inline(__always)
    private func withLock<Result>(_ body: () -> Result) -> Result {
        queue.lock.lock()
        defer { queue.lock.unlock() }
        return body()
    }
}

/// An inbox with values of a certain type, which calls a closure with each value.
class ValueInbox<Value: Sendable>: Inbox, @unchecked Sendable {
    // Sendable: as Inbox.
    typealias Update = @Sendable (ValueInbox, Value) async -> Void

    final let machine: InboxMachine<Value>
    private let selection: Selection<Value>
    private let update: Update

    init(
        _ selection: Selection<Value>, _ source: InboxSource, delivery: Delivery, initial: Bool,
        update: @escaping Update
    ) {
        machine = InboxMachine(delivery: delivery)
        self.selection = selection
        self.update = update
        super.init(selection, source, machine, initial: initial)
    }

    override func makeGroup() -> SelectionGroup { selection.makeGroup() }

    /// Offers a copy of a value.
    ///
    /// - Parameters:
    ///   - previous: The value that the group offered before, if any.
    ///   - isEqual: The comparison, if there is one.
    /// - Returns: The queue, if it has to be run.
    func offer(_ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, isEqual: Comparison<Value>?)
        -> DeliveryQueue?
    {
        queue.lock.lock()
        let offer = take(value, after: previous, isEqual)
        let starts = offer.entersQueue && queue.append(self)
        unlock()
        report(offer)
        return starts ? queue : nil
    }

    final func report(_ offer: InboxMachine<Value>.Offer) {
        guard let waiting = offer.passedLimit else { return }
        source.report(Report(.subscriberBehind(subscription: source.name, waiting: waiting)))
    }

    /// Offers a value to the machine, merged with the waiting value if the selection requires this.
    final func take(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, _ isEqual: Comparison<Value>?
    ) -> InboxMachine<Value>.Offer {
        if let changes = selection.changes, machine.isWaiting { return join(value, changes) }
        let equalsLastDelivered = machine.equalsLastDelivered(value, isEqual, leaving: queue.lock)
        if isEqual != nil && previous.isFull { machine.keepLastDelivered(previous) }
        return machine.offer(value, equalsLastDelivered: equalsLastDelivered)
    }

    /// Merges changes with the waiting ones, and offers the result.
    private func join(
        _ value: borrowing Slot<Value>, _ changes: RowChanges<Value>
    ) -> InboxMachine<Value>.Offer {
        var waiting = machine.takeWaiting()
        queue.lock.unlock()
        let joined = Slot<Value>()
        changes.follow(&waiting, value.value)
        joined.fill(waiting)
        queue.lock.lock()
        return machine.offer(joined, equalsLastDelivered: false)
    }

    override final func unlock() {
        guard machine.hasReleased else { return queue.lock.unlock() }
        let released = machine.takeReleased()
        queue.lock.unlock()
        withExtendedLifetime(released) {}
    }

    override func deliver() async {
        machine.releasePrevious()
        await update(self, machine.current.value)
        machine.releaseCurrent()
    }

    // MARK: Calling closures

    /// Calls a closure unless the subscription was canceled. The check runs on the actor of the closure, so that no
    /// code on this actor can cancel the subscription between the check and the call.
    final func call(
        _ body: @isolated(any) @Sendable (Value) async -> Void, with value: Value, on isolation: isolated (any Actor)?
    ) async {
        if isStopped { return }
        await body(value)
    }

    /// Calls a closure without isolation. The method above does not use this one, because a call through another
    /// closure has a cost.
    final func call(
        unisolated body: nonisolated(nonsending) @Sendable (Value) async -> Void, with value: Value,
        on isolation: isolated (any Actor)?
    ) async {
        if isStopped { return }
        await body(value)
    }
}

/// The origin of a subscription.
struct InboxSource: Sendable {
    /// The mailbox of the core.
    let core: ObjectIdentifier
    let report: @Sendable (Report) -> Void
    /// Removes an inbox from the table.
    let detach: @Sendable (Inbox) -> Void
    /// The type of the subscriber, or of the value if the subscriber is a closure or a loop.
    let type: Any.Type
    /// The file of the call that subscribed; nil for a loop.
    var fileID: StaticString?
    var line: UInt = 0
    var subscriber: ObjectIdentifier?
    var isAlive: @Sendable () -> Bool = { true }

    var site: CallSite? { fileID.map { CallSite($0, line) } }

    /// The name in reports.
    var name: String {
        if subscriber != nil { return "\(type)" }
        return fileID == nil ? "updates(of:) of \(type)" : "a subscription to \(type)"
    }
}
