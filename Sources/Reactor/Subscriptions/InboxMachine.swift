/// The waiting values of an inbox and the last delivered value. It decides which value is delivered next.
///
/// It compares, merges and releases no value under its owner's lock, because each of these runs code of the program,
/// which can need the same lock.
final class InboxMachine<Value>: InboxProgress {
    /// The newest waiting value; the last delivered value, retained for comparison while a value waits; and the current
    /// value, which only the delivering task uses.
    private let waiting = Slot<Value>()
    private let lastDelivered = Slot<Value>()
    let current = Slot<Value>()
    /// The last delivered value, until it is released. Only the delivering task uses it.
    private let previous = Slot<Value>()
    /// Old values, until the owner releases them.
    private var released: [Value] = []
    /// The waiting values of `.every`. Those before `head` were taken.
    private var queue: [Value] = []
    private var head = 0
    private var isLimitReported = false

    override var count: Int { delivery.isEvery ? queue.count - head : waiting.isFull ? 1 : 0 }

    /// The consequences of an offer.
    struct Offer {
        /// Whether the inbox has to be appended to its queue.
        var entersQueue = false
        /// The number of waiting values, if the limit of `.every` was exceeded.
        var passedLimit: Int?
    }

    /// Returns whether a value is equal to the last delivered value. It unlocks during the comparison.
    func equalsLastDelivered(
        _ value: borrowing Slot<Value>, _ isEqual: ((Value, Value) -> Bool)?, leaving lock: Lock
    ) -> Bool {
        guard let isEqual, waiting.isFull && lastDelivered.isFull else { return false }
        let equalsLastDelivered = Self.compare(lastDelivered, value, isEqual, leaving: lock)
        lock.lock()
        return equalsLastDelivered
    }

    /// Releases its copy before the lock is taken again.
    private static func compare(
        _ last: borrowing Slot<Value>, _ value: borrowing Slot<Value>, _ isEqual: (Value, Value) -> Bool,
        leaving lock: Lock
    ) -> Bool {
        let last = Slot(copying: last)
        lock.unlock()
        return last.isEqual(to: value, by: isEqual)
    }

    /// Retains the last offered value for comparison, if it was delivered and another value will wait.
    func keepLastDelivered(_ previous: borrowing Slot<Value>) {
        guard !waiting.isFull && !delivery.isEvery && !isFinished && !isStopped else { return }
        lastDelivered.fill(copying: previous)
    }

    /// Accepts a value.
    ///
    /// - Parameter equalsLastDelivered: The result of ``equalsLastDelivered(_:_:leaving:)``.
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

    /// Retains only the newest value, and no value if it is equal to the last delivered one.
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

    /// Whether the newest value is waiting, so that it can be taken back. Only for `.latest`.
    var isWaiting: Bool { waiting.isFull }

    /// Takes the newest value back, to be merged with the next one. There must be one.
    func takeWaiting() -> Value { waiting.take() }

    /// Releases the delivered value. Called by the delivering task, outside of the lock.
    func releaseCurrent() { current.clear() }

    /// Releases the value that was delivered before. Called by the delivering task, outside of the lock.
    func releasePrevious() { previous.clear() }

    /// Moves the value to the delivering task, which does not have to release anything then.
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
        // The values before `head` are removed when they are all or more than half of the values, so that each value is
        // moved once.
        guard head == queue.count || head > 32 && head * 2 > queue.count else { return }
        // The last of them is the current value.
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

    /// Removes and returns the values that the owner has to release outside of the lock.
    func takeReleased() -> [Value] {
        defer { released = [] }
        hasReleased = false
        return released
    }
}
