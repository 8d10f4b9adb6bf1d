import Reactor

/// A state with a field that every event changes, and eight fields that no event changes.
public struct ManyFields: State {
    /// Changes with every event.
    public var count = 0
    /// Changes never; subscribers wait for these in vain.
    public var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0

    /// The key paths of the fields that never change.
    public static var quiet: [KeyPath<ManyFields, Int> & Sendable] { [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h] }

    /// The state at the beginning.
    public init() {}

    public mutating func react(to event: any Event) {
        if event is Counted { count += 1 }
    }
}

/// Adds one.
public struct Counted: Event {
    /// It carries nothing.
    @inlinable
    public init() {}
}
