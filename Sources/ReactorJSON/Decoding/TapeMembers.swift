/// The members of an object.
struct TapeMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: TapeContainer

    var codingPath: [any CodingKey] { object.decoder.codingPath }

    var allKeys: [Key] { object.names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { object.place(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try member(key).decodeNil() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try member(key).decode(type)
    }

    // The most frequent types have their own methods: one generic method would look up their types at runtime.
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).string() }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).integer(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).double() }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.bool() }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.string() }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.double() }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key)?.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { inherited(IndexKey.superclass) }

    func superDecoder(forKey key: Key) throws -> any Decoder { inherited(key) }

    private func inherited(_ key: any CodingKey) -> TapeDecoder {
        object.decoder(of: object.place(of: key.stringValue), as: key)
    }

    private func found(_ key: Key) -> TapeDecoder? {
        object.place(of: key.stringValue).map { object.decoder(of: $0) }
    }

    /// Returns a member that exists and is not null.
    private func present(_ key: Key) -> TapeDecoder? {
        guard let member = found(key), !member.decodeNil() else { return nil }
        return member
    }

    private func member(_ key: Key) throws -> TapeDecoder {
        if let member = found(key) { return member }
        throw DecodingError.keyNotFound(
            key,
            DecodingError.Context(
                codingPath: codingPath, debugDescription: "The member \"\(key.stringValue)\" is missing."))
    }
}

/// The elements of an array.
struct TapeElements: UnkeyedDecodingContainer {
    private let array: TapeContainer
    // In this struct and not in the array, because a copy is iterated on its own.
    private var place: Int
    private(set) var currentIndex = 0

    init(array: TapeContainer) {
        self.array = array
        place = array.first
    }

    var codingPath: [any CodingKey] { array.decoder.codingPath }
    var count: Int? { array.count }
    var isAtEnd: Bool { place >= array.end }

    mutating func decodeNil() throws -> Bool {
        let isNull = try next(as: Never.self).decodeNil()
        if isNull { advance() }
        return isNull
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next(as: type).decode(type)
        advance()
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try next(as: KeyedDecodingContainer<Nested>.self).container(keyedBy: type)
        advance()
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try next(as: (any UnkeyedDecodingContainer).self).unkeyedContainer()
        advance()
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try next(as: (any Decoder).self)
        advance()
        return decoder
    }

    /// - Parameter type: The requested type, for the error at the end.
    private func next(as type: Any.Type) throws -> TapeDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                DecodingError.Context(
                    codingPath: codingPath + [IndexKey(currentIndex)],
                    debugDescription: "The array has no further element."))
        }
        return array.decoder(of: place, at: currentIndex)
    }

    private mutating func advance() {
        place = array.place(behind: place)
        currentIndex += 1
    }
}
