import Reactor

/// A wrapper whose content is compared in its place.
protocol Transparent {
    var content: Any { get }
}

extension Tracked: Transparent {
    var content: Any { wrappedValue }
}

extension Boxed: Transparent {
    var content: Any { wrappedValue }
}
