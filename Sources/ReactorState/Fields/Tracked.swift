/// A stored property with a revision that shows whether it changed, without comparing or copying it.
///
/// ```swift
/// struct Log: State {
///     @Tracked var entries: [Entry] = []
///     var isOpen = false
///
///     mutating func react(to event: any Event) {
///         switch event {
///         case let event as EntryAdded: entries.append(event.entry)
///         default: break
///         }
///     }
/// }
/// ```
///
/// `log.$entries` is the ``Revision``. A subscriber of `\.$entries` compares revisions, so nothing keeps a copy of the
/// entries alive and appending stays in place.
///
/// The revision changes whenever the property is assigned or modified, also when the new value is equal to the old one:
/// it may announce an equal value, it never misses a change. So it belongs on leaves that a `case` touches, not on children
/// to which a parent hands every event.
///
/// Equality, hashing, encoding and printing see the value alone. A decoded value has a new revision, a copy has that of
/// the original until one of them changes.
@propertyWrapper
public struct Tracked<Value> {
    @usableFromInline
    var value: Value

    /// The revision of the last assignment or modification.
    public private(set) var projectedValue: Revision

    /// A value with a new revision.
    public init(wrappedValue: Value) {
        value = wrappedValue
        projectedValue = Revision()
    }

    /// The value itself. Modified in place: an array that nothing else holds is not copied by an append.
    public var wrappedValue: Value {
        @inlinable
        get { value }
        @inlinable
        _modify {
            renew()
            yield &value
        }
    }

    @usableFromInline
    mutating func renew() {
        projectedValue = Revision()
    }
}

extension Tracked: Sendable where Value: Sendable {}

extension Tracked: Equatable where Value: Equatable {
    /// Compares values. O(1) when neither side changed since one was copied from the other, and then true by identity,
    /// as it is for arrays, even where a value does not equal itself (`Double.nan`).
    @inlinable
    public static func == (left: Tracked, right: Tracked) -> Bool {
        left.projectedValue == right.projectedValue || left.value == right.value
    }
}

extension Tracked: Hashable where Value: Hashable {
    /// Hashes the value alone.
    @inlinable
    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}

extension Tracked: CustomStringConvertible {
    /// The description of the value.
    public var description: String { String(describing: value) }
}

extension Tracked: CustomReflectable {
    /// Shows the value without its revision, so that a dumped state is the same in every run.
    public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension Tracked: Encodable where Value: Encodable {
    /// Encodes the value alone, exactly as the property would be encoded without `@Tracked`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Tracked: Decodable where Value: Decodable {
    /// Decodes the value and gives it a new revision.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

// The compiler writes `encode(_:forKey:)` for a wrapped property, also where the value is optional and the bare
// property would have been left out. These two overloads are what it then finds, so that `@Tracked` can be added to a
// property, or taken away, without a change of format.

extension KeyedEncodingContainer {
    /// Leaves a tracked property out where it is nil, as a bare optional property is.
    public mutating func encode<Value: Encodable>(_ tracked: Tracked<Value?>, forKey key: Key) throws {
        try encodeIfPresent(tracked.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Reads a tracked property that was left out as nil, as a bare optional property is.
    public func decode<Value: Decodable>(_ type: Tracked<Value?>.Type, forKey key: Key) throws -> Tracked<Value?> {
        Tracked(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
