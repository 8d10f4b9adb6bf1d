/// A class or an actor that is notified of a state, or of a selection of it, whenever it has changed.
///
/// A core holds its subscribers weakly. Updates to one subscriber come one after another, never at the same time, in
/// the order of the states. `update(with:)` may be synchronous, asynchronous, isolated to an actor or to the main
/// actor; it runs where it is declared, and not on the core unless the core is pinned there too.
///
/// ```swift
/// @MainActor
/// final class TotalLabel: Subscriber {
///     var text = ""
///     func update(with state: Int) { text = "\(state)" }
/// }
/// ```
public protocol Subscriber<Value>: AnyObject, Sendable {
    /// What the subscriber receives: the whole state or a selection of it.
    associatedtype Value: Sendable

    /// Tells the subscriber the value. The next update waits until this one has returned.
    func update(with state: Value) async
}
