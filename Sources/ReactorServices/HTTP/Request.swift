import ReactorFoundation

/// A request as it was submitted: a checked, immutable description with an identity of its own.
///
/// Its ``properties`` are read as members of the request: `request.method`, `request.headers`.
///
/// Two requests that ask for the same are two requests.
@dynamicMemberLookup
public struct Request: RequestProperties, Identifiable {
    /// Names one submission among all of its gateway.
    public struct ID: Hashable, Comparable, Sendable {
        package let number: UInt64

        package init(_ number: UInt64) { self.number = number }

        public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
    }

    public let id: ID
    /// The address it is sent to.
    public let url: URL
    /// The base URL it is sent under: the gateway's, or its own.
    public let base: BaseURL
    /// What it asks for; a body of a known media type is bytes here, and its type stands in the headers.
    public let properties: MutableRequestProperties

    /// Checks a description.
    ///
    /// - Throws: ``GatewayError`` for a method, a path or a header field that cannot be sent.
    package init(_ properties: MutableRequestProperties, id: ID, base: BaseURL) throws(GatewayError) {
        self.id = id
        self.base = properties.baseURL ?? base
        guard !properties.method.rawValue.isEmpty, properties.method.rawValue.utf8.allSatisfy(HeaderFields.isTokenByte)
        else { throw GatewayError(.invalidMethod(properties.method.rawValue)) }
        try properties.headers.validate()
        url = try Self.address(of: properties, under: self.base)
        var properties = properties
        properties.headers.joinCookies()
        properties.writeContentType()
        self.properties = properties
    }

    /// This request with another description, under the same identity.
    ///
    /// - Throws: what ``init(_:id:base:)`` throws.
    package func with(_ properties: MutableRequestProperties) throws(GatewayError) -> Request {
        try Request(properties, id: id, base: base)
    }

    /// A member of its ``properties``.
    public subscript<Value>(dynamicMember property: KeyPath<MutableRequestProperties, Value>) -> Value {
        properties[keyPath: property]
    }

    private static func address(
        of properties: MutableRequestProperties, under base: BaseURL
    ) throws(GatewayError) -> URL {
        let path = PercentEncoding.path(properties.path)
        // A whole address here is a mistake for `MutableRequestProperties(_:url:)`, and dots climb out of the base URL.
        guard properties.path.hasPrefix("/") || !properties.path.contains("://"), !PercentEncoding.climbs(path) else {
            throw GatewayError(.invalidPath(HiddenText.address(properties.path)))
        }
        // Encoded, it would name something else; taken as it is, a name from outside could add a query.
        if let mark = properties.path.firstIndex(where: { $0 == "?" || $0 == "#" }) {
            throw GatewayError(.queryInPath(TerminalText.escaped(String(properties.path[..<mark]))))
        }
        var text = base.description + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
        if text == base.origin.description { text += "/" }
        if !properties.query.isEmpty { text += "?" + properties.query.encoded }
        guard let url = URL(string: text) else {
            throw GatewayError(.invalidPath(HiddenText.address(properties.path)))
        }
        return url
    }
}

extension Request: DescribedOnly {
    /// Method and address, without the values of the query; no header field and no body.
    public var description: String {
        "\(properties.method) \(base)\(PercentEncoding.path(properties.path))\(properties.shownQuery)"
    }
}

extension MutableRequestProperties: DescribedOnly {
    /// Method and path, without the values of the query; no header field and no body.
    public var description: String {
        "\(method) \(PercentEncoding.path(path))\(shownQuery)"
    }

    fileprivate var shownQuery: String { query.isEmpty ? "" : "?\(query)" }
}
