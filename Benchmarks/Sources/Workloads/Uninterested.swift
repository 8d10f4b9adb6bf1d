import Reactor

/// Wants to be notified when a value changes that never does.
public final class Uninterested: Subscriber {
    /// One that was never notified.
    public init() {}

    public func update(with state: Int) async {
        preconditionFailure("A value that never changes was delivered: \(state).")
    }
}
