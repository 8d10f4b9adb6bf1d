/// A value that changes only through events, with `react(to:)` as its reducer.
///
/// The core calls `react(to:)` in place, with one event after another. It must be a pure function: the same state and the same
/// event give the same result in every process. It reads no clock and no random number. Put the values that it needs into the
/// event.
///
/// ```swift
/// struct Counter: State {
///     var count = 0
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as Added: count += event.amount
///         case is Reset<Counter>: self = Counter()
///         default: break
///         }
///     }
/// }
/// ```
///
/// States compose by value: a parent forwards every event to its children.
public protocol State: Sendable {
    /// Applies an event. Events of no interest leave the value unchanged.
    mutating func react(to event: any Event)
}

/// An event that resets a part of the state and cancels the commands that the part owns.
///
/// Every child state receives a reset like any event, and the state that it names replaces itself by a new value. Before the core
/// applies it, it cancels the commands with `owner: Target.self` and refuses their later events.
///
/// ```swift
/// core.fire(event: Reset<SearchScreen.State>())
/// ```
public struct Reset<Target>: Event {
    /// A reset of `Target`.
    @inlinable
    public init() {}

    @inlinable
    public static var _resetTarget: Any.Type? { Target.self }
}
