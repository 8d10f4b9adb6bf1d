/// The fields of a header in their order. Names are case-insensitive and can occur several times.
///
/// ```swift
/// var headers: HeaderFields = ["Accept": "application/json"]
/// headers["accept"] = "text/plain"        // replaces
/// headers.add("no-cache", for: "Pragma")  // adds to other fields of this name
/// headers[secret: "X-Session"] = "s3cr3t" // is a credential
/// ```
///
/// Mark a field as secret if it contains a credential; Reactor does not infer this from its name. Secret fields are not
/// sent to other origins, do not appear in errors, logs and descriptions, and separate cached responses. The credential
/// fields of HTTP (`Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie`) are always secret.
public struct HeaderFields: Hashable, Sendable {
    /// A field of a header.
    public struct Field: Hashable, Sendable {
        /// The name as it is sent. Names are compared without regard to case.
        public let name: String
        /// The value as it is sent, without surrounding blanks and tabs, which are not part of it (RFC 9110, 5.5).
        public let value: String
        /// Whether the value is a credential.
        public let isSecret: Bool

        /// Creates a field. The credential fields of HTTP are secret regardless of `isSecret`.
        public init(name: String, value: String, isSecret: Bool = false) {
            self.name = name
            self.value = HeaderFields.trimmed(value)
            self.isSecret = isSecret || HeaderFields.credentialNames.contains { HeaderFields.equal(name, $0) }
        }

        func isNamed(_ other: String) -> Bool { HeaderFields.equal(name, other) }
    }

    /// The fields in their order.
    public private(set) var fields: [Field]

    /// Creates a header with these fields in this order. A name can occur several times.
    public init(_ fields: [Field] = []) { self.fields = fields }

    /// Whether the header has no fields.
    package var isEmpty: Bool { fields.isEmpty }

    /// The value of the field with this name. Several values are joined by a comma, those of `Cookie` by a semicolon,
    /// as HTTP defines.
    ///
    /// Setting a value replaces all fields of the name, at the position of the first. nil removes them. A field that
    /// replaces a secret field is secret.
    public subscript(name: String) -> String? {
        get {
            let values = values(of: name)
            guard values.count > 1 else { return values.first }
            return values.joined(separator: Self.equal(name, "Cookie") ? "; " : ", ")
        }
        set { replace(name, newValue, isSecret: false) }
    }

    /// The value of the field with this name. A value that is set is marked as secret.
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

    /// Returns all values of this name, in order.
    public func values(of name: String) -> [String] { fields.filter { $0.isNamed(name) }.map(\.value) }

    /// Returns the address in the field with this name, or nil if the field is missing or occurs several times. Some
    /// systems join several fields by a comma and a blank, which an address does not contain.
    func address(in name: String) -> String? {
        let values = values(of: name)
        return values.count == 1 && !values[0].contains(", ") ? values[0] : nil
    }

    /// Whether the header has a field with this name, compared without regard to case.
    public func contains(_ name: String) -> Bool { fields.contains { $0.isNamed(name) } }

    /// Adds a field after all others, including those of the same name.
    public mutating func add(_ value: String, for name: String) { add(Field(name: name, value: value)) }

    mutating func add(_ field: Field) { fields.append(field) }

    /// Removes the fields with these names.
    public mutating func remove(_ names: String...) {
        fields.removeAll { field in names.contains { field.isNamed($0) } }
    }

    /// Joins several `Cookie` fields into one (RFC 6265, 5.4), because network layers join fields by a comma.
    mutating func joinCookies() {
        guard values(of: "Cookie").count > 1 else { return }
        self[secret: "Cookie"] = self["Cookie"]
    }

    /// The fields with which a network adapter frames and routes a message. If a caller sets one of them, the server
    /// and the network can disagree about the end of the message, and the rest of a body becomes the next request
    /// (request smuggling).
    static let ofTransport = [
        "Connection", "Content-Length", "Expect", "Host", "HTTP2-Settings", "Keep-Alive", "Proxy-Connection", "TE",
        "Trailer", "Transfer-Encoding", "Upgrade",
    ]

    /// Checks that the fields have valid names and values, and that none of them belongs to the network adapter.
    ///
    /// - Throws: ``GatewayError`` for an invalid or reserved field.
    package func validate() throws(GatewayError) {
        for field in fields {
            if Self.ofTransport.contains(where: field.isNamed) { throw GatewayError.reservedHeader(name: field.name) }
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte) else {
                throw GatewayError.invalidHeaderName(field.name)
            }
            guard field.value.utf8.allSatisfy(Self.isValueByte) else {
                throw GatewayError.invalidHeaderValue(name: field.name)
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

    /// Whether the byte is not a control character. A tab is allowed.
    private static func isValueByte(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }

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

extension HeaderFields {
    /// The fields that HTTP defines for credentials.
    static let credentialNames = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// Returns the fields that another origin may receive: all except those that are marked as secret.
    package func withoutSecrets() -> HeaderFields { HeaderFields(fields.filter { !$0.isSecret }) }

    /// Marks the fields that are not among `others` as secret.
    mutating func markSecret(unlessIn others: HeaderFields) {
        self = HeaderFields(
            fields.map { field in
                others.fields.contains(field) ? field : Field(name: field.name, value: field.value, isSecret: true)
            })
    }
}

extension HeaderFields.Field: DescribedOnly {
    /// The name and the value. A secret is hidden, and so are the user and query of an address.
    public var description: String {
        let shown = value.contains("://") ? HiddenText.address(value) : value
        return "\(name): \(isSecret ? HiddenText.mark : shown)"
    }
}

extension HeaderFields: CustomStringConvertible, CustomReflectable {
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
