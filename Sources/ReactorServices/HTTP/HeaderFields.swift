/// The fields of a header: in their order, found without regard to case, several of one name allowed.
///
/// ```swift
/// var headers: HeaderFields = ["Accept": "application/json"]
/// headers["accept"] = "text/plain"        // replaces
/// headers.add("no-cache", for: "Pragma")  // stands beside others of its name
/// headers[secret: "X-Session"] = "s3cr3t" // says who asks
/// ```
///
/// Whoever puts a credential into a field marks the field as secret; nothing is guessed from its name. Marked fields are
/// sent to no other origin, appear in no error, log or description, and keep kept answers apart. The fields that HTTP
/// itself has for credentials (`Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie`) are always secret.
public struct HeaderFields: Hashable, Sendable {
    /// One field of a header.
    public struct Field: Hashable, Sendable {
        /// What the field is called, as it is sent; compared without regard to case.
        public let name: String
        /// What the field says, as it is sent.
        public let value: String
        /// Whether its value says who asks.
        public let isSecret: Bool

        /// A field; those that HTTP itself has for credentials are secret whatever `isSecret` says.
        public init(name: String, value: String, isSecret: Bool = false) {
            self.name = name
            self.value = value
            self.isSecret = isSecret || HeaderFields.credentialNames.contains { HeaderFields.equal(name, $0) }
        }

        func isNamed(_ other: String) -> Bool { HeaderFields.equal(name, other) }
    }

    /// The fields in their order.
    public private(set) var fields: [Field]

    /// A header with these fields in this order, several of one name allowed.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Whether there is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// The value of the field of this name; those of several joined by a comma, as HTTP reads them.
    ///
    /// Setting replaces all of the name, at the place of the first; nil removes them. What replaces a secret is one.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set { replace(name, newValue, isSecret: false) }
    }

    /// The same, and what is set is marked as secret.
    public subscript(secret name: String) -> String? {
        get { self[name] }
        set { replace(name, newValue, isSecret: true) }
    }

    private mutating func replace(_ name: String, _ value: String?, isSecret: Bool) {
        let index = fields.firstIndex { $0.isNamed(name) }
        let wasSecret = fields.contains { $0.isNamed(name) && $0.isSecret }
        fields.removeAll { $0.isNamed(name) }
        guard let value else { return }
        fields.insert(Field(name: name, value: value, isSecret: isSecret || wasSecret), at: index ?? fields.count)
    }

    /// Every value of this name, in order.
    public func values(of name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    /// Whether there is a field of this name, in any case.
    public func contains(_ name: String) -> Bool { fields.contains { $0.isNamed(name) } }

    /// Adds a field behind the others, also behind those of its name.
    public mutating func add(_ value: String, for name: String) { add(Field(name: name, value: value)) }

    /// Adds a field as it is, secret or not, behind the others.
    mutating func add(_ field: Field) { fields.append(field) }

    /// Removes the fields of these names.
    public mutating func remove(_ names: String...) {
        fields.removeAll { field in names.contains { field.isNamed($0) } }
    }

    /// Refuses what would break out of its line, or is no name.
    ///
    /// - Throws: ``GatewayError`` for a name or a value that HTTP does not allow.
    package func validate() throws(GatewayError) {
        for field in fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte) else {
                throw GatewayError(.invalidHeaderName(field.name))
            }
            guard field.value.utf8.allSatisfy(Self.isValueByte) else {
                throw GatewayError(.invalidHeaderValue(name: field.name))
            }
        }
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Everything but control characters; a tab is allowed.
    private static func isValueByte(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }

    fileprivate static func equal(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        return left.count == right.count && zip(left, right).allSatisfy { lowered($0) == lowered($1) }
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral fields: (String, String)...) {
        self.init(fields.map { Field(name: $0.0, value: $0.1) })
    }
}
