import ReactorFoundation

extension JSON {
    /// What encoding a value gives. Numbers keep every digit that the value has; infinities and NaN become the strings
    /// `Infinity`, `-Infinity` and `NaN`, which ``decode(_:)`` reads back.
    ///
    /// - Throws: The value's own error, or `EncodingError`.
    public init(encoding value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        try self.init(parsing: try encoder.encode(value))
    }

    /// The value that this encodes.
    ///
    /// - Throws: The type's own error, or `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return try decoder.decode(type, from: Data(bytes()))
    }
}
