/// What waits for one subscriber, and what it was told: decides what is told next.
///
/// A class with slots of its own: Optionals and arrays of a type that is not known here ask the runtime for their
/// metadata at each use, which costs more than everything else a delivery does. Its owner guards it by a lock, under which
/// no value is compared and none let go of: both are the program's own code, which may come back to the same lock.
final class InboxMachine<Value> {
    let delivery: Delivery
    private(set) var isRunning = false
    private(set) var isFinished = false
    private(set) var isStopped = false

    /// The newest value that waits; what was told last, kept only while something waits, to compare with; and the value
    /// that is being told, which is touched by the pump alone.
    private let waiting: UnsafeMutablePointer<Value>
    private let told: UnsafeMutablePointer<Value>
    let telling: UnsafeMutablePointer<Value>
    private var isWaiting = false
    private var isTold = false
    /// What was told before, on its way out. The pump's alone, as `telling` is, and whether there is a value in them.
    private let spent: UnsafeMutablePointer<Value>
    private var holdsTelling = false
    private var holdsSpent = false
    /// Values that are over, until the owner lets go of them.
    private var waste: [Value] = []
    private(set) var hasWaste = false
    /// Whether an update runs, and the how manieth it is.
    private(set) var isTelling = false
    private(set) var turn = 0
    /// What waits for `.every`, behind those before `head`, which were taken.
    private var queue: [Value] = []
    private var head = 0
    private var isLimitTold = false

    /// How many values were offered, the number of the one being told, and up to which everything is told.
    private var offeredNumber = 0
    private var tellingNumber = 0
    private var doneNumber = 0
    /// How often the update that runs waits for `settled()` itself: it counts as told meanwhile.
    private var excuses = 0
    private var announced: [(number: Int, countdown: Countdown)] = []

    init(delivery: Delivery) {
        self.delivery = delivery
        waiting = .allocate(capacity: 4)
        told = waiting + 1
        telling = waiting + 2
        spent = waiting + 3
    }

    deinit {
        releaseTelling()
        releaseSpent()
        if isWaiting { waiting.deinitialize(count: 1) }
        if isTold { told.deinitialize(count: 1) }
        waiting.deallocate()
    }

    /// How many values wait.
    var count: Int { delivery.isEvery ? queue.count - head : isWaiting ? 1 : 0 }

    /// What an offer asks for.
    struct Offer {
        /// A pump is to be started.
        var startsPump = false
        /// The limit of `.every` was passed, with so many waiting.
        var passedLimit: Int?
    }

    /// What was told last, if the value that comes next is to be compared with it.
    private var comparand: UnsafePointer<Value>? { isWaiting && isTold ? UnsafePointer(told) : nil }

    /// Whether a value to be offered is equal to what was told last. Leaves the lock for the comparison.
    func isBack(_ value: UnsafePointer<Value>, _ isEqual: ((Value, Value) -> Bool)?, leaving lock: Lock) -> Bool {
        guard let isEqual, let comparand else { return false }
        let isBack = Self.compare(comparand.pointee, value, isEqual, leaving: lock)
        lock.lock()
        return isBack
    }

    /// Also lets go of its copy before the lock is taken again.
    private static func compare(
        _ told: consuming Value, _ value: UnsafePointer<Value>, _ isEqual: (Value, Value) -> Bool, leaving lock: Lock
    ) -> Bool {
        lock.unlock()
        return isEqual(told, value.pointee)
    }

    /// Takes a value.
    ///
    /// - Parameters:
    ///   - previous: what was offered before, if values are compared.
    ///   - isBack: whether it is equal to what was told last, as ``isBack(_:_:leaving:)`` says.
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
            offer.startsPump = true
        }
        return offer
    }

    /// Keeps the newest only; and none when it is equal to what was told last.
    private func replace(with value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isBack: Bool) {
        if !isWaiting {
            waiting.initialize(to: value.pointee)
            isWaiting = true
            guard let previous else { return }
            told.initialize(to: previous.pointee)
            isTold = true
        } else if isTold && isBack {
            forgetWaiting()
            tellingNumber = offeredNumber
        } else {
            discard(waiting.move())
            waiting.initialize(to: value.pointee)
        }
    }

    private func enqueue(_ value: Value, _ limit: Int) -> Int? {
        queue.append(value)
        guard count > limit && !isLimitTold else { return nil }
        isLimitTold = true
        return count
    }

    /// What to do after an update.
    struct Next {
        /// There is another value, at `telling`.
        var hasValue: Bool
        /// Those whose wait is over.
        var caughtUp: [Countdown]
    }

    /// Lets go of the value that was told. The pump's alone, and not under the lock.
    func releaseTelling() {
        guard holdsTelling else { return }
        holdsTelling = false
        telling.deinitialize(count: 1)
    }

    /// Lets go of what was told before. The pump's alone, and not under the lock.
    func releaseSpent() {
        guard holdsSpent else { return }
        holdsSpent = false
        spent.deinitialize(count: 1)
    }

    /// Hands the value that is told over to the pump, which is to release nothing then.
    func takeTelling() -> Value {
        if holdsSpent { discard(spent.move()) }
        holdsSpent = false
        holdsTelling = false
        return telling.move()
    }

    /// The update before has returned; moves the next value to `telling`.
    func next() -> Next {
        assert(!holdsTelling && !holdsSpent, "the pump lets go of what it told, outside of the lock")
        isTelling = false
        doneNumber = max(doneNumber, tellingNumber)
        let caughtUp = announced.isEmpty ? [] : takeAnnounced()
        guard count > 0 && !isStopped else {
            isRunning = false
            return Next(hasValue: false, caughtUp: caughtUp)
        }
        switch delivery {
        case .latest: takeWaiting()
        case .every(let limit): dequeue(limit)
        }
        isTelling = true
        holdsTelling = true
        turn += 1
        return Next(hasValue: true, caughtUp: caughtUp)
    }

    private func takeWaiting() {
        tellingNumber = offeredNumber
        telling.moveInitialize(from: waiting, count: 1)
        isWaiting = false
        guard isTold else { return }
        spent.moveInitialize(from: told, count: 1)
        holdsSpent = true
        isTold = false
    }

    private func dequeue(_ limit: Int) {
        tellingNumber += 1
        telling.initialize(to: queue[head])
        head += 1
        if count <= limit / 2 { isLimitTold = false }
        // Those before head were told and are let go: all at the end, half of them on the way, so that each moves once.
        guard head == queue.count || head > 32 && head * 2 > queue.count else { return }
        // The last of them is held as the one being told.
        for value in queue[..<(head - 1)] { discard(value) }
        queue.removeFirst(head)
        head = 0
        if queue.isEmpty && queue.capacity > 64 { queue = [] }
    }

    private func forgetWaiting() {
        if isWaiting { discard(waiting.move()) }
        isWaiting = false
        if isTold { discard(told.move()) }
        isTold = false
    }

    private func discard(_ value: Value) {
        waste.append(value)
        hasWaste = true
    }

    /// What the owner lets go of when it has left the lock.
    func takeWaste() -> [Value] {
        defer { waste = [] }
        hasWaste = false
        return waste
    }

    /// No value will be offered any more; what waits is still told.
    func finish() { isFinished = true }

    /// Nothing is told any more.
    ///
    /// - Returns: those whose wait is over.
    func stop() -> [Countdown] {
        isStopped = true
        forgetWaiting()
        for value in queue { discard(value) }
        queue = []
        head = 0
        doneNumber = offeredNumber
        return takeAnnounced()
    }

    // MARK: Settling

    /// Whether something was offered that is not told yet.
    var isOwed: Bool { isRunning && doneNumber < offeredNumber }

    /// - Returns: whether `countdown` has to wait for what was offered so far.
    func announce(_ countdown: Countdown) -> Bool {
        guard isOwed, excuses == 0 else { return false }
        announced.append((offeredNumber, countdown))
        return true
    }

    /// The update that runs waits for everything to be told.
    ///
    /// - Returns: those who waited for this one, since it waits itself.
    func excuse() -> [Countdown] {
        excuses += 1
        defer { announced = [] }
        return announced.map(\.countdown)
    }

    func endExcuse() { excuses -= 1 }

    private func takeAnnounced() -> [Countdown] {
        let caughtUp = announced.filter { $0.number <= doneNumber }.map(\.countdown)
        announced.removeAll { $0.number <= doneNumber }
        return caughtUp
    }
}
