import Reactor

/// A wrapper that a difference looks through.
protocol Transparent {
    /// What it wraps.
    var content: Any { get }
}

extension Tracked: Transparent {
    var content: Any { wrappedValue }
}

extension Boxed: Transparent {
    var content: Any { wrappedValue }
}
