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
        /// The value, as it is sent: without the blanks and tabs around it, which do not belong to it (RFC 9110, 5.5).
        public let value: String
        /// Whether its value says who asks.
        public let isSecret: Bool

        /// A field; those that HTTP itself has for credentials are secret whatever `isSecret` says.
        public init(name: String, value: String, isSecret: Bool = false) {
            self.name = name
            self.value = HeaderFields.trimmed(value)
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

    /// The value of the field of this name; the values of several are joined by a comma, those of `Cookie` by a semicolon,
    /// as HTTP reads them.
    ///
    /// Setting replaces all of the name, at the place of the first; nil removes them. What replaces a secret is one.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            guard values.count > 1 else { return values.first }
            return values.joined(separator: Self.equal(name, "Cookie") ? "; " : ", ")
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

    /// Makes one field of several `Cookie` fields (RFC 6265, 5.4): a network that joins fields joins them by a comma.
    mutating func joinCookies() {
        guard values(of: "Cookie").count > 1 else { return }
        self[secret: "Cookie"] = self["Cookie"]
    }

    /// The fields by which a network frames and routes a message. If a caller sets one of them, the server and the network
    /// can disagree about the end of the message, and the rest of a body becomes the next request (request smuggling).
    static let ofTransport = [
        "Connection", "Content-Length", "Expect", "Host", "HTTP2-Settings", "Keep-Alive", "Proxy-Connection", "TE",
        "Trailer", "Transfer-Encoding", "Upgrade",
    ]

    /// Refuses a field that would break out of its line, that is not a name, or that belongs to the network.
    ///
    /// - Throws: ``GatewayError`` for a name or a value that HTTP does not allow here.
    package func validate() throws(GatewayError) {
        for field in fields {
            if Self.ofTransport.contains(where: field.isNamed) { throw GatewayError(.reservedHeader(name: field.name)) }
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

    /// A value without the blanks and tabs around it.
    static func trimmed(_ value: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        guard let last = value.utf8.last, isBlank(last) || value.utf8.first.map(isBlank) == true else { return value }
        let front = value.utf8.drop(while: isBlank)
        guard let end = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(front[...end]))
    }

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
