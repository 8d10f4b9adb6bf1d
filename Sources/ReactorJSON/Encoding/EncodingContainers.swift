// One generic method handles every type of the protocol. `JSON.encoded(_:at:_:)` distinguishes the types that are written
// directly.

struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let path: EncodingPath
    let node: EncodingNode

    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil(forKey key: Key) throws {
        guard node.takes(key.stringValue) else { return }
        node.put(.null, as: key.stringValue)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        guard node.takes(key.stringValue) else { return }
        try node.put(value, as: key.stringValue, at: path.appending(key))
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value, node.takes(key.stringValue) else { return }
        // Null is decoded as a missing value.
        if try node.put(value, as: key.stringValue, at: path.appending(key)) == .null {
            throw path.appending(key).ambiguousNull(value)
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        nested(key).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nested(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { nested(IndexKey.superclass) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { nested(key) }

    private func nested(_ key: any CodingKey) -> CanonicalEncoder {
        CanonicalEncoder(path: path.appending(key), node: node.nest(as: key.stringValue, path.appending(key)))
    }
}

struct UnkeyedWriter: UnkeyedEncodingContainer {
    let path: EncodingPath
    let node: EncodingNode

    var codingPath: [any CodingKey] { path.keys }
    var count: Int { node.count }

    mutating func encodeNil() throws { node.append(.null) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try node.append(value, at: path.appending(count))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nested().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { nested() }

    private func nested() -> CanonicalEncoder {
        CanonicalEncoder(path: path.appending(count), node: node.nest(path.appending(count)))
    }
}

struct SingleValueWriter: SingleValueEncodingContainer {
    let path: EncodingPath
    let node: EncodingNode

    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil() throws { node.put(.null) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try node.put(value, at: path.inside)
    }
}
