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
