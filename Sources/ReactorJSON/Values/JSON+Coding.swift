import ReactorFoundation

extension JSON {
    /// Encodes a value. Numbers keep all digits of the value. Infinities and NaN become the strings `Infinity`, `-Infinity` and
    /// `NaN`, which ``decode(_:)`` decodes.
    ///
    /// - Throws: The value's own error, or `EncodingError`.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        try self.init(parsing: try encoder.encode(value))
    }

    /// Decodes a value.
    ///
    /// - Throws: The type's own error, or `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: Data(bytes()))
    }
}
