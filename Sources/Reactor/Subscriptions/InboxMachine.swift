/// What waits in one inbox, and what was delivered last: decides what is delivered next.
///
/// A class with slots of its own: Optionals and arrays of a type that is not known here ask the runtime for their
/// metadata at each use, which costs more than everything else a delivery does. Its owner guards it by a lock, under which
/// no value is compared, joined with another or released: all of these are the program's own code, which may come back to
/// the same lock.
final class InboxMachine<Value> {
    let delivery: Delivery
    private(set) var isRunning = false
    private(set) var isFinished = false
    private(set) var isStopped = false

    /// The newest value that waits; what was delivered last, kept only while something waits, to compare with; and the
    /// value that is being delivered, which is touched by the one who delivers alone.
    private let waiting: UnsafeMutablePointer<Value>
    private let last: UnsafeMutablePointer<Value>
    let current: UnsafeMutablePointer<Value>
    private var isWaiting = false
    private var hasLast = false
    /// What was delivered before, on its way out. Touched as `current` is; and whether there is a value in them.
    private let spent: UnsafeMutablePointer<Value>
    private var holdsCurrent = false
    private var holdsSpent = false
    /// Values that are over, until the owner releases them.
    private var waste: [Value] = []
    private(set) var hasWaste = false
    /// How many deliveries have begun.
    private(set) var turns = 0
    /// What waits for `.every`, behind those before `head`, which were taken.
    private var queue: [Value] = []
    private var head = 0
    private var isLimitReported = false

    /// How many values were offered, the number of the one being delivered, and up to which everything is delivered.
    private var offeredNumber = 0
    private var currentNumber = 0
    private var doneNumber = 0
    private var announced: [(number: Int, wait: DeliveryWait)] = []

    init(delivery: Delivery) {
        self.delivery = delivery
        waiting = .allocate(capacity: 4)
        last = waiting + 1
        current = waiting + 2
        spent = waiting + 3
    }

    deinit {
        releaseCurrent()
        releaseSpent()
        if isWaiting { waiting.deinitialize(count: 1) }
        if hasLast { last.deinitialize(count: 1) }
        waiting.deallocate()
    }

    /// How many values wait.
    var count: Int { delivery.isEvery ? queue.count - head : isWaiting ? 1 : 0 }

    /// What an offer asks for.
    struct Offer {
        /// It is to join its line now.
        var entersLine = false
        /// The limit of `.every` was passed, with so many waiting.
        var passedLimit: Int?
    }

    /// What was delivered last, if the value that comes next is to be compared with it.
    private var comparand: UnsafePointer<Value>? { isWaiting && hasLast ? UnsafePointer(last) : nil }

    /// Whether a value to be offered is equal to what was delivered last. Leaves the lock for the comparison.
    func isBack(_ value: UnsafePointer<Value>, _ isEqual: ((Value, Value) -> Bool)?, leaving lock: Lock) -> Bool {
        guard let isEqual, let comparand else { return false }
        let isBack = Self.compare(comparand.pointee, value, isEqual, leaving: lock)
        lock.lock()
        return isBack
    }

    /// Also releases its copy before the lock is taken again.
    private static func compare(
        _ last: consuming Value, _ value: UnsafePointer<Value>, _ isEqual: (Value, Value) -> Bool, leaving lock: Lock
    ) -> Bool {
        lock.unlock()
        return isEqual(last, value.pointee)
    }

    /// Takes a value.
    ///
    /// - Parameters:
    ///   - previous: what was offered before, if values are compared.
    ///   - isBack: whether it is equal to what was delivered last, as ``isBack(_:_:leaving:)`` says.
    func offer(_ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isBack: Bool) -> Offer {
        var offer = Offer()
        guard !isFinished && !isStopped else { return offer }
        offeredNumber += 1
        switch delivery {
        case .latest: replace(with: value, previous: previous, isBack: isBack)
        case .every(let limit): offer.passedLimit = enqueue(value.pointee, limit)
        }
        if count > 0 && !isRunning {
            isRunning = true
            offer.entersLine = true
        }
        return offer
    }

    /// Keeps the newest only; and none when it is equal to what was delivered last.
    private func replace(with value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isBack: Bool) {
        if !isWaiting {
            waiting.initialize(to: value.pointee)
            isWaiting = true
            guard let previous else { return }
            last.initialize(to: previous.pointee)
            hasLast = true
        } else if hasLast && isBack {
            forgetWaiting()
            currentNumber = offeredNumber
        } else {
            discard(waiting.move())
            waiting.initialize(to: value.pointee)
        }
    }

    private func enqueue(_ value: Value, _ limit: Int) -> Int? {
        queue.append(value)
        guard count > limit && !isLimitReported else { return nil }
        isLimitReported = true
        return count
    }

    /// Takes the newest value back, to be joined with one that is to be offered instead. For `.latest` alone.
    func takeWaiting() -> Value? {
        guard isWaiting else { return nil }
        isWaiting = false
        return waiting.move()
    }

    /// What to do after an update.
    struct Next {
        /// There is a next value: at `current`, if it was taken.
        var hasValue: Bool
        /// Those whose wait is over.
        var caughtUp: [DeliveryWait]
    }

    /// Releases the value that was delivered. For the one who delivers alone, and not under the lock.
    func releaseCurrent() {
        guard holdsCurrent else { return }
        holdsCurrent = false
        current.deinitialize(count: 1)
    }

    /// Releases what was delivered before. For the one who delivers alone, and not under the lock.
    func releaseSpent() {
        guard holdsSpent else { return }
        holdsSpent = false
        spent.deinitialize(count: 1)
    }

    /// Hands the value that is delivered over to the one who delivers, who is to release nothing then.
    func takeCurrent() -> Value {
        if holdsSpent { discard(spent.move()) }
        holdsSpent = false
        holdsCurrent = false
        return current.move()
    }

    /// The update before has returned, and others are to have their turn.
    func endTurn() -> Next {
        doneNumber = max(doneNumber, currentNumber)
        let hasValue = count > 0 && !isStopped
        if !hasValue { isRunning = false }
        return Next(hasValue: hasValue, caughtUp: announced.isEmpty ? [] : takeAnnounced())
    }

    /// The update before has returned; moves the next value to `current`.
    func next() -> Next {
        assert(!holdsCurrent && !holdsSpent, "who delivers releases what was delivered, outside of the lock")
        let next = endTurn()
        guard next.hasValue else { return next }
        switch delivery {
        case .latest: moveWaiting()
        case .every(let limit): dequeue(limit)
        }
        holdsCurrent = true
        turns += 1
        return next
    }

    /// The delivery that was begun reached nobody.
    func takeBackTurn() { turns -= 1 }

    private func moveWaiting() {
        currentNumber = offeredNumber
        current.moveInitialize(from: waiting, count: 1)
        isWaiting = false
        guard hasLast else { return }
        spent.moveInitialize(from: last, count: 1)
        holdsSpent = true
        hasLast = false
    }

    private func dequeue(_ limit: Int) {
        currentNumber += 1
        current.initialize(to: queue[head])
        head += 1
        if count <= limit / 2 { isLimitReported = false }
        // Those before head are released: all at the end, half of them on the way, so that each moves once.
        guard head == queue.count || head > 32 && head * 2 > queue.count else { return }
        // The last of them is held as the current one.
        for value in queue[..<(head - 1)] { discard(value) }
        queue.removeFirst(head)
        head = 0
        if queue.isEmpty && queue.capacity > 64 { queue = [] }
    }

    private func forgetWaiting() {
        if isWaiting { discard(waiting.move()) }
        isWaiting = false
        if hasLast { discard(last.move()) }
        hasLast = false
    }

    private func discard(_ value: Value) {
        waste.append(value)
        hasWaste = true
    }

    /// What the owner releases when it has left the lock.
    func takeWaste() -> [Value] {
        defer { waste = [] }
        hasWaste = false
        return waste
    }

    /// No value will be offered any more; what waits is still delivered.
    func finish() { isFinished = true }

    /// Nothing is delivered any more.
    ///
    /// - Returns: those whose wait is over.
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

    /// Lets `wait` go when everything that was offered so far is delivered. Something must be owed.
    func announce(_ wait: DeliveryWait) { announced.append((offeredNumber, wait)) }

    /// Those who wait and are not to any more.
    func release(where isMeant: (Waiter) -> Bool) -> [DeliveryWait] {
        let released = announced.filter { isMeant($0.wait.waiter) }.map(\.wait)
        if !released.isEmpty { announced.removeAll { isMeant($0.wait.waiter) } }
        return released
    }

    private func takeAnnounced() -> [DeliveryWait] {
        let caughtUp = announced.filter { $0.number <= doneNumber }.map(\.wait)
        announced.removeAll { $0.number <= doneNumber }
        return caughtUp
    }
}
