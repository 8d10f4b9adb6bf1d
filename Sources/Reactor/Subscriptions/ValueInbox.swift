/// An inbox with values of a certain type, which calls a closure with each value. It decides which value is delivered
/// next.
///
/// It compares, merges and releases no value under the lock of its queue, because each of these runs code of the
/// program, which can need the same lock.
class ValueInbox<Value: Sendable>: Inbox, @unchecked Sendable {
    // Sendable: as Inbox; `current` and `previous` are used only by the delivering task, and moved under the lock.
    typealias Update = @Sendable (ValueInbox, Value) async -> Void

    private let selection: Selection<Value>
    private let update: Update
    /// The newest waiting value; the last delivered value, retained for comparison while a value waits; and the current
    /// value.
    private let waiting = Slot<Value>()
    private let lastDelivered = Slot<Value>()
    private let current = Slot<Value>()
    /// The last delivered value, until it is released.
    private let previous = Slot<Value>()
    /// Old values, until they are released outside of the lock.
    private var released: [Value] = []
    /// The waiting values of `.every`. Those before `head` were taken.
    private var values: [Value] = []
    private var head = 0
    private var isLimitReported = false

    // Inlined, because otherwise both the caller and the initializer look up the type's metadata.
    @inline(__always)
    init(
        _ selection: Selection<Value>, _ source: InboxSource, delivery: Delivery, initial: Bool,
        update: @escaping Update
    ) {
        self.selection = selection
        self.update = update
        super.init(selection, source, delivery: delivery, initial: initial)
    }

    override final func makeGroup() -> SelectionGroup { selection.makeGroup() }

    override final var count: Int { delivery.isEvery ? values.count - head : waiting.isFull ? 1 : 0 }

    // MARK: Offering

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
        let passedLimit = accept(value, after: previous, isEqual)
        let starts = enqueue()
        unlock()
        report(passedLimit)
        return starts ? queue : nil
    }

    final func report(_ passedLimit: Int?) {
        guard let passedLimit else { return }
        source.report(Report(.subscriberBehind(subscription: source.name, waiting: passedLimit)))
    }

    /// Accepts an offered value, merged with the waiting value if the selection requires this. It unlocks during a
    /// comparison or merge.
    ///
    /// - Returns: The number of waiting values, if the limit of `.every` was exceeded.
    final func accept(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, _ isEqual: Comparison<Value>?
    ) -> Int? {
        if let changes = selection.changes, waiting.isFull { return join(value, changes) }
        let equalsLastDelivered = self.equalsLastDelivered(value, isEqual)
        // Retained for comparison, if it was delivered and another value will wait.
        if isEqual != nil && previous.isFull && !waiting.isFull && !delivery.isEvery && life == .open {
            lastDelivered.fill(copying: previous)
        }
        return store(value, equalsLastDelivered: equalsLastDelivered)
    }

    /// Merges changes with the waiting ones, and accepts the result.
    private func join(_ value: borrowing Slot<Value>, _ changes: RowChanges<Value>) -> Int? {
        var joined = waiting.take()
        queue.lock.unlock()
        changes.follow(&joined, value.value)
        let slot = Slot<Value>()
        slot.fill(joined)
        queue.lock.lock()
        return store(slot, equalsLastDelivered: false)
    }

    /// Returns whether a value is equal to the last delivered value. It unlocks during the comparison.
    private func equalsLastDelivered(_ value: borrowing Slot<Value>, _ isEqual: Comparison<Value>?) -> Bool {
        guard let isEqual, waiting.isFull && lastDelivered.isFull else { return false }
        let equalsLastDelivered = Self.compare(lastDelivered, value, isEqual, leaving: queue.lock)
        queue.lock.lock()
        return equalsLastDelivered
    }

    /// Releases its copy before the lock is taken again.
    private static func compare(
        _ last: borrowing Slot<Value>, _ value: borrowing Slot<Value>, _ isEqual: Comparison<Value>,
        leaving lock: Lock
    ) -> Bool {
        let last = Slot(copying: last)
        lock.unlock()
        return last.isEqual(to: value, by: isEqual)
    }

    private func store(_ value: borrowing Slot<Value>, equalsLastDelivered: Bool) -> Int? {
        guard beginOffer() else { return nil }
        switch delivery {
        case .latest: replace(with: value, equalsLastDelivered: equalsLastDelivered)
        case .every(let limit): return append(value, limit)
        }
        return nil
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

    private func append(_ value: borrowing Slot<Value>, _ limit: Int) -> Int? {
        value.lend { values.append($0) }
        guard count > limit && !isLimitReported else { return nil }
        isLimitReported = true
        return count
    }

    // MARK: Delivering

    override func deliver() async {
        previous.clear()
        await update(self, current.value)
        current.clear()
    }

    /// Removes and returns the current value. The delivering task does not have to release anything then. Has to be
    /// called under the lock.
    final func takeCurrent() -> Value {
        if previous.isFull { discard(previous.take()) }
        return current.take()
    }

    override final func moveNext() {
        assert(!current.isFull && !previous.isFull, "the last delivered value is not released yet")
        guard case .every(let limit) = delivery else {
            current.fill(from: waiting)
            previous.fill(from: lastDelivered)
            return
        }
        current.fill(values[head])
        head += 1
        if count <= limit / 2 { isLimitReported = false }
        // The values before `head` are removed when they are all or more than half of the values, so that each value is
        // moved once.
        guard head == values.count || head > 32 && head * 2 > values.count else { return }
        // The last of them is the current value.
        for value in values[..<(head - 1)] { discard(value) }
        values.removeFirst(head)
        head = 0
        if values.isEmpty && values.capacity > 64 { values = [] }
    }

    override final func discardWaiting() {
        if waiting.isFull { discard(waiting.take()) }
        if lastDelivered.isFull { discard(lastDelivered.take()) }
        for value in values { discard(value) }
        values = []
        head = 0
    }

    private func discard(_ value: Value) {
        released.append(value)
        hasReleased = true
    }

    override final func unlock() {
        guard hasReleased else { return queue.lock.unlock() }
        var old: [Value] = []
        swap(&old, &released)
        hasReleased = false
        queue.lock.unlock()
        withExtendedLifetime(old) {}
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
