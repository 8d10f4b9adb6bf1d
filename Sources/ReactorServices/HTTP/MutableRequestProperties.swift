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

    /// A request to an absolute address that somebody else wrote, such as a signed one; its query is sent as written,
    /// and counts as secret.
    ///
    /// - Throws: ``GatewayError/invalidBaseURL(_:reason:)``.
    package init(_ method: HTTPMethod, url: String, headers: HeaderFields = [:], body: RequestBody = .none)
        throws(GatewayError)
    {
        let parts = try BaseURL.Parts(url)
        self.init(
            method, parts.path, query: QueryItems(written: parts.query ?? "", isSecret: true), headers: headers,
            body: body)
        baseURL = BaseURL(origin: parts.origin, path: "")
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
