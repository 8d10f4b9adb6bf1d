/// An encoder that gives equal JSON for equal values in every process.
///
/// It writes the JSON of Foundation's encoder, with two differences: sets, and dictionaries whose keys are not strings, are
/// sorted by the JSON of their elements; and no intermediate text is created.
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
    /// Encodes a value. Equal values have equal encodings in every process: sets, and dictionaries whose keys are not strings,
    /// are sorted by the JSON of their elements. ``JSON/decode(_:)`` decodes it.
    ///
    /// - Throws: The value's own error, or `EncodingError`, also for a value that cannot be decoded again: more than
    ///   512 nested arrays and objects, a `Decimal` that is not a number, or a non-nil optional that would be
    ///   written as null.
    public init(canonicallyEncoding value: some Encodable) throws {
        self = try Self.encoded(value, at: EncodingPath())
    }

    /// Encodes a value that will be nested in this many arrays and objects.
    package init(canonicallyEncoding value: some Encodable, below depth: Int) throws {
        self = try Self.encoded(value, at: EncodingPath(below: depth))
    }

    static func encoded<Value: Encodable>(_ value: Value, at path: @autoclosure () -> EncodingPath) throws -> JSON {
        // Comparing types is almost free, but a check for a conformance is not.
        if DirectTypes.contains(Value.self) { return try direct(value, at: path()) }
        let path = path()
        let node = EncodingNode(path)
        try path.write(value, into: node)
        return try node.finished().checked(as: value, at: path)
    }

    /// Encodes a value of one of the ``DirectTypes``.
    static func direct<Value: Encodable>(_ value: Value, at path: @autoclosure () -> EncodingPath) throws -> JSON {
        if Value.self == Int.self { return .number(JSON.Number(unsafeBitCast(value, to: Int.self))) }
        if Value.self == String.self { return .string(unsafeBitCast(value, to: String.self)) }
        guard let direct = value as? any DirectlyWritten else { return .null }
        do {
            return try direct.written
        } catch let error as NotWritable {
            throw path().refusal(of: value, error.reason)
        }
    }

    /// Checks the JSON of a value: it throws if the JSON would be decoded as nil, and sorts elements that are in hash order.
    func checked<Value: Encodable>(as value: Value, at path: EncodingPath) throws -> JSON {
        switch self {
        case .null:
            guard let type = Value.self as? any OptionalValue.Type, type.isSome(value) else { return self }
            throw path.ambiguousNull(value)
        case .array(let elements) where elements.count > 1 && Value.self is any HashOrdered.Type:
            return inOwnOrder(of: Value.self)
        default: return self
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

extension EncodingPath {
    /// Calls the `encode(to:)` of a value.
    func write<Value: Encodable>(_ value: Value, into node: EncodingNode) throws {
        if isTooDeep { throw tooDeep(value) }
        try value.encode(to: CanonicalEncoder(path: self, node: node))
    }
}

/// A collection in the order of its hashes.
protocol HashOrdered {
    static var isDictionary: Bool { get }
}

extension Set: HashOrdered {
    static var isDictionary: Bool { false }
}

extension Dictionary: HashOrdered {
    static var isDictionary: Bool { true }
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

/// The key of an element in an array, of a superclass, or of a member by its name.
struct IndexKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    init?(intValue: Int) { self.init(intValue) }

    init?(stringValue: String) { self.init(named: stringValue) }

    static let superclass = IndexKey(named: "super")

    init(named name: String) {
        stringValue = name
        intValue = nil
    }
}
