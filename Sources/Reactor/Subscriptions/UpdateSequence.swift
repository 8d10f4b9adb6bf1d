/// The values of a selection, one after another, for `for await`.
///
/// Each loop is a separate subscription, from the place in the order where it begins. It ends with its loop, with its
/// task, or when the core is closed or released; the sequence does not keep the core alive.
///
/// ```swift
/// for await count in core.updates(of: \.count) {
///     print(count)
/// }
/// ```
public struct UpdateSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    /// Makes the inbox of a loop; nil when the core was released.
    let makeInbox: @Sendable () -> LoopInbox<Value>?

    public func makeAsyncIterator() -> Iterator { Iterator(loop: Iterator.Loop(inbox: makeInbox())) }

    /// One loop over the values.
    public struct Iterator: AsyncIteratorProtocol {
        /// Ends the subscription of the loop when the loop is left.
        final class Loop: Sendable {
            let inbox: LoopInbox<Value>?

            init(inbox: LoopInbox<Value>?) { self.inbox = inbox }

            deinit { inbox?.cancel() }
        }

        let loop: Loop

        /// The next value; waits for it. Nil when there will be none, or the task was cancelled.
        public mutating func next() async -> Value? { await loop.inbox?.next() }

        /// The next value; waits for it. Nil when there will be none, or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? { await loop.inbox?.next() }
    }
}

/// The inbox of one loop over an update sequence, which takes the values itself.
final class LoopInbox<Value: Sendable>: ValueInbox<Value>, @unchecked Sendable {
    // Sendable: as ValueInbox; the taker is touched while the queue's lock is held, too.
    private var taker = Taker.busy

    /// The loop, between two values.
    private enum Taker {
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
        let offer = take(value, after: previous, isEqual)
        var resumed: CheckedContinuation<Bool, Never>?
        if case .waits(let continuation) = taker, machine.next().hasValue {
            resumed = continuation
            taker = .busy
        }
        unlock()
        report(offer)
        resumed?.resume(returning: true)
        return nil
    }

    /// The next value; nil when there will be none.
    nonisolated(nonsending) func next() async -> Value? {
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.lock.lock()
                let isTaken = machine.next().hasValue
                let waits = if !isTaken, case .busy = taker { true } else { false }
                if waits { taker = .waits(continuation) }
                queue.lock.unlock()
                if !waits { continuation.resume(returning: isTaken) }
            }
        } onCancel: {
            cancel()
        }
        return isTaken ? take() : nil
    }

    /// The value that was taken for the loop. It waits in the machine, since a continuation would copy it on its way.
    private func take() -> Value {
        queue.lock.lock()
        defer { unlock() }
        return machine.takeCurrent()
    }

    /// Ends the loop at once and lets the table forget it.
    func cancel() {
        guard stop() else { return }
        source.detach(self)
    }

    override func finish() {
        queue.lock.lock()
        machine.finish()
        let taker = self.taker
        self.taker = .ended
        queue.lock.unlock()
        if case .waits(let continuation) = taker { continuation.resume(returning: false) }
    }

    @discardableResult
    override func stop(isReleased: Bool = false) -> Bool {
        let isFirst = super.stop(isReleased: isReleased)
        finish()
        return isFirst
    }

    // A value is delivered when it waits here: what the loop does with it is its own affair.
    override var isOwed: Bool { false }

    override func add(_ wait: DeliveryWait) -> Bool { false }
}
