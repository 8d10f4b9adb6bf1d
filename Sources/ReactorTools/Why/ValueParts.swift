import ReactorRecording

/// A part of a value as its type hands it to an encoder. What is inside of it is encoded when somebody asks for it, so a
/// look at one value of a large state costs the way there.
enum ValuePart {
    case null
    case value(any Encodable)
    /// What was written into a container of an encoder.
    case nested(ValueParts)
}

/// What a value hands to an encoder, one level deep.
final class ValueParts {
    enum Content {
        case nothing
        case single(ValuePart)
        /// In the order in which they were written: of two with one name the later one counts.
        case members([(key: String, part: ValuePart)])
        case elements([ValuePart])
    }

    /// The name of the only member that is asked for; the others are passed over. Nil keeps all.
    let only: String?
    private(set) var content = Content.nothing

    init(only: String? = nil) { self.only = only }

    /// What a value hands to an encoder.
    convenience init(of value: some Encodable, only: String? = nil) throws {
        self.init(only: only)
        try value.encode(to: ValuePartsEncoder(parts: self))
    }

    func wants(_ key: String) -> Bool { only.map { ExactText($0) == ExactText(key) } ?? true }

    // What a type writes last in another form takes the place of what it wrote before.

    func becomeObject() {
        if case .members = content { return }
        content = .members([])
    }

    func becomeArray() {
        if case .elements = content { return }
        content = .elements([])
    }

    func put(_ part: ValuePart) { content = .single(part) }

    func put(_ part: ValuePart, as key: String) {
        guard case .members(var members) = content else { return }
        content = .nothing
        members.append((key, part))
        content = .members(members)
    }

    func append(_ part: ValuePart) {
        guard case .elements(var elements) = content else { return }
        content = .nothing
        elements.append(part)
        content = .elements(elements)
    }

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }
}

// MARK: - As JSON

extension ValuePart {
    /// Its canonical JSON.
    ///
    /// - Parameter depth: how many arrays and objects it stands in.
    func json(below depth: Int) throws -> JSON {
        switch self {
        case .null: .null
        case .value(let value): try JSON(canonicallyEncoding: value, below: depth)
        case .nested(let parts): try JSON(canonicallyEncoding: parts, below: depth)
        }
    }
}

extension ValuePart: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .value(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .nested(let parts): try parts.encode(to: encoder)
        }
    }
}

extension ValueParts: Encodable {
    func encode(to encoder: any Encoder) throws {
        switch content {
        case .nothing: _ = encoder.container(keyedBy: PartKey.self)
        case .single(let part): try part.encode(to: encoder)
        case .members(let members):
            var container = encoder.container(keyedBy: PartKey.self)
            for (key, part) in members { try container.encode(part, forKey: PartKey(stringValue: key)) }
        case .elements(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        }
    }
}

// MARK: - The encoder

private struct ValuePartsEncoder: Encoder {
    let parts: ValueParts
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        parts.becomeObject()
        return KeyedEncodingContainer(MemberWriter<Key>(parts: parts))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        parts.becomeArray()
        return ElementWriter(parts: parts)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleWriter(parts: parts) }
}

private struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let parts: ValueParts
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) { put(.null, key) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) {
        let name = key.stringValue
        if parts.wants(name) { parts.put(.value(value), as: name) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(PartKey(stringValue: "super")) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: any CodingKey) -> ValuePartsEncoder {
        let inner = ValueParts()
        put(.nested(inner), key)
        return ValuePartsEncoder(parts: inner)
    }

    private func put(_ part: ValuePart, _ key: any CodingKey) {
        let name = key.stringValue
        if parts.wants(name) { parts.put(part, as: name) }
    }
}

private struct ElementWriter: UnkeyedEncodingContainer {
    let parts: ValueParts
    var codingPath: [any CodingKey] { [] }
    var count: Int { parts.count }

    mutating func encodeNil() { parts.append(.null) }

    mutating func encode<Value: Encodable>(_ value: Value) { parts.append(.value(value)) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> ValuePartsEncoder {
        let inner = ValueParts()
        parts.append(.nested(inner))
        return ValuePartsEncoder(parts: inner)
    }
}

private struct SingleWriter: SingleValueEncodingContainer {
    let parts: ValueParts
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() { parts.put(.null) }

    mutating func encode<Value: Encodable>(_ value: Value) { parts.put(.value(value)) }
}

private struct PartKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
