import Reactor

/// A state, and the events that are fired at it, the same for every design that is compared.
public protocol Workload: State {
    /// The order of arrivals: checked after every measurement.
    var attendance: Attendance { get }
    /// The number of applied events, for a subscriber.
    static var count: KeyPath<Self, Int> & Sendable { get }

    /// The state at the beginning.
    init()

    /// Makes `count` events of one producer, one after another.
    static func produce(_ count: Int, producer: Int, into sink: inout some EventSink)

    /// Makes one of these events.
    static func event(_ sequence: Int, producer: Int) -> any Event
}

/// The destination of produced events.
public protocol EventSink {
    /// Takes the next event.
    mutating func take(_ event: some Event)
}
