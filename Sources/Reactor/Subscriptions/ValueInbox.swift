/// An inbox with values of a certain type, which calls a closure with each value. It decides which value is delivered
/// next.
///
/// It compares, merges and releases no value under the lock of its queue, because each of these runs code of the
/// program, which can need the same lock.
class ValueInbox<Value: Sendable>: Inbox, @unchecked Sendable {
    // Sendable: as Inbox; `selection` is used only on the core's executor; `current`, `previous` and `isFirstCall` are
    // used only by the delivering task, and the slots are moved under the lock; `update` is read by the delivering task
    // and released under the lock while no delivery is running.
    typealias Update = @Sendable (ValueInbox, Value) async -> Void

    /// nil after the inbox has left its group.
    private var selection: Selection<Value>?
    /// nil when the subscription is over.
    private var update: Update?
    /// Whether each new value is compared with the last delivered one, which is then always retained.
    private let comparesDelivered: Bool
    /// Whether the subscriber is an object that was not called yet.
    private var isFirstCall = true
    /// The newest waiting value, or the first one of `.every`, if no value waited before it; the last delivered value,
    /// retained for comparison while a value waits; and the current value.
    private let waiting = Slot<Value>()
    private let lastDelivered = Slot<Value>()
    private let current = Slot<Value>()
    /// The last delivered value, until it is released.
    private let previous = Slot<Value>()
    /// Old values, until they are released outside of the lock.
    private var released: [Value] = []
    /// The other waiting values of `.every`. Those before `head` were taken.
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
        comparesDelivered = selection.comparesDelivered && !delivery.isEvery
        super.init(selection, source, delivery: delivery, initial: initial)
    }

    override final func makeGroup() -> SelectionGroup {
        // An inbox makes its group before it leaves it.
        guard let selection else { mustOverride() }
        return selection.makeGroup()
    }

    override final func leftGroup() { selection = nil }

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
        source.report(Runtime.Report(.subscriberBehind(subscription: source.name, waiting: passedLimit)))
    }

    /// Accepts an offered value, merged with the waiting value if the selection requires this. It unlocks during a
    /// comparison or merge.
    ///
    /// - Returns: The number of waiting values, if the limit of `.every` was exceeded.
    final func accept(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, _ isEqual: Comparison<Value>?
    ) -> Int? {
        if waiting.isFull && !delivery.isEvery, let changes = selection?.changes { return join(value, changes) }
        let equalsLastDelivered = self.equalsLastDelivered(value, isEqual)
        // Retained for comparison, if it was delivered and another value will wait.
        if isEqual != nil && previous.isFull && !waiting.isFull && !delivery.isEvery && life == .open
            && !comparesDelivered
        {
            lastDelivered.fill(copying: previous)
        }
        return store(value, equalsLastDelivered: equalsLastDelivered)
    }

    /// Stores the current value as the last delivered one, for a subscriber that is not notified of it.
    final func begin(after value: borrowing Slot<Value>) {
        queue.lock.lock()
        if comparesDelivered && life == .open { lastDelivered.fill(copying: value) }
        queue.lock.unlock()
    }

    /// Merges changes with the waiting ones, and accepts the result.
    private func join(_ value: borrowing Slot<Value>, _ changes: RowChanges<Value>) -> Int? {
        var joined = waiting.take()
        count = 0
        queue.lock.unlock()
        changes.follow(&joined, value.value)
        let slot = Slot<Value>()
        slot.fill(joined)
        queue.lock.lock()
        return store(slot, equalsLastDelivered: false)
    }

    /// Returns whether a value is equal to the last delivered value. It unlocks during the comparison.
    private func equalsLastDelivered(_ value: borrowing Slot<Value>, _ isEqual: Comparison<Value>?) -> Bool {
        guard let isEqual else { return false }
        while lastDelivered.isFull && (waiting.isFull || comparesDelivered) {
            let hadWaiting = waiting.isFull
            let equalsLastDelivered = Self.compare(lastDelivered, value, isEqual, leaving: queue.lock)
            queue.lock.lock()
            // If the waiting value was delivered in the meantime, it is the last delivered one.
            if !comparesDelivered || waiting.isFull == hadWaiting { return equalsLastDelivered }
        }
        return false
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
        if comparesDelivered && equalsLastDelivered {
            if waiting.isFull { discard(waiting.take()) }
            skipOffered()
        } else if waiting.isFull && lastDelivered.isFull && equalsLastDelivered {
            discardWaiting()
            skipOffered()
        } else {
            if waiting.isFull { discard(waiting.take()) }
            waiting.fill(copying: value)
        }
        count = waiting.isFull ? 1 : 0
    }

    private func append(_ value: borrowing Slot<Value>, _ limit: Int) -> Int? {
        // A value mostly waits alone, and an array of it would cost more than the delivery.
        if count == 0 { waiting.fill(copying: value) } else { value.lend { values.append($0) } }
        count += 1
        guard count > limit && !isLimitReported else { return nil }
        isLimitReported = true
        return count
    }

    // MARK: Delivering

    override func deliver() async {
        previous.clear()
        if let update { await update(self, current.value) }
        current.clear()
    }

    /// Notes that the subscriber, an object, is called. Only the first call takes the lock.
    final func noteFirstCall() {
        guard isFirstCall else { return }
        isFirstCall = false
        _ = beginCall()
    }

    /// Removes and returns the current value. The delivering task does not have to release anything then. Has to be
    /// called under the lock.
    final func takeCurrent() -> Value {
        if previous.isFull { discard(previous.take()) }
        return current.take()
    }

    override final func moveNext() {
        assert(!current.isFull && !previous.isFull, "the last delivered value is not released yet")
        count -= 1
        guard case .every(let limit) = delivery else {
            current.fill(from: waiting)
            previous.fill(from: lastDelivered)
            if comparesDelivered { lastDelivered.fill(copying: current) }
            return
        }
        if count <= limit / 2 { isLimitReported = false }
        if waiting.isFull { return current.fill(from: waiting) }
        current.fill(values[head])
        head += 1
        // The values before `head` are removed when they are all or more than half of the values, so that each value is
        // moved once.
        guard head == values.count || head > 32 && head * 2 > values.count else { return }
        // The last of them is the current value.
        if head > 1 { for value in values[..<(head - 1)] { discard(value) } }
        if head == values.count {
            values.removeAll(keepingCapacity: values.capacity <= 64)
        } else {
            values.removeFirst(head)
        }
        head = 0
    }

    override final func discardWaiting() {
        if waiting.isFull { discard(waiting.take()) }
        if lastDelivered.isFull { discard(lastDelivered.take()) }
        for value in values { discard(value) }
        values = []
        head = 0
        count = 0
    }

    private func discard(_ value: Value) {
        released.append(value)
        hasReleased = true
    }

    override final func unlock() {
        guard hasReleased else { return queue.lock.unlock() }
        var old: [Value] = []
        swap(&old, &released)
        let ended = isOver ? update.take() : nil
        hasReleased = false
        queue.lock.unlock()
        withExtendedLifetime((old, ended)) {}
    }

    // MARK: Calling closures

    /// Calls a closure unless the subscription was canceled. The check runs on the actor of the closure, so that no
    /// code on this actor can cancel the subscription between the check and the call.
    final func call(
        _ body: @isolated(any) @Sendable (Value) async -> Void, with value: Value, on isolation: isolated (any Actor)?
    ) async {
        guard beginCall() else { return }
        await body(value)
    }

    /// Calls a closure without isolation. The method above does not use this one, because a call through another
    /// closure has a cost.
    final func call(
        unisolated body: nonisolated(nonsending) @Sendable (Value) async -> Void, with value: Value,
        on isolation: isolated (any Actor)?
    ) async {
        guard beginCall() else { return }
        await body(value)
    }
}
