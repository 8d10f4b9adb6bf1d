/// A description of a request in the making.
///
/// ```swift
/// var properties = MutableRequestProperties(.put, "/weights/7", body: .text("81.5"))
/// properties.headers["If-Match"] = "\"3\""
/// ```
public struct MutableRequestProperties: RequestProperties {
    public var method: HTTPMethod
    public var path: String
    public var query: QueryItems
    public var headers: HeaderFields
    public var body: RequestBody
    public var baseURL: BaseURL?
    public var followRedirects = true
    public var applyContentTypeParsing = true
    public var contentTypeOverride: MediaType?
    public var allowCachedResponse = true
    public var cacheResponseWithExpiration = Duration.zero
    public var customCacheIdentifier: String?
    public var credentialIdentity: String?
    public var timeout: Duration?
    public var answerLimit: Int?
    public var retry = RetrySchedule.never
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    public var onBody: (@Sendable (BodyPiece) throws -> Void)?

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

    /// A request to an absolute address that somebody else wrote, such as a signed one; its query is sent as written.
    ///
    /// - Throws: ``GatewayError/invalidBaseURL(_:reason:)``.
    public init(_ method: HTTPMethod, url: String, headers: HeaderFields = [:], body: RequestBody = .none)
        throws(GatewayError)
    {
        let parts = try BaseURL.Parts(url)
        self.init(
            method, parts.path, query: QueryItems(written: parts.query ?? ""), headers: headers, body: body)
        baseURL = BaseURL(origin: parts.origin, path: "")
    }

    /// A copy of a description.
    public init(_ properties: some RequestProperties) {
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
        answerLimit = properties.answerLimit
        retry = properties.retry
        onProgress = properties.onProgress
        onBody = properties.onBody
    }
}
