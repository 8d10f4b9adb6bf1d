/// How far the delivery from one inbox is, whatever its values are: how many were offered, what is being delivered, and who
/// waits for that. ``InboxMachine`` keeps the values.
///
/// Its owner guards it by the lock of the queue.
class InboxProgress {
    final let delivery: Delivery
    /// Whether the inbox is in its queue, or is being delivered from.
    final private(set) var isRunning = false
    final private var life = Life.open
    /// How many deliveries have begun.
    final private(set) var deliveries = 0
    /// Whether values are over that are to be released, outside of the lock.
    final var hasReleased = false

    /// How many values were offered, the number of the one being delivered, and up to which everything is delivered.
    final private var offeredNumber = 0
    final private var currentNumber = 0
    final private var doneNumber = 0
    /// The waits, and up to which number each goes, in the order of the numbers.
    final private var waits: [(wait: DeliveryWait, number: Int)] = []

    /// The offers and deliveries that are still to come.
    private enum Life {
        case open
        /// No value will be offered. The values that wait are still delivered.
        case finished
        /// No value will be offered or delivered.
        case stopped
    }

    init(delivery: Delivery) { self.delivery = delivery }

    final var isFinished: Bool { life == .finished }

    final var isStopped: Bool { life == .stopped }

    // MARK: What the values decide

    /// How many values wait.
    var count: Int { mustOverride() }

    /// Makes the next value the current one. There is one.
    func moveNext() { mustOverride() }

    /// Discards the values that wait.
    func discardWaiting() { mustOverride() }

    // MARK: Offering

    /// Whether a value that is offered is taken; counts it.
    final func beginOffer() -> Bool {
        guard life == .open else { return false }
        offeredNumber += 1
        return true
    }

    /// The last offered value is equal to the last delivered one, so no value waits.
    final func skipOffered() { currentNumber = offeredNumber }

    /// Whether the inbox is to join its queue now.
    final func endOffer() -> Bool {
        guard count > 0 && !isRunning else { return false }
        isRunning = true
        return true
    }

    // MARK: Delivering

    /// The update before has returned, and others are to have their turn.
    final func endUpdate() -> NextDelivery {
        doneNumber = max(doneNumber, currentNumber)
        let hasValue = count > 0 && !isStopped
        if !hasValue { isRunning = false }
        return NextDelivery(hasValue: hasValue, caughtUp: waits.isEmpty ? [] : takeWaits())
    }

    /// The update before has returned; the next value, if there is one, is the current one from now on.
    final func next() -> NextDelivery {
        var next = endUpdate()
        if next.hasValue {
            if case .latest = delivery { currentNumber = offeredNumber } else { currentNumber += 1 }
            moveNext()
            deliveries += 1
        }
        next.hasReleased = hasReleased
        return next
    }

    /// The delivery that was begun found no subscriber.
    final func takeBackDelivery() { deliveries -= 1 }

    /// No value will be offered any more; what waits is still delivered.
    final func finish() { if life == .open { life = .finished } }

    /// Nothing is delivered any more.
    ///
    /// - Returns: the waits that are over.
    final func stop() -> [DeliveryWait] {
        life = .stopped
        discardWaiting()
        doneNumber = offeredNumber
        return takeWaits()
    }

    // MARK: Settling

    /// Whether something was offered that is not delivered yet.
    final var isOwed: Bool { isRunning && doneNumber < offeredNumber }

    /// Ends `wait` when everything that was offered so far is delivered. Something must be owed.
    final func add(_ wait: DeliveryWait) { waits.append((wait, offeredNumber)) }

    /// Takes out the waits of other updates, which this update holds up while it waits itself.
    final func releaseWaitsOfUpdates() -> [DeliveryWait] {
        let released = waits.map(\.wait).filter { $0.waiting != nil }
        if !released.isEmpty { waits.removeAll { $0.wait.waiting != nil } }
        return released
    }

    private func takeWaits() -> [DeliveryWait] {
        let done = waits.firstIndex { $0.number > doneNumber } ?? waits.count
        if done == 0 { return [] }
        defer { waits.removeFirst(done) }
        return waits.prefix(done).map(\.wait)
    }
}

/// The next value of an inbox, and the work that is left after the previous one.
struct NextDelivery {
    /// Whether there is a value to be delivered.
    var hasValue = false
    /// Whether values are over that are to be released.
    var hasReleased = false
    /// The waits that are over.
    var caughtUp: [DeliveryWait] = []
}
