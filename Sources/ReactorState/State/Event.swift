/// Something that happened. Events are the only thing that changes a state.
///
/// An event is a plain value: name it in the past tense, give it everything `react(to:)` needs (ids and dates
/// included), and let it be small. Events up to 24 bytes travel without an allocation.
///
/// ```swift
/// struct WeightLogged: Event {
///     var kilograms: Double
/// }
/// ```
public protocol Event: Sendable {
    /// The type a ``Reset`` starts over, nil for every other event. Not for implementing: it lets a core see a reset
    /// without a cast, which costs more than everything else the core does for an event.
    static var _resetTarget: Any.Type? { get }

    /// The subject of the event, if it commutes with events about other subjects: a state is the same in either
    /// order. Not for implementing: it spares the responses of a ``Load`` a replay.
    var _subject: String? { get }
}

extension Event {
    @inlinable
    public static var _resetTarget: Any.Type? { nil }

    @inlinable
    public var _subject: String? { nil }
}

extension Event {
    /// This event if it is exactly a `Target`, nil otherwise: a comparison of two type pointers, at about half the
    /// cost of `as?`. For reducers that see very many events; everywhere else `switch event { case let e as … }`
    /// reads better.
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
    /// - Complexity: O(1), no lookup of conformances.
    @inlinable
    public func `as`<Target: Event>(_ type: Target.Type) -> Target? {
        guard Self.self == Target.self else { return nil }
        // The memory holds a Self, and Self is Target, as was just compared.
        return withUnsafePointer(to: self) { UnsafeRawPointer($0).assumingMemoryBound(to: Target.self).pointee }
    }
}
