extension Tracked: Encodable where Value: Encodable {
    /// Encodes the value alone, exactly as the property would be encoded without `@Tracked`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Tracked: Decodable where Value: Decodable {
    /// Decodes the value and gives it a new stamp.
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
