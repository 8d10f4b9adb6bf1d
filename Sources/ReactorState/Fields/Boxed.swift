/// A stored property whose value is in separate memory, so that the state around it is small.
///
/// Swift copies a value on the stack wherever it is handed on, and a thread of an app has 512 KB of it. A state with a property
/// of many kilobytes, a struct of many structs say, can fill that. A boxed property takes eight bytes of its state.
///
/// ```swift
/// struct Margins: Sendable { var left = 10.0 }        // imagine a thousand numbers
/// struct MarginSet: Event { var left: Double }
///
/// struct Report: State {
///     @Boxed var margins = Margins()
///     var title = ""
///
///     mutating func react(to event: any Event) {
///         if let event = event as? MarginSet { margins.left = event.left }
///     }
/// }
/// ```
///
/// It is a value like any other: a copy of the state shares the box until one of the two changes, and the first
/// change then copies its content, as with an array. The content of an array, a dictionary or a string is in
/// separate memory already and does not require a box.
///
/// Equality, hashing, encoding and printing see the value alone.
@propertyWrapper
public struct Boxed<Value> {
    /// Always one value: an array is separate memory that is copied when it changes while it is shared.
    @usableFromInline
    var values: [Value]

    /// A value in a box.
    @inlinable
    public init(wrappedValue: Value) { values = [wrappedValue] }

    /// The value itself. Modified in place, unless a copy of the box is held elsewhere.
    @inlinable
    public var wrappedValue: Value {
        _read { yield values[0] }
        _modify { yield &values[0] }
    }
}

extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
    /// Compares values. O(1) when both share one box, and then true, as it is for arrays, even where a value does not equal
    /// itself (`Double.nan`).
    @inlinable
    public static func == (left: Boxed, right: Boxed) -> Bool { left.values == right.values }
}

extension Boxed: Hashable where Value: Hashable {
    /// Hashes the value alone.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Boxed: CustomStringConvertible {
    /// The description of the value.
    public var description: String { String(describing: wrappedValue) }
}

extension Boxed: CustomReflectable {
    /// Shows the value alone.
    public var customMirror: Mirror { Mirror(self, children: ["value": wrappedValue]) }
}

extension Boxed: Encodable where Value: Encodable {
    /// Encodes the value alone, exactly as the property would be encoded without `@Boxed`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension Boxed: Decodable where Value: Decodable {
    /// Decodes the value into a box.
    public init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    }
}

// As with `@Tracked`, so that `@Boxed` can be added to an optional property, or taken away, without a change of format.

extension KeyedEncodingContainer {
    /// Leaves a boxed property out where it is nil, as a bare optional property is.
    public mutating func encode<Value: Encodable>(_ boxed: Boxed<Value?>, forKey key: Key) throws {
        try encodeIfPresent(boxed.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Reads a boxed property that was left out as nil, as a bare optional property is.
    public func decode<Value: Decodable>(_ type: Boxed<Value?>.Type, forKey key: Key) throws -> Boxed<Value?> {
        Boxed(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
