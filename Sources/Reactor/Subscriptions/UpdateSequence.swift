/// The values of a selection, one after another, for `for await`.
///
/// Each loop is a subscription of its own, from the place in the order where it begins. It ends with its loop, with its
/// task, or when the core is closed or gone; the sequence does not keep the core alive.
///
/// ```swift
/// for await count in core.updates(of: \.count) {
///     print(count)
/// }
/// ```
public struct UpdateSequence<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Value

    let makeBuffer: @Sendable () -> UpdateBuffer<Value>

    public func makeAsyncIterator() -> Iterator { Iterator(loop: UpdateLoop(buffer: makeBuffer())) }

    /// One loop over the values.
    public struct Iterator: AsyncIteratorProtocol {
        private let loop: UpdateLoop<Value>

        init(loop: UpdateLoop<Value>) { self.loop = loop }

        /// The next value; waits for it. Nil when there will be none, or the task was cancelled.
        public mutating func next() async -> Value? { await loop.buffer.next() }

        /// The next value; waits for it. Nil when there will be none, or the task was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? { await loop.buffer.next() }
    }
}

/// Ends the subscription of a loop when the loop is left.
final class UpdateLoop<Value: Sendable>: Sendable {
    let buffer: UpdateBuffer<Value>

    init(buffer: UpdateBuffer<Value>) { self.buffer = buffer }

    deinit { buffer.cancel() }
}
