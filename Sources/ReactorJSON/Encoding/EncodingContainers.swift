// One generic method answers for every type that a container must take: what is written directly is distinguished in
// `JSON.encoded(_:at:_:)`.

struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let path: EncodingPath
    let node: EncodingNode

    var codingPath: [any CodingKey] { path.keys }

    mutating func encodeNil(forKey key: Key) throws { node.put(.null, as: key.stringValue) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node.put(try JSON.encoded(value, at: path.appending(key), node.memory), as: key.stringValue)
    }

    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        guard let value else { return }
        let json = try JSON.encoded(value, at: path.appending(key), node.memory)
        // Null is read as a value that is not there.
        if case .null = json { throw path.appending(key).refusal(of: value, Errors.someNothing) }
        node.put(json, as: key.stringValue)
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
        node.append(try JSON.encoded(value, at: path.appending(count), node.memory))
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
        node.put(try JSON.encoded(value, at: path.inside, node.memory))
    }
}
