/// A value that changes only through events, with `react(to:)` as its reducer.
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
/// The core calls `react(to:)` in place, with one event after another. It must be a pure function: the same state and
/// the same event give the same result in every process. It must not read a clock or a random number. Put these values
/// into the event.
///
/// States compose by value: a parent forwards every event to its children.
public protocol State: Sendable {
    /// Applies an event. Ignore events that do not concern the state.
    mutating func react(to event: any Event)
}

/// An event that resets a part of the state and cancels the commands that this part owns.
///
/// ```swift
/// core.fire(event: Reset<SearchScreen.State>())
/// ```
///
/// Every child state receives a reset like any other event, and the state with the type `Target` replaces itself with
/// an initial value. Before the core applies the reset, it cancels the commands with `owner: Target.self`, and refuses
/// their later events.
@frozen public struct Reset<Target>: Event {
    /// Creates a reset of `Target`.
    @inlinable
    public init() {}

    @inlinable
    public static var _resetTarget: Any.Type? { Target.self }
}
