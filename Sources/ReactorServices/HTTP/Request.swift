#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request as it was submitted: a checked, immutable description with an identity of its own.
///
/// Two requests that ask for the same are two requests.
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
    let properties: MutableRequestProperties

    /// Checks a description.
    ///
    /// - Throws: ``GatewayError/invalidMethod(_:)``, ``GatewayError/invalidPath(_:)``,
    ///   ``GatewayError/invalidHeaderName(_:)``, ``GatewayError/invalidHeaderValue(name:)``.
    package init(_ properties: some RequestProperties, id: ID, base: BaseURL) throws(GatewayError) {
        self.id = id
        var written = MutableRequestProperties(properties)
        written.writeContentType()
        self.properties = written
        self.base = properties.baseURL ?? base
        guard !properties.method.rawValue.isEmpty, properties.method.rawValue.utf8.allSatisfy(HeaderFields.isTokenByte)
        else { throw .invalidMethod(properties.method.rawValue) }
        try properties.headers.validate()
        url = try Self.address(of: properties, under: self.base)
    }

    /// This request with another description, under the same identity.
    ///
    /// - Throws: what ``init(_:id:base:)`` throws.
    package func with(_ properties: some RequestProperties) throws(GatewayError) -> Request {
        try Request(properties, id: id, base: base)
    }

    private static func address(of properties: some RequestProperties, under base: BaseURL) throws(GatewayError) -> URL
    {
        let path = PercentEncoding.path(properties.path)
        // A whole address here is a mistake for `MutableRequestProperties(_:url:)`, and dots climb out of the base URL.
        guard properties.path.hasPrefix("/") || !properties.path.contains("://"), !PercentEncoding.climbs(path) else {
            throw .invalidPath(Errors.withoutSecrets(properties.path))
        }
        var text = base.description + (path.isEmpty || path.hasPrefix("/") ? path : "/" + path)
        if text == base.origin.description { text += "/" }
        if !properties.query.isEmpty { text += "?" + properties.query.encoded }
        guard let url = URL(string: text) else { throw .invalidPath(Errors.withoutSecrets(properties.path)) }
        return url
    }
}

extension Request {
    /// The method it is sent with.
    public var method: HTTPMethod { properties.method }
    public var path: String { properties.path }
    /// The query that stands in ``url``.
    public var query: QueryItems { properties.query }
    /// The header fields, with the `Content-Type` of a body that knows its own.
    public var headers: HeaderFields { properties.headers }
    /// What it carries; bytes of a known media type are bytes here, and their type is in ``headers``.
    public var body: RequestBody { properties.body }
    public var baseURL: BaseURL? { properties.baseURL }
    public var followRedirects: Bool { properties.followRedirects }
    public var applyContentTypeParsing: Bool { properties.applyContentTypeParsing }
    public var contentTypeOverride: MediaType? { properties.contentTypeOverride }
    public var allowCachedResponse: Bool { properties.allowCachedResponse }
    public var cacheResponseWithExpiration: Duration { properties.cacheResponseWithExpiration }
    public var customCacheIdentifier: String? { properties.customCacheIdentifier }
    public var credentialIdentity: String? { properties.credentialIdentity }
    public var timeout: Duration? { properties.timeout }
    public var stallTimeout: Duration? { properties.stallTimeout }
    public var answerLimit: Int? { properties.answerLimit }
    public var onProgress: (@Sendable (TransferProgress) -> Void)? { properties.onProgress }
    public var onBody: (@Sendable (BodyPiece) throws -> Void)? { properties.onBody }
}

extension Request: DescribedOnly {
    /// Method and address, without the values of the query; no header field and no body.
    public var description: String {
        "\(method) \(base)\(PercentEncoding.path(path))\(query.isEmpty ? "" : "?\(query)")"
    }
}

extension MutableRequestProperties: DescribedOnly {
    /// Method and path, without the values of the query; no header field and no body.
    public var description: String {
        "\(method) \(PercentEncoding.path(path))\(query.isEmpty ? "" : "?\(query)")"
    }
}
