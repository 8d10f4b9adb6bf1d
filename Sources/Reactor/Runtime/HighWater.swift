/// Lets a program notice that events are fired faster than they are applied. Nothing is dropped.
///
/// ```swift
/// let core = Core(state: Counter(), highWater: HighWater(count: 100_000) { print("\($0) events wait") })
/// ```
public struct HighWater: Sendable {
    /// How many events have to wait for it to be called.
    package let count: Int
    let isReached: @Sendable (Int) -> Void

    /// Calls `isReached` with the number of waiting events when it reaches `count`, and again after it has fallen below
    /// in between. It is called on the thread that fired the event, outside of every lock; it may fire.
    public init(count: Int, isReached: @escaping @Sendable (Int) -> Void) {
        self.count = count
        self.isReached = isReached
    }
}
