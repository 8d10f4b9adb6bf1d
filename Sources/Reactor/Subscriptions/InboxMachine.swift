/// The values that wait in one inbox, and the one that was delivered last. Decides which is delivered next.
///
/// Its owner guards it by a lock, under which no value is compared, joined with another or released: all of these are the
/// program's own code, which may come back to the same lock.
final class InboxMachine<Value> {
    let delivery: Delivery
    private(set) var isRunning = false
    private(set) var isFinished = false
    private(set) var isStopped = false

    /// The newest value that waits; what was delivered last, kept only while something waits, to compare with; and the
    /// value that is being delivered, which the delivering task alone touches.
    private let waiting = Slot<Value>()
    private let last = Slot<Value>()
    let current = Slot<Value>()
    /// What was delivered before, on its way out. Touched as `current` is.
    private let spent = Slot<Value>()
    /// Values that are over, until the owner releases them.
    private var waste: [Value] = []
    private(set) var hasWaste = false
    /// How many deliveries have begun.
    private(set) var deliveries = 0
    /// The values that wait for `.every`. The ones before `head` were taken.
    private var queue: [Value] = []
    private var head = 0
    private var isLimitReported = false

    /// How many values were offered, the number of the one being delivered, and up to which everything is delivered.
    private var offeredNumber = 0
    private var currentNumber = 0
    private var doneNumber = 0
    /// The waits, and up to which number each goes, in the order of the numbers.
    private var announced: [DeliveryWait] = []
    private var announcedNumbers: [Int] = []

    init(delivery: Delivery) { self.delivery = delivery }

    /// How many values wait.
    var count: Int { delivery.isEvery ? queue.count - head : waiting.isFull ? 1 : 0 }

    /// The work that an offer asks for.
    struct Offer {
        /// It is to join its line now.
        var entersLine = false
        /// The limit of `.every` was passed, with so many waiting.
        var passedLimit: Int?
    }

    /// Whether a value to be offered is equal to what was delivered last. Leaves the lock for the comparison.
    func isBack(
        _ value: borrowing Slot<Value>, _ isEqual: ((Value, Value) -> Bool)?, leaving lock: Lock
    ) -> Bool {
        guard let isEqual, waiting.isFull && last.isFull else { return false }
        let isBack = Self.compare(last, value, isEqual, leaving: lock)
        lock.lock()
        return isBack
    }

    /// Also releases its copy before the lock is taken again.
    private static func compare(
        _ last: borrowing Slot<Value>, _ value: borrowing Slot<Value>, _ isEqual: (Value, Value) -> Bool,
        leaving lock: Lock
    ) -> Bool {
        let last = Slot(copying: last)
        lock.unlock()
        return last.isEqual(to: value, by: isEqual)
    }

    /// Keeps what was offered before, to compare with, if it was delivered and something else will wait.
    func remember(_ previous: borrowing Slot<Value>) {
        guard !waiting.isFull && !delivery.isEvery && !isFinished && !isStopped else { return }
        last.fill(copying: previous)
    }

    /// Takes a value.
    ///
    /// - Parameter isBack: whether it is equal to what was delivered last, as ``isBack(_:_:leaving:)`` says.
    func offer(_ value: borrowing Slot<Value>, isBack: Bool) -> Offer {
        var offer = Offer()
        guard !isFinished && !isStopped else { return offer }
        offeredNumber += 1
        switch delivery {
        case .latest: replace(with: value, isBack: isBack)
        case .every(let limit): offer.passedLimit = enqueue(value, limit)
        }
        if count > 0 && !isRunning {
            isRunning = true
            offer.entersLine = true
        }
        return offer
    }

    /// Keeps the newest only; and none when it is equal to what was delivered last.
    private func replace(with value: borrowing Slot<Value>, isBack: Bool) {
        if waiting.isFull && last.isFull && isBack {
            forgetWaiting()
            currentNumber = offeredNumber
        } else {
            if waiting.isFull { discard(waiting.take()) }
            waiting.fill(copying: value)
        }
    }

    private func enqueue(_ value: borrowing Slot<Value>, _ limit: Int) -> Int? {
        value.lend { queue.append($0) }
        guard count > limit && !isLimitReported else { return nil }
        isLimitReported = true
        return count
    }

    /// Whether the newest value waits and can be taken back. For `.latest` alone.
    var isWaiting: Bool { waiting.isFull }

    /// Takes the newest value back, to be joined with one that is to be offered instead. There must be one.
    func takeWaiting() -> Value { waiting.take() }

    /// The work that is left after an update.
    struct Next {
        /// There is a next value: at `current`, if it was taken.
        var hasValue: Bool
        /// The waits that are over.
        var caughtUp: [DeliveryWait]
    }

    /// Releases the value that was delivered. Only the delivering task calls it, and not under the lock.
    func releaseCurrent() { current.clear() }

    /// Releases the value that was delivered before. Only the delivering task calls it, and not under the lock.
    func releaseSpent() { spent.clear() }

    /// Hands the value over to the delivering task, which has nothing to release then.
    func takeCurrent() -> Value {
        if spent.isFull { discard(spent.take()) }
        return current.take()
    }

    /// The update before has returned, and others are to have their turn.
    func endUpdate() -> Next {
        doneNumber = max(doneNumber, currentNumber)
        let hasValue = count > 0 && !isStopped
        if !hasValue { isRunning = false }
        return Next(hasValue: hasValue, caughtUp: announced.isEmpty ? [] : takeAnnounced())
    }

    /// The update before has returned; moves the next value to `current`.
    func next() -> Next {
        assert(!current.isFull && !spent.isFull, "who delivers releases what was delivered, outside of the lock")
        let next = endUpdate()
        guard next.hasValue else { return next }
        switch delivery {
        case .latest: moveWaiting()
        case .every(let limit): dequeue(limit)
        }
        deliveries += 1
        return next
    }

    /// The delivery that was begun found no subscriber.
    func takeBackDelivery() { deliveries -= 1 }

    private func moveWaiting() {
        currentNumber = offeredNumber
        current.fill(from: waiting)
        spent.fill(from: last)
    }

    private func dequeue(_ limit: Int) {
        currentNumber += 1
        current.fill(queue[head])
        head += 1
        if count <= limit / 2 { isLimitReported = false }
        // The values before head are released: all at the end, half of them on the way, so that each moves once.
        guard head == queue.count || head > 32 && head * 2 > queue.count else { return }
        // The last of them is held as the current one.
        for value in queue[..<(head - 1)] { discard(value) }
        queue.removeFirst(head)
        head = 0
        if queue.isEmpty && queue.capacity > 64 { queue = [] }
    }

    private func forgetWaiting() {
        if waiting.isFull { discard(waiting.take()) }
        if last.isFull { discard(last.take()) }
    }

    private func discard(_ value: Value) {
        waste.append(value)
        hasWaste = true
    }

    /// The values that the owner releases when it has left the lock.
    func takeWaste() -> [Value] {
        defer { waste = [] }
        hasWaste = false
        return waste
    }

    /// No value will be offered any more; what waits is still delivered.
    func finish() { isFinished = true }

    /// Nothing is delivered any more.
    ///
    /// - Returns: the waits that are over.
    func stop() -> [DeliveryWait] {
        isStopped = true
        forgetWaiting()
        for value in queue { discard(value) }
        queue = []
        head = 0
        doneNumber = offeredNumber
        return takeAnnounced()
    }

    // MARK: Settling

    /// Whether something was offered that is not delivered yet.
    var isOwed: Bool { isRunning && doneNumber < offeredNumber }

    /// Ends `wait` when everything that was offered so far is delivered. Something must be owed.
    func announce(_ wait: DeliveryWait) {
        announced.append(wait)
        announcedNumbers.append(offeredNumber)
    }

    /// Takes out the waits that this update would hold up itself.
    func release(where isMeant: (Waiter) -> Bool) -> [DeliveryWait] {
        let released = announced.filter { isMeant($0.waiter) }
        if released.isEmpty { return [] }
        announcedNumbers = zip(announced, announcedNumbers).filter { !isMeant($0.0.waiter) }.map(\.1)
        announced.removeAll { isMeant($0.waiter) }
        return released
    }

    private func takeAnnounced() -> [DeliveryWait] {
        let done = announcedNumbers.firstIndex { $0 > doneNumber } ?? announced.count
        if done == 0 { return [] }
        defer {
            announced.removeFirst(done)
            announcedNumbers.removeFirst(done)
        }
        return Array(announced.prefix(done))
    }
}
