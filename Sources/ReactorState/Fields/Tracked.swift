/// A property wrapper with a revision that shows whether the property has changed, without a comparison or a copy.
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
/// `log.$entries` is the ``Revision``. A subscription to `\.$entries` compares revisions, so the core retains no copy
/// of the entries, and an append changes the array in place.
///
/// The revision changes whenever the property is assigned or modified, even if the new value is equal. So use it for
/// properties that single events change, and not for child states to which a parent forwards every event.
///
/// Equality, hashing, encoding and printing use only the value. A decoded value has a new revision. A copy has the
/// revision of the original until one of them changes.
@propertyWrapper
public struct Tracked<Value> {
    @usableFromInline
    var value: Value

    /// The revision of the last assignment or modification.
    public private(set) var projectedValue: Revision

    /// Creates a tracked value with a new revision.
    public init(wrappedValue: Value) {
        value = wrappedValue
        projectedValue = Revision()
    }

    /// The value. It is modified in place: an append does not copy an array that has no other reference.
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
    /// Returns whether the values are equal. If neither side has changed since one was copied from the other, the
    /// result is true in O(1), as for arrays, even for a value that is not equal to itself (`Double.nan`).
    @inlinable
    public static func == (left: Tracked, right: Tracked) -> Bool {
        left.projectedValue == right.projectedValue || left.value == right.value
    }
}

extension Tracked: Hashable where Value: Hashable {
    /// Hashes the value.
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
    /// A mirror with the value and without the revision, so that a dumped state is the same in every run.
    public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

extension Tracked: Encodable where Value: Encodable {
    /// Encodes the value, in the same format as a property without `@Tracked`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Tracked: Decodable where Value: Decodable {
    /// Decodes the value. It has a new revision.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

// The compiler generates a call of `encode(_:forKey:)` for a wrapped property, even if its optional value would be
// omitted without the wrapper. It selects these two overloads, so `@Tracked` can be added or removed without a change
// of format.

extension KeyedEncodingContainer {
    /// Omits a tracked property that is nil, like an optional property without the wrapper.
    public mutating func encode<Value: Encodable>(_ tracked: Tracked<Value?>, forKey key: Key) throws {
        try encodeIfPresent(tracked.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a missing tracked property as nil, like an optional property without the wrapper.
    public func decode<Value: Decodable>(_ type: Tracked<Value?>.Type, forKey key: Key) throws -> Tracked<Value?> {
        Tracked(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
