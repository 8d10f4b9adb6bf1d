import Reactor

/// A subscriber of a value that never changes.
public final class Uninterested: Subscriber {
    /// One that was never notified.
    public init() {}

    public func update(with state: Int) async { preconditionFailure("A value that never changes was delivered: \(state).") }
}
