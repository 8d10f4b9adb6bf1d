#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A description of a request in the making.
///
/// ```swift
/// var properties = MutableRequestProperties(.put, "/weights/7", body: .text("81.5"))
/// properties.headers["If-Match"] = "\"3\""
/// ```
public struct MutableRequestProperties: RequestProperties {
    /// The method; `GET` unless another was given.
    public var method: HTTPMethod
    public var path: String
    /// The query, put behind the path; empty unless one was given.
    public var query: QueryItems
    /// The header fields that the request itself brings; preparers may add others.
    public var headers: HeaderFields
    /// What the request carries; a body of a known media type sets `Content-Type` where the headers do not.
    public var body: RequestBody
    public var baseURL: BaseURL?
    /// Unless it is set, only a method that is safe (GET, HEAD, OPTIONS, TRACE) follows: a change is done when the
    /// server has answered that change, and not when some other address has answered a `GET`.
    public var followRedirects: Bool {
        get { redirects ?? method.isSafe }
        set { redirects = newValue }
    }
    public var applyContentTypeParsing = true
    public var contentTypeOverride: MediaType?
    public var allowCachedResponse = true
    public var cacheResponseWithExpiration = Duration.zero
    public var customCacheIdentifier: String?
    public var credentialIdentity: String?
    public var timeout: Duration?
    public var stallTimeout: Duration?
    public var answerLimit: Int?
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    public var onBody: (@Sendable (BodyPiece) throws -> Void)?
    private var redirects: Bool?
    /// The secrets of which ``credentialIdentity`` says whose they are; any other says itself who asks. Nil for a request
    /// that nobody has looked at yet: its name stands for all that it brings.
    var named: Secrets?

    /// A request to `path` under the gateway's base URL, all other properties by default.
    public init(
        _ method: HTTPMethod = .get, _ path: String = "/", query: QueryItems = [:], headers: HeaderFields = [:],
        body: RequestBody = .none
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// A request to an absolute address that somebody else wrote, such as a signed one or a `Location`.
    ///
    /// Its query is sent as written, and counts as secret; what may not stand in an address is percent-encoded, and dots
    /// between slashes lead where they lead. A client's credential goes with it to the origin of the gateway's base URL
    /// alone.
    ///
    /// ```swift
    /// func download(_ signed: String, _ gateway: some Gateway) async throws -> Response {
    ///     try await gateway.submitRequest(MutableRequestProperties(.get, url: signed))
    /// }
    /// ```
    ///
    /// - Throws: ``GatewayError/invalidBaseURL(_:reason:)`` for what is no absolute address of http or https.
    public init(_ method: HTTPMethod, url: String, headers: HeaderFields = [:], body: RequestBody = .none)
        throws(GatewayError)
    {
        let parts = try BaseURL.Parts(url)
        self.init(
            method, PercentEncoding.withoutDotSegments(parts.path),
            query: QueryItems(written: parts.query ?? "", isSecret: true), headers: headers,
            body: body)
        baseURL = BaseURL(origin: parts.origin, path: "")
    }

    /// A request to an address that an answer names, perhaps relative to the address that answered.
    ///
    /// - Throws: ``GatewayError/invalidBaseURL(_:reason:)``.
    init(_ method: HTTPMethod, relative address: String, to url: URL) throws(GatewayError) {
        guard let target = URL(string: address, relativeTo: url)?.absoluteURL else {
            throw .invalidBaseURL(Errors.withoutSecrets(address), reason: .noScheme)
        }
        try self.init(method, url: target.absoluteString)
    }

    /// A copy of a description.
    init(_ properties: some RequestProperties) {
        if let properties = properties as? MutableRequestProperties {
            self = properties
            return
        }
        if let request = properties as? Request {
            self = request.properties
            return
        }
        self.init(
            properties.method, properties.path, query: properties.query, headers: properties.headers,
            body: properties.body)
        baseURL = properties.baseURL
        followRedirects = properties.followRedirects
        applyContentTypeParsing = properties.applyContentTypeParsing
        contentTypeOverride = properties.contentTypeOverride
        allowCachedResponse = properties.allowCachedResponse
        cacheResponseWithExpiration = properties.cacheResponseWithExpiration
        customCacheIdentifier = properties.customCacheIdentifier
        credentialIdentity = properties.credentialIdentity
        timeout = properties.timeout
        stallTimeout = properties.stallTimeout
        answerLimit = properties.answerLimit
        onProgress = properties.onProgress
        onBody = properties.onBody
    }
}
