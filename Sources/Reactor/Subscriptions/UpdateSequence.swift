/// The values of a selection, one after another, for `for await`.
///
/// Each loop is a subscription of its own, from the place in the order where it begins. It ends with its loop, with its
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
