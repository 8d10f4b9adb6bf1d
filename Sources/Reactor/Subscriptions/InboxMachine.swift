/// The values that wait in one inbox, and the one that was delivered last. Decides which is delivered next.
///
/// Under its owner's lock no value is compared, joined with another or released: all of these are the program's own code,
/// which may come back to the same lock.
final class InboxMachine<Value>: InboxProgress {
    /// The newest value that waits; what was delivered last, kept only while something waits, to compare with; and the
    /// value that is being delivered, which the delivering task alone touches.
    private let waiting = Slot<Value>()
    private let lastDelivered = Slot<Value>()
    let current = Slot<Value>()
    /// The value that was delivered before, until it is released. Touched as `current` is.
    private let previous = Slot<Value>()
    /// Values that are over, until the owner releases them.
    private var released: [Value] = []
    /// The values that wait for `.every`. The ones before `head` were taken.
    private var queue: [Value] = []
    private var head = 0
    private var isLimitReported = false

    override var count: Int { delivery.isEvery ? queue.count - head : waiting.isFull ? 1 : 0 }

    /// The work that an offer asks for.
    struct Offer {
        /// It is to join its queue now.
        var entersQueue = false
        /// The limit of `.every` was passed, with so many waiting.
        var passedLimit: Int?
    }

    /// Whether a value to be offered is equal to the last delivered value. Leaves the lock for the comparison.
    func equalsLastDelivered(
        _ value: borrowing Slot<Value>, _ isEqual: ((Value, Value) -> Bool)?, leaving lock: Lock
    ) -> Bool {
        guard let isEqual, waiting.isFull && lastDelivered.isFull else { return false }
        let equalsLastDelivered = Self.compare(lastDelivered, value, isEqual, leaving: lock)
        lock.lock()
        return equalsLastDelivered
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
    func keepLastDelivered(_ previous: borrowing Slot<Value>) {
        guard !waiting.isFull && !delivery.isEvery && !isFinished && !isStopped else { return }
        lastDelivered.fill(copying: previous)
    }

    /// Takes a value.
    ///
    /// - Parameter equalsLastDelivered: whether it is equal to the last delivered value, as ``equalsLastDelivered(_:_:leaving:)``
    ///   says.
    func offer(_ value: borrowing Slot<Value>, equalsLastDelivered: Bool) -> Offer {
        var offer = Offer()
        guard beginOffer() else { return offer }
        switch delivery {
        case .latest: replace(with: value, equalsLastDelivered: equalsLastDelivered)
        case .every(let limit): offer.passedLimit = enqueue(value, limit)
        }
        offer.entersQueue = endOffer()
        return offer
    }

    /// Keeps only the newest value, and none if it is equal to the last delivered one.
    private func replace(with value: borrowing Slot<Value>, equalsLastDelivered: Bool) {
        if waiting.isFull && lastDelivered.isFull && equalsLastDelivered {
            discardWaiting()
            skipOffered()
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

    /// Releases the value that was delivered. Only the delivering task calls it, and not under the lock.
    func releaseCurrent() { current.clear() }

    /// Releases the value that was delivered before. Only the delivering task calls it, and not under the lock.
    func releasePrevious() { previous.clear() }

    /// Hands the value over to the delivering task, which has nothing to release then.
    func takeCurrent() -> Value {
        if previous.isFull { discard(previous.take()) }
        return current.take()
    }

    override func moveNext() {
        assert(!current.isFull && !previous.isFull, "who delivers releases what was delivered, outside of the lock")
        guard case .every(let limit) = delivery else {
            current.fill(from: waiting)
            previous.fill(from: lastDelivered)
            return
        }
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

    override func discardWaiting() {
        if waiting.isFull { discard(waiting.take()) }
        if lastDelivered.isFull { discard(lastDelivered.take()) }
        for value in queue { discard(value) }
        queue = []
        head = 0
    }

    private func discard(_ value: Value) {
        released.append(value)
        hasReleased = true
    }

    /// The values that the owner releases when it has left the lock.
    func takeReleased() -> [Value] {
        defer { released = [] }
        hasReleased = false
        return released
    }
}
