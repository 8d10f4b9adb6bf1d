/// A value that changes by reacting to events, and in no other way.
///
/// `react(to:)` runs on the core alone, in place, one event at a time. It must be pure: the same state and the same
/// event give the same result in any process. It reads no clock and draws no random number; what it needs stands in
/// the event.
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
/// States compose by value: a parent hands every event to its children.
public protocol State: Sendable {
    /// Changes this value by what happened. Events that do not concern it leave it as it is.
    mutating func react(to event: any Event)
}

/// Starts a part of the state over, and cancels the commands that it owns.
///
/// A reset reaches every substate like any event; the one it names answers by becoming fresh. When the core applies
/// it, commands launched with `owner: Target.self` are cancelled first, and whatever they fire afterwards is refused.
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
