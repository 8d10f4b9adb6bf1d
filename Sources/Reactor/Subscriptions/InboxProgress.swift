/// The progress of an inbox, independent of the type of its values: the numbers of offered and delivered values, and
/// the waits for them. ``InboxMachine`` stores the values.
///
/// The lock of the queue protects it.
class InboxProgress {
    final let delivery: Delivery
    /// Whether the inbox is in its queue, or a value of it is being delivered.
    final private(set) var isRunning = false
    final private var life = Life.open
    /// The number of deliveries that have begun.
    final private(set) var deliveries = 0
    /// Whether there are old values to be released outside of the lock.
    final var hasReleased = false

    /// The number of offered values, the number of the value that is being delivered, and the number up to which all
    /// values are delivered.
    final private var offeredNumber = 0
    final private var currentNumber = 0
    final private var doneNumber = 0
    /// The waits with the numbers of the values that they wait for, in ascending order.
    final private var waits: [(wait: DeliveryWait, number: Int)] = []

    /// The remaining offers and deliveries.
    private enum Life {
        case open
        /// No value will be offered. Waiting values are still delivered.
        case finished
        /// No value will be offered or delivered.
        case stopped
    }

    init(delivery: Delivery) { self.delivery = delivery }

    final var isFinished: Bool { life == .finished }

    final var isStopped: Bool { life == .stopped }

    // MARK: For subclasses

    /// The number of waiting values.
    var count: Int { mustOverride() }

    /// Makes the next value the current one. There must be one.
    func moveNext() { mustOverride() }

    /// Discards the waiting values.
    func discardWaiting() { mustOverride() }

    // MARK: Offering

    /// Counts an offered value, and returns whether it is accepted.
    final func beginOffer() -> Bool {
        guard life == .open else { return false }
        offeredNumber += 1
        return true
    }

    /// Skips the last offered value, because it is equal to the last delivered one.
    final func skipOffered() { currentNumber = offeredNumber }

    /// Whether the inbox has to be appended to its queue.
    final func endOffer() -> Bool {
        guard count > 0 && !isRunning else { return false }
        isRunning = true
        return true
    }

    // MARK: Delivering

    /// Ends the previous update, so that other inboxes can deliver.
    final func endUpdate() -> NextDelivery {
        doneNumber = max(doneNumber, currentNumber)
        let hasValue = count > 0 && !isStopped
        if !hasValue { isRunning = false }
        return NextDelivery(hasValue: hasValue, caughtUp: waits.isEmpty ? [] : takeWaits())
    }

    /// Ends the previous update, and makes the next value the current one, if there is one.
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

    /// Takes back the count of a delivery that found no subscriber.
    final func takeBackDelivery() { deliveries -= 1 }

    /// Ends the offers. Waiting values are still delivered.
    final func finish() { if life == .open { life = .finished } }

    /// Ends the offers and deliveries.
    ///
    /// - Returns: The waits that have ended.
    final func stop() -> [DeliveryWait] {
        life = .stopped
        discardWaiting()
        doneNumber = offeredNumber
        return takeWaits()
    }

    // MARK: Waiting for deliveries

    /// Whether an offered value is not delivered yet.
    final var isOwed: Bool { isRunning && doneNumber < offeredNumber }

    /// Ends `wait` when everything that was offered so far is delivered. There must be such a value.
    final func add(_ wait: DeliveryWait) { waits.append((wait, offeredNumber)) }

    /// Removes and returns the waits of other updates, which the update of this inbox blocks while it waits itself.
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

/// The next value of an inbox, and the rest of the work for the previous value.
struct NextDelivery {
    /// Whether there is a value to be delivered.
    var hasValue = false
    /// Whether there are old values to be released.
    var hasReleased = false
    /// The waits that have ended.
    var caughtUp: [DeliveryWait] = []
}
