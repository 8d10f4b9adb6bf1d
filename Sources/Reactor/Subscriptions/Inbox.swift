/// A subscription, independent of the type of its values: the numbers of offered and delivered values, and the waits
/// for them. ``ValueInbox`` stores the values that wait for the subscriber.
class Inbox: @unchecked Sendable {
    // Sendable: `group`, `index`, `number`, `isListed`, `owedIndex`, `attachedWhileAbsent`, `wasAbandoned` and, until
    // it is attached, `queue` are used only on the core's executor; the properties from `nextInQueue` to `waits` while
    // the lock of the queue is held; `onEnd` is set before the inbox is shared, and taken by the one caller that stops
    // it; everything else never changes.
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
    /// Whether the child state of the value did not exist since the inbox was attached.
    final var attachedWhileAbsent = false
    /// Whether the subscriber, or the ``Subscription``, was released before the inbox was attached.
    final var wasAbandoned = false

    final var nextInQueue: Inbox?
    /// The number of waiting values.
    final var count = 0
    /// Whether the ``Subscription`` was released without being canceled.
    final private var isReleased = false
    final private(set) var life = Life.open
    /// Whether the inbox is in its queue, or a value of it is being delivered.
    final private var isRunning = false
    /// Whether the subscriber was called.
    final private var wasCalled = false
    /// Whether there are old values, or an ended closure, to be released outside of the lock.
    final var hasReleased = false
    /// The number of offered values, the number of the value that is being delivered, and the number up to which all
    /// values are delivered.
    final private var offeredNumber = 0
    final private var currentNumber = 0
    final private var doneNumber = 0
    /// The waits with the numbers of the values that they wait for, in ascending order.
    // Unchecked: the lock excludes other accesses, and an access calls no other code.
    @exclusivity(unchecked) final private var waits: [(wait: DeliveryWait, number: Int)] = []

    /// The closure that is called when the subscription is canceled or released.
    final var onEnd: (@Sendable () -> Void)?

    /// The identity among the inboxes of one subscriber.
    final let key: SelectionKey?
    /// The identity of the group.
    final let groupKey: SelectionKey?
    /// The gate that decides when the group reads the state; nil if the table decides.
    final let gate: SharedGate?
    final let source: InboxSource
    /// Whether the current value is delivered first.
    final let initial: Bool
    final let delivery: Delivery

    /// The remaining offers and deliveries.
    enum Life {
        case open
        /// No value will be offered. Waiting values are still delivered.
        case finished
        /// No value will be offered or delivered.
        case stopped
    }

    init<Value>(_ selection: Selection<Value>, _ source: InboxSource, delivery: Delivery, initial: Bool) {
        key = selection.key
        groupKey = selection.groupKey
        gate = selection.isEvery ? nil : selection.gate
        self.source = source
        self.delivery = delivery
        self.initial = initial
        queue = DeliveryQueue(core: ObjectIdentifier(source.mailbox))
    }

    /// The subscriber, if it is an object.
    final var subscriber: ObjectIdentifier? { source.subscriber }

    /// Whether the subscriber still exists.
    final var isAlive: Bool { source.isAlive?() ?? true }

    // MARK: For subclasses

    /// Creates the group of the inbox, if there is none with its key.
    func makeGroup() -> SelectionGroup { mustOverride() }

    /// Delivers the current value. Must not be called under the lock.
    func deliver() async { mustOverride() }

    /// Notes that the inbox has left its group, so that no value will be offered. Runs on the core's executor.
    func leftGroup() { mustOverride() }

    /// Unlocks, and then releases old values and an ended closure, whose release can run any code.
    func unlock() { mustOverride() }

    /// Makes the next value the current one. There must be one.
    func moveNext() { mustOverride() }

    /// Discards the waiting values.
    func discardWaiting() { mustOverride() }

    // MARK: Offering, under the lock

    /// Counts an offered value, and returns whether it is accepted.
    final func beginOffer() -> Bool {
        guard life == .open else { return false }
        offeredNumber += 1
        return true
    }

    /// Skips the last offered value, because it is equal to the last delivered one.
    final func skipOffered() { currentNumber = offeredNumber }

    /// Appends the inbox to its queue, if it has a value and is not in the queue.
    ///
    /// - Returns: Whether the caller has to call ``DeliveryQueue/run()``.
    final func enqueue() -> Bool {
        guard count > 0 && !isRunning else { return false }
        isRunning = true
        return queue.append(self)
    }

    // MARK: Delivering, under the lock

    /// Ends the previous update, so that other inboxes can deliver. Returns whether there is another value.
    final func endUpdate() -> Bool {
        doneNumber = max(doneNumber, currentNumber)
        let hasValue = count > 0 && life != .stopped
        if !hasValue { isRunning = false }
        if life != .open { releaseIfOver() }
        return hasValue
    }

    /// Ends the previous update, and makes the next value the current one. Returns whether there is one.
    final func beginUpdate() -> Bool {
        guard endUpdate() else { return false }
        if case .latest = delivery { currentNumber = offeredNumber } else { currentNumber += 1 }
        moveNext()
        return true
    }

    // MARK: Ending

    /// Removes the inbox from the table, in order with the events.
    final func detach() { source.mailbox.detach(self) }

    /// Ends the subscription after the waiting values.
    func finish() {
        queue.lock.lock()
        endOffers()
        unlock()
    }

    /// Ends the offers. Has to be called under the lock.
    final func endOffers() {
        if life == .open { life = .finished }
        releaseIfOver()
    }

    /// Whether no value will be delivered, and no delivery is running or enqueued. Has to be called under the lock.
    final var isOver: Bool { !isRunning && (life == .stopped || life == .finished && count == 0) }

    /// Lets ``unlock()`` release the closure and the compared values, if the subscription is over: the program can
    /// retain a ``Subscription`` for a long time after its end.
    private func releaseIfOver() {
        guard isOver else { return }
        discardWaiting()
        hasReleased = true
    }

    /// Ends the subscription immediately, without the waiting values.
    ///
    /// - Returns: False if it was stopped before.
    @discardableResult
    func stop(isReleased: Bool = false) -> Bool {
        queue.lock.lock()
        let isFirst = life != .stopped
        if isFirst { self.isReleased = isReleased }
        life = .stopped
        discardWaiting()
        releaseIfOver()
        doneNumber = offeredNumber
        let caughtUp = takeWaits()
        unlock()
        for wait in caughtUp { wait.done() }
        return isFirst
    }

    /// Returns whether the subscriber has to be called, because the subscription was not canceled, and notes the call.
    final func beginCall() -> Bool {
        withLock {
            guard life != .stopped else { return false }
            wasCalled = true
            return true
        }
    }

    // MARK: Waiting for deliveries

    /// Whether an offered value is not delivered yet.
    var isOwed: Bool { withLock { isRunning && doneNumber < offeredNumber } }

    /// Ends `wait` when everything that was offered so far is delivered, unless the update of this subscriber waits
    /// itself.
    ///
    /// - Returns: Whether an offered value is not delivered yet.
    func add(_ wait: DeliveryWait) -> Bool {
        withLock {
            guard isRunning && doneNumber < offeredNumber else { return false }
            if queue.holdsUp(wait.waiting) {
                wait.add()
                waits.append((wait, offeredNumber))
            }
            return true
        }
    }

    /// Removes and returns the waits whose values are delivered. Has to be called under the lock.
    final func takeWaits() -> [DeliveryWait] {
        guard let first = waits.first, first.number <= doneNumber else { return [] }
        // Mostly one caller waits.
        if waits.count == 1 {
            waits.removeLast()
            return [first.wait]
        }
        let done = waits.firstIndex { $0.number > doneNumber } ?? waits.count
        defer { waits.removeFirst(done) }
        return waits.prefix(done).map(\.wait)
    }

    /// Removes and returns the waits of other updates, which the update of this inbox blocks while it waits itself. Has
    /// to be called under the lock.
    final func releaseWaitsOfUpdates() -> [DeliveryWait] {
        let released = waits.map(\.wait).filter { $0.waiting != nil }
        if !released.isEmpty { waits.removeAll { $0.wait.waiting != nil } }
        return released
    }

    // MARK: Released subscribers

    /// Whether the subscriber, or the ``Subscription``, was released.
    final var isAbandoned: Bool { subscriber == nil ? withLock { isReleased } : !isAlive }

    /// Reports that the subscription ended before the first call, because the subscriber or the ``Subscription``
    /// was released.
    final func reportIfNeverCalled() {
        let isNeverCalled = withLock { !wasCalled && life != .finished && (subscriber != nil || isReleased) }
        // A subscription without the current value may have been retained for a long time.
        guard isNeverCalled, initial || wasAbandoned, let site = source.site else { return }
        let type = "\(source.type)"
        source.report(
            Runtime.Report(
                subscriber == nil
                    ? .subscriptionNotHeld(value: type, at: site) : .subscriberNotHeld(type: type, at: site)))
    }

    @inline(__always)
    private func withLock<Result>(_ body: () -> Result) -> Result {
        queue.lock.lock()
        defer { queue.lock.unlock() }
        return body()
    }
}

/// The mailbox of a core, as its inboxes use it. The mailbox contains inboxes, so they do not name its type.
protocol InboxOwner: AnyObject, Sendable {
    /// Removes an inbox from the table, in order with the events.
    func detach(_ inbox: Inbox)
}

/// The origin of a subscription.
struct InboxSource: Sendable {
    /// The mailbox of the core.
    let mailbox: any InboxOwner
    let report: @Sendable (Runtime.Report) -> Void
    /// The type of the subscriber, or of the value if the subscriber is a closure or a loop.
    let type: Any.Type
    /// The file of the call that subscribed; nil for a loop.
    var fileID: StaticString?
    var line: UInt = 0
    var subscriber: ObjectIdentifier?
    /// Whether the subscriber still exists, if it is an object.
    var isAlive: (@Sendable () -> Bool)?

    var site: CallSite? { fileID.map { CallSite($0, line) } }

    /// The name in reports.
    var name: String {
        if subscriber != nil { return "\(type)" }
        return fileID == nil ? "updates(of:) of \(type)" : "a subscription to \(type)"
    }
}
