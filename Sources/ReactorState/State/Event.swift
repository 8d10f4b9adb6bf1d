/// A value that describes an occurrence. Only events change a state.
///
/// ```swift
/// struct WeightLogged: Event {
///     var kilograms: Double
/// }
/// ```
///
/// An event is a plain value. Name it in the past tense, and put everything into it that `react(to:)` needs, including
/// ids and dates. Small events are cheap: up to 24 bytes need no allocation.
public protocol Event: Sendable {
    /// The type that a ``Reset`` resets; nil for every other event. Not for implementing: a core recognizes a reset by
    /// it without a cast, which would cost more than all other work of the core for an event.
    static var _resetTarget: Any.Type? { get }

    /// The subject of the event, if it commutes with events about other subjects: the state is the same in either
    /// order. Not for implementing: it avoids a replay for the responses of a ``Load``.
    var _subject: String? { get }
}

extension Event {
    @inlinable
    public static var _resetTarget: Any.Type? { nil }

    @inlinable
    public var _subject: String? { nil }
}

extension Event {
    /// Returns this event if its type is exactly `Target`, otherwise nil. It compares two type pointers, at about half
    /// the cost of `as?`.
    ///
    /// ```swift
    /// struct Draft: State {
    ///     var text = ""
    ///
    ///     mutating func react(to event: any Event) {
    ///         if let edit = event.as(Edited.self) { text += edit.inserted }
    ///     }
    /// }
    /// ```
    ///
    /// Use it in reducers with very many events. Otherwise prefer `switch event { case let event as … }`.
    ///
    /// - Complexity: O(1), without a lookup of conformances.
    @inlinable
    public func `as`<Target: Event>(_ type: Target.Type) -> Target? {
        guard Self.self == Target.self else { return nil }
        // The memory contains a Self, and Self is Target, as was just compared.
        return withUnsafePointer(to: self) { UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee }
    }
}
