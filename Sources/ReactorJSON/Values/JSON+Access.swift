import ReactorFoundation

extension JSON {
    /// The member with this name, or nil if this is not an object or has no such member. Setting a member turns another value
    /// into an object first. Setting nil removes the member.
    public subscript(key: String) -> JSON? {
        get { object?[key] }
        set {
            var object = object ?? Object()
            object[key] = newValue
            self = .object(object)
        }
    }

    /// The element at this index, or nil if this is not an array or is shorter.
    public subscript(index: Int) -> JSON? {
        guard let elements = array, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// The value at the end of a path, or nil.
    package subscript(path: JSONPath) -> JSON? {
        path.steps.reduce(self) { json, step in
            switch step {
            case .key(let key): json?[key]
            case .index(let index): json?[index]
            }
        }
    }

    /// Whether this is null.
    public var isNull: Bool { if case .null = self { true } else { false } }

    /// The Boolean, if this is one.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The number, if this is one.
    public var number: Number? { if case .number(let number) = self { number } else { nil } }

    /// The whole number, if this is one that fits.
    public var int: Int? { number?.int }

    /// The nearest floating-point number, if this is a number in their range.
    public var double: Double? { number?.double }

    /// The text, if this is a string.
    public var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The elements, if this is an array.
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members, if this is an object.
    public var object: Object? { if case .object(let object) = self { object } else { nil } }
}

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
