/// Writes a value as JSON so that equal values give equal JSON in every process.
///
/// What Foundation's encoder writes, with two differences: sets, and dictionaries whose keys are not strings, are written
/// in the order of their elements' JSON and not of their hashes; and no text is made on the way.
struct CanonicalEncoder: Encoder {
    let path: EncodingPath
    let node: EncodingNode

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.becomeObject()
        return KeyedEncodingContainer(KeyedWriter<Key>(path: path, node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.becomeArray()
        return UnkeyedWriter(path: path, node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueWriter(path: path, node: node) }
}

extension JSON {
    /// What encoding a value gives, the same for equal values in every process: sets, and dictionaries whose keys are not
    /// strings, are written in an order of their own. ``JSON/decode(_:)`` reads it back.
    ///
    /// - Throws: The value's own error, or `EncodingError`, also for what could not be read back: more than
    ///   ``JSON/depthLimit`` arrays and objects in each other, a `Decimal` that is no number, an optional that holds
    ///   something and would be written as null.
    public init(canonicallyEncoding value: some Encodable) throws {
        self = try Self.encoded(value, at: EncodingPath(), nil)
    }

    /// The same for a value that is going to stand in so many arrays and objects.
    package init(canonicallyEncoding value: some Encodable, below depth: Int) throws {
        self = try Self.encoded(value, at: EncodingPath(below: depth), nil)
    }

    /// The same, with what did not change since the last time taken from `memory`.
    package init(canonicallyEncoding value: some Encodable, _ memory: inout EncodingMemory) throws {
        let next = EncodingMemory(after: memory.kept)
        self = try Self.encoded(value, at: EncodingPath(), next)
        memory = next
    }

    static func encoded<Value: Encodable>(
        _ value: Value, at path: @autoclosure () -> EncodingPath, _ memory: EncodingMemory?
    ) throws -> JSON {
        // Comparing types costs next to nothing, asking what a type conforms to does not.
        if DirectTypes.contains(Value.self), let value = value as? any DirectlyWritten {
            do {
                return try value.written
            } catch let error as NotWritable {
                throw path().refusal(of: value, error.reason)
            }
        }
        guard let memory else { return try written(value, at: path(), nil) }
        if let json = memory.recall(value) { return json }
        let parts = EncodingMemory(after: memory.parts(of: Value.self))
        let json = try written(value, at: path(), parts)
        memory.keep(value, json, parts.kept)
        return json
    }

    private static func written<Value: Encodable>(
        _ value: Value, at path: EncodingPath, _ memory: EncodingMemory?
    ) throws -> JSON {
        if path.isTooDeep { throw path.refusal(of: value, Errors.tooDeep(limit: depthLimit)) }
        let node = EncodingNode(memory, path)
        try value.encode(to: CanonicalEncoder(path: path, node: node))
        let json = try node.finished()
        switch json {
        case .null:
            guard let type = Value.self as? any OptionalValue.Type, type.isSome(value) else { return json }
            throw path.refusal(of: value, Errors.someNothing)
        case .array(let elements) where elements.count > 1 && Value.self is any HashOrdered.Type:
            return json.inOwnOrder(of: Value.self)
        default: return json
        }
    }

    private func inOwnOrder(of type: Any.Type) -> JSON {
        guard case .array(let elements) = self, let type = type as? any HashOrdered.Type else { return self }
        let width = type.isDictionary ? 2 : 1
        let entries = stride(from: 0, to: elements.count, by: width).map { start in
            (key: elements[start].bytes(.canonical), entry: elements[start..<min(start + width, elements.count)])
        }
        let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return .array(sorted.flatMap(\.entry))
    }
}

/// What is kept in the order of its hashes.
private protocol HashOrdered {
    static var isDictionary: Bool { get }
}

extension Set: HashOrdered {
    fileprivate static var isDictionary: Bool { false }
}

extension Dictionary: HashOrdered {
    fileprivate static var isDictionary: Bool { true }
}

/// A value that may be missing.
private protocol OptionalValue {
    static func isSome(_ value: Any) -> Bool
}

extension Optional: OptionalValue {
    fileprivate static func isSome(_ value: Any) -> Bool {
        if case .some? = value as? Self { true } else { false }
    }
}

/// The key of an element in an array, and of what a superclass wrote.
struct IndexKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(intValue: Int) { self.init(intValue) }

    init?(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    static let superclass = IndexKey(named: "super")

    private init(named name: String) {
        stringValue = name
        intValue = nil
    }
}
