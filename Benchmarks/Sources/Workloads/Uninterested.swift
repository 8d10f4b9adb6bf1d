import Reactor

/// Is to be told when a value changes that never does.
public final class Uninterested: Subscriber {
    /// One that was never told anything.
    public init() {}

    public func update(with state: Int) async { preconditionFailure("A value that never changes was told: \(state).") }
}
