/// One subscription: the values of one selection that wait for a subscriber. Its index in its group belongs to the core's
/// executor.
class Inbox: @unchecked Sendable {
    // Sendable: `group`, `index`, `number`, `isListed`, `owedIndex`, `attachedWhileAbsent`, `wasAbandoned` and, until it is attached, `queue`
    // are touched on the core's executor alone; `progress`, `nextInQueue` and `isReleased` while the lock of the queue is held, but
    // for the current value, which belongs to the delivering task; everything else never changes.
    /// Not weak, which would make every retain of a group slow: a group is kept by the table while it has inboxes, and
    /// lets each of them go, at the latest when the engine ends.
    unowned final var group: SelectionGroup?
    final var index = 0
    /// Which inbox of the table it is, counted as they are attached.
    final var number = 0
    /// Whether the table lists it as one to which something may be owed.
    final var isListed = false
    final var owedIndex = 0
    /// The queue to the subscriber, which its other subscriptions share. Its lock guards what is in the inbox.
    final var queue: DeliveryQueue
    final var nextInQueue: Inbox?
    /// Whether the token of the subscription was released and not cancelled.
    final var isReleased = false
    /// Whether the part that the value belongs to has been absent since it was attached.
    final var attachedWhileAbsent = false
    /// Whether the subscriber, or the token, was released before it was attached.
    final var wasAbandoned = false

    /// Two inboxes of one subscriber with equal keys are the same.
    final let key: SelectionKey?
    /// Inboxes with equal keys share a group.
    final let groupKey: SelectionKey?
    /// Decides when its group looks, if not the table.
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

    /// The subscriber it was added for, if any.
    final var subscriber: ObjectIdentifier? { source.subscriber }

    /// Whether its subscriber still exists.
    var isAlive: Bool { source.isAlive() }

    /// Whether nothing new will come. Under the lock of the queue.
    var isFinished: Bool { progress.isFinished }

    // MARK: What the values decide

    /// Makes the group it belongs to when there is none with the same key.
    func makeGroup() -> SelectionGroup { mustOverride() }

    /// Delivers the value that was taken. Not under the lock.
    func deliver() async { mustOverride() }

    /// Leaves the lock, and then releases what is over: that may be what cancels this very subscription.
    func unlock() { mustOverride() }

    // MARK: Ending

    /// No value will come any more; what waits is still delivered.
    func finish() { withLock { progress.finish() } }

    /// Nothing is to be delivered any more, not even what waits.
    ///
    /// - Returns: false if it was stopped before.
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

    // MARK: Settling

    /// Whether something was offered that is not delivered yet.
    var isOwed: Bool { withLock { progress.isOwed } }

    /// Ends `wait` when everything that was offered so far is delivered, unless this subscriber itself waits.
    ///
    /// - Returns: whether something is owed.
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

    // MARK: Subscribers that nobody held

    /// Whether the subscriber, or the token, was released.
    final var isAbandoned: Bool { subscriber == nil ? withLock { isReleased } : !isAlive }

    /// Reports that it ended before anything was delivered, since the subscriber, or the token, was released.
    final func reportIfNeverDelivered() {
        let isNeverDelivered = withLock {
            progress.deliveries == 0 && !progress.isFinished && (subscriber != nil || isReleased)
        }
        // One that did not want the current value may have been held for long.
        guard isNeverDelivered, initial || wasAbandoned, let site = source.site else { return }
        let type = "\(source.type)"
        source.report(
            Report(
                subscriber == nil
                    ? .subscriptionNotHeld(value: type, at: site) : .subscriberNotHeld(type: type, at: site)))
    }

    /// The subscriber was released before it was attached.
    final func noteSubscriberGone() { withLock { progress.takeBackDelivery() } }

    @inline(__always)
    private func withLock<Result>(_ body: () -> Result) -> Result {
        queue.lock.lock()
        defer { queue.lock.unlock() }
        return body()
    }
}

/// The inbox of one type of value, which notifies by calling a closure.
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

    /// Takes a copy of a value.
    ///
    /// - Parameters:
    ///   - previous: what the group offered before, if it did.
    ///   - isEqual: the comparison, if there is one.
    /// - Returns: the queue, if a value waits there and no task delivers.
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

    /// Offers a value to the machine, joined with the waiting value if the selection requests that.
    final func take(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, _ isEqual: Comparison<Value>?
    ) -> InboxMachine<Value>.Offer {
        if let changes = selection.changes, machine.isWaiting { return join(value, changes) }
        let equalsLastDelivered = machine.equalsLastDelivered(value, isEqual, leaving: queue.lock)
        if isEqual != nil && previous.isFull { machine.keepLastDelivered(previous) }
        return machine.offer(value, equalsLastDelivered: equalsLastDelivered)
    }

    /// Joins changes with the ones that wait, and offers them as one.
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

    /// Calls a closure unless it was cancelled; looks where the closure runs, so that no code there can cancel it
    /// between the look and the call.
    final func call(
        _ body: @isolated(any) @Sendable (Value) async -> Void, with value: Value, on isolation: isolated (any Actor)?
    ) async {
        if isStopped { return }
        await body(value)
    }

    /// The same for a closure that runs where it is called. The one above does not go through this one, since a closure
    /// that another one calls is not free.
    final func call(
        unisolated body: nonisolated(nonsending) @Sendable (Value) async -> Void, with value: Value,
        on isolation: isolated (any Actor)?
    ) async {
        if isStopped { return }
        await body(value)
    }
}

/// Where a subscription comes from, and which subscriber it leads to.
struct InboxSource: Sendable {
    /// The mailbox of its core.
    let core: ObjectIdentifier
    let report: @Sendable (Report) -> Void
    /// Lets the table forget an inbox.
    let detach: @Sendable (Inbox) -> Void
    /// The type of the subscriber, or of the value where that is a closure or a loop.
    let type: Any.Type
    /// Where in the program it was made; nil for a loop.
    var fileID: StaticString?
    var line: UInt = 0
    var subscriber: ObjectIdentifier?
    var isAlive: @Sendable () -> Bool = { true }

    var site: CallSite? { fileID.map { CallSite($0, line) } }

    /// Its name in reports.
    var name: String {
        if subscriber != nil { return "\(type)" }
        return fileID == nil ? "updates(of:) of \(type)" : "a subscription to \(type)"
    }
}
