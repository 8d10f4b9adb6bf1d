import ReactorFoundation

/// A validated, immutable request with an identity.
///
/// Its ``properties`` are members of the request: `request.method`, `request.headers`. Two submissions of equal
/// properties are two requests.
@dynamicMemberLookup
public struct Request: RequestProperties, Identifiable {
    /// The identity of a submission, unique within its gateway.
    public struct ID: Hashable, Comparable, Sendable {
        package let number: UInt64

        package init(_ number: UInt64) { self.number = number }

        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    public let id: ID
    /// The URL to which the request is sent.
    public let url: URL
    /// The base URL: the request's own, or the gateway's.
    public let base: BaseURL
    /// The properties. A body with a known media type is bytes here, and the headers contain its type.
    public let properties: MutableRequestProperties

    /// Validates the properties and creates a request.
    ///
    /// - Throws: ``GatewayError`` for an invalid method, path or header field.
    package init(_ properties: MutableRequestProperties, id: ID, base: BaseURL) throws(GatewayError) {
        self.id = id
        self.base = properties.baseURL ?? base
        guard !properties.method.rawValue.isEmpty, properties.method.rawValue.utf8.allSatisfy(HeaderFields.isTokenByte)
        else { throw GatewayError.invalidMethod(properties.method.rawValue) }
        try properties.headers.validate()
        url = try Self.address(of: properties, under: self.base)
        var properties = properties
        properties.headers.joinCookies()
        properties.writeContentType()
        self.properties = properties
    }

    /// Returns a request with other properties and the same identity. An address and a header that are unchanged are not
    /// validated again.
    ///
    /// - Throws: The errors of ``init(_:id:base:)``.
    package func with(_ properties: MutableRequestProperties) throws(GatewayError) -> Request {
        let own = self.properties
        guard properties.method == own.method, properties.path == own.path, properties.query == own.query,
            properties.headers == own.headers, properties.baseURL == own.baseURL
        else { return try Request(properties, id: id, base: base) }
        return Request(self, properties)
    }

    /// Creates a request with other properties, whose address and header are those of `request`.
    private init(_ request: Request, _ properties: MutableRequestProperties) {
        (id, url, base) = (request.id, request.url, request.base)
        var properties = properties
        properties.writeContentType()
        self.properties = properties
    }

    /// A member of its ``properties``.
    public subscript<Value>(dynamicMember property: KeyPath<MutableRequestProperties, Value>) -> Value {
        properties[keyPath: property]
    }

    private static func joined(_ path: String, to base: BaseURL) -> String {
        base.description + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
    }

    private static func address(
        of properties: MutableRequestProperties, under base: BaseURL
    ) throws(GatewayError) -> URL {
        let path = PercentEncoding.path(properties.path)
        // An absolute address requires `MutableRequestProperties(_:url:)`, and dot segments would leave the base URL.
        guard properties.path.hasPrefix("/") || !properties.path.contains("://"), !PercentEncoding.climbs(path) else {
            throw GatewayError.invalidPath(HiddenText.address(properties.path))
        }
        // Encoding the mark would change the resource, and sending it would let user input add a query.
        if let mark = properties.path.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            throw GatewayError.queryInPath(TerminalText.escaped(String(properties.path[..<mark])))
        }
        var text = joined(path, to: base)
        if text == base.origin.description { text += "/" }
        if !properties.query.isEmpty { text += "?" + properties.query.encoded }
        guard let url = URL(string: text) else {
            throw GatewayError.invalidPath(HiddenText.address(properties.path))
        }
        return url
    }
}

extension Request: DescribedOnly {
    /// The method and the address, without values of the query, header fields and the body.
    public var description: String {
        "\(properties.method) \(Self.joined(PercentEncoding.path(properties.path), to: base))\(properties.shownQuery)"
    }
}

extension MutableRequestProperties: DescribedOnly {
    /// The method and the path, without values of the query, header fields and the body.
    public var description: String {
        "\(method) \(PercentEncoding.path(path))\(shownQuery)"
    }

    fileprivate var shownQuery: String { query.isEmpty ? "" : "?\(query)" }
}
