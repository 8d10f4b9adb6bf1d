/// A property wrapper that stores its value in separate memory, so that the state with the property is small.
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
/// Swift copies a value on the stack whenever it is passed on, and a thread of an app has a stack of 512 KB. A state
/// with a property of many kilobytes, for example a struct of many structs, can overflow it. A boxed property takes
/// eight bytes of its state.
///
/// A copy of the state shares the box until one of them changes. The first change then copies the content, as with an
/// array. Arrays, dictionaries and strings store their content in separate memory already, and do not require a box.
///
/// Equality, hashing, encoding and printing use only the value.
@frozen @propertyWrapper
public struct Boxed<Value> {
    /// Always one value. The array provides separate memory that is copied when it changes while it is shared.
    @usableFromInline
    var values: [Value]

    /// Creates a box with a value.
    @inlinable
    public init(wrappedValue: Value) { values = [wrappedValue] }

    /// The value. It is modified in place, unless there is another copy of the box.
    @inlinable
    public var wrappedValue: Value {
        _read { yield values[0] }
        _modify { yield &values[0] }
    }
}

extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
    /// Returns whether the values are equal. If both sides share one box, the result is true in O(1), as for arrays,
    /// even for a value that is not equal to itself (`Double.nan`).
    @inlinable
    public static func == (left: Boxed, right: Boxed) -> Bool { left.values == right.values }
}

extension Boxed: Hashable where Value: Hashable {
    /// Hashes the value.
    @inlinable
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

extension Boxed: CustomStringConvertible {
    /// The description of the value.
    public var description: String { String(describing: wrappedValue) }
}

extension Boxed: CustomReflectable {
    /// A mirror with the value.
    public var customMirror: Mirror { Mirror(self, children: ["value": wrappedValue]) }
}

extension Boxed: Encodable where Value: Encodable {
    /// Encodes the value, in the same format as a property without `@Boxed`.
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

// Like those of `@Tracked`, these overloads allow adding or removing `@Boxed` without a change of format.

extension KeyedEncodingContainer {
    /// Omits a boxed property that is nil, like an optional property without the wrapper.
    public mutating func encode<Value: Encodable>(_ boxed: Boxed<Value?>, forKey key: Key) throws {
        try encodeIfPresent(boxed.wrappedValue, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Decodes a missing boxed property as nil, like an optional property without the wrapper.
    public func decode<Value: Decodable>(_ type: Boxed<Value?>.Type, forKey key: Key) throws -> Boxed<Value?> {
        Boxed(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}
