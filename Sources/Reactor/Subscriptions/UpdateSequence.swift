/// An asynchronous sequence of the values of a selection, for `for await`.
///
/// ```swift
/// for await count in core.updates(of: \.count) {
///     print(count)
/// }
/// ```
///
/// Each loop is a separate subscription that begins when the loop begins. It ends with the loop, with its task, or when
/// the core is closed or released. The sequence does not keep the core alive.
public struct UpdateSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    /// Creates the inbox of a loop; nil after the core was released.
    let makeInbox: @Sendable () -> LoopInbox<Value>?

    public func makeAsyncIterator() -> Iterator { Iterator(loop: Iterator.Loop(inbox: makeInbox())) }

    /// The iterator of a loop.
    public struct Iterator: AsyncIteratorProtocol {
        /// The owner of the loop's subscription. It ends the subscription when the loop ends.
        final class Loop: Sendable {
            let inbox: LoopInbox<Value>?

            init(inbox: LoopInbox<Value>?) { self.inbox = inbox }

            deinit { inbox?.cancel() }
        }

        let loop: Loop

        /// Waits for the next value. Returns nil if the subscription has ended, or the task was canceled.
        public mutating func next() async -> Value? { await loop.inbox?.next() }

        /// Waits for the next value. Returns nil if the subscription has ended, or the task was canceled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? { await loop.inbox?.next() }
    }
}

/// The inbox of a loop, which takes the values itself.
final class LoopInbox<Value: Sendable>: ValueInbox<Value>, @unchecked Sendable {
    // Sendable: as ValueInbox; `taker` is also used only while the queue's lock is held.
    private var taker = Consumer.busy

    /// The state of the loop.
    private enum Consumer {
        case busy
        /// The loop waits for the next value.
        case waits(CheckedContinuation<Bool, Never>)
        /// The loop receives no further value.
        case ended
    }

    init(_ selection: Selection<Value>, _ source: InboxSource, delivery: Delivery, initial: Bool) {
        super.init(selection, source, delivery: delivery, initial: initial) { _, _ in }
    }

    override func offer(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, isEqual: Comparison<Value>?
    ) -> DeliveryQueue? {
        queue.lock.lock()
        let passedLimit = accept(value, after: previous, isEqual)
        var resumed: CheckedContinuation<Bool, Never>?
        if case .waits(let continuation) = taker, beginUpdate() {
            resumed = continuation
            taker = .busy
        }
        unlock()
        report(passedLimit)
        resumed?.resume(returning: true)
        return nil
    }

    /// Waits for the next value; nil if there will be none.
    nonisolated(nonsending) func next() async -> Value? {
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.lock.lock()
                let isTaken = beginUpdate()
                let waits = if !isTaken, case .busy = taker { true } else { false }
                if waits { taker = .waits(continuation) }
                unlock()
                if !waits { continuation.resume(returning: isTaken) }
            }
        } onCancel: {
            cancel()
        }
        return isTaken ? take() : nil
    }

    /// Returns the value that was taken for the loop. It remains in the inbox until then, because a continuation
    /// would copy it.
    private func take() -> Value {
        queue.lock.lock()
        defer { unlock() }
        return takeCurrent()
    }

    /// Ends the loop immediately, and removes the inbox from the table.
    func cancel() {
        if stop() { detach() }
    }

    override func finish() {
        queue.lock.lock()
        endOffers()
        let taker = self.taker
        self.taker = .ended
        unlock()
        if case .waits(let continuation) = taker { continuation.resume(returning: false) }
    }

    @discardableResult
    override func stop(isReleased: Bool = false) -> Bool {
        let isFirst = super.stop(isReleased: isReleased)
        finish()
        return isFirst
    }

    // A value counts as delivered when it is available here, regardless of the loop's work with it.
    override var isOwed: Bool { false }

    override func add(_ wait: DeliveryWait) -> Bool { false }
}
