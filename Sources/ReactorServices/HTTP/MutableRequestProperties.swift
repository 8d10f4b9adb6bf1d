import ReactorFoundation

/// The properties of a request that has not been submitted yet.
///
/// ```swift
/// var properties = MutableRequestProperties(.put, "/weights/7", body: .text("81.5"))
/// properties.headers["If-Match"] = "\"3\""
/// ```
public struct MutableRequestProperties: RequestProperties {
    /// The method, by default `GET`.
    public var method: HTTPMethod
    /// The path under the base URL. Escapes such as `%2F` are preserved, and other invalid characters are encoded,
    /// including a `%` without two hexadecimal digits. `?` and `#` are refused: use ``query`` for a query, and
    /// ``PathComponent`` for a name from user input.
    public var path: String
    /// The query, by default empty.
    public var query: QueryItems
    /// The header fields of the request. Preparers can add others.
    public var headers: HeaderFields
    /// The body. A body with a known media type sets `Content-Type`, unless the headers contain it.
    public var body: RequestBody
    /// A base URL that replaces the gateway's, or nil for the gateway's.
    public var baseURL: BaseURL?
    /// Whether redirects are followed. If they are not, or if a redirect has no address, the redirect is the response.
    ///
    /// By default, only safe methods (GET, HEAD, OPTIONS, TRACE) follow redirects: a change is done when the server
    /// responds to the change itself, not when another address responds to a `GET`.
    public var followRedirects: Bool {
        get { redirects ?? method.isSafe }
        set { redirects = newValue }
    }
    /// Whether the parser for the content type parses the response.
    public var applyContentTypeParsing = true
    /// The content type by which the response is parsed, regardless of its `Content-Type`.
    public var contentTypeOverride: MediaType?
    /// Whether a cached response may be returned, without a request or after the server has confirmed it (304).
    public var allowCachedResponse = true
    /// The time for which the response is cached. With zero, it is not cached.
    public var cacheResponseWithExpiration = Duration.zero
    /// The cache key of the response. By default, it is derived from the method, path, query and headers.
    public var customCacheIdentifier: String?
    /// The identity of the user or client as a name that is not secret and remains the same when a token is renewed.
    /// nil uses the credential fields themselves. Set it in the ``RequestPreparer`` that adds the token.
    public var credentialIdentity: String?
    /// The time limit, from the first preparer to the complete response. nil uses the gateway's limit, or no limit if
    /// ``stallTimeout`` is set.
    public var timeout: Duration?
    /// The time without any transferred byte after which the request fails. Use it for large bodies. nil means that
    /// only ``timeout`` applies.
    public var stallTimeout: Duration?
    /// The maximum number of bytes in the response, or nil for the gateway's limit. There is no limit by default if
    /// ``onBody`` is set.
    public var answerLimit: Int?
    /// A closure that receives the progress of the bodies, in order and on any thread. It must not block.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    /// A closure that receives the body of a successful response in pieces as they arrive. The response then has an
    /// empty body and is not parsed or cached.
    ///
    /// The calls are in order and on any thread. Bytes that arrive during a call wait: with `URLSession` in a temporary
    /// file, with AsyncHTTPClient on the server. The closure must not wait for another request.
    public var onBody: (@Sendable (BodyPiece) throws -> Void)?
    private var redirects: Bool?
    /// The secrets that ``credentialIdentity`` identifies. Other secrets identify themselves. nil before the gateway
    /// prepares the request: the identity then covers all secrets of the request.
    var named: Secrets?

    /// Creates a request to `path` under the gateway's base URL.
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

    /// Creates a request to an absolute address from another source, such as a signed URL or a `Location`.
    ///
    /// The query is sent as written and is secret. Invalid characters are percent-encoded, and dot segments are
    /// resolved. A client's credential is sent with the request only to the origin of the gateway's base URL.
    ///
    /// ```swift
    /// func download(_ signed: String, _ gateway: some Gateway) async throws -> Response {
    ///     try await gateway.submitRequest(MutableRequestProperties(.get, url: signed))
    /// }
    /// ```
    ///
    /// - Throws: ``GatewayError`` if the address is not an absolute `http` or `https` address.
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

    /// Creates a request to an address in a response, which can be relative to the address of the response.
    ///
    /// - Throws: ``GatewayError``.
    init(_ method: HTTPMethod, relative address: String, to url: URL) throws(GatewayError) {
        guard let target = URL(string: address, relativeTo: url)?.absoluteURL else {
            throw GatewayError.invalidBaseURL(HiddenText.address(address), reason: .noScheme)
        }
        try self.init(method, url: target.absoluteString)
    }

    public var properties: MutableRequestProperties { self }
}

/// A type that describes a request as ``MutableRequestProperties`` and can be submitted to a gateway.
///
/// ```swift
/// struct ReadWeight: RequestProperties {
///     let id: Int
///     var properties: MutableRequestProperties { MutableRequestProperties(.get, "/weights/\(id)") }
/// }
///
/// func read(_ id: Int, _ gateway: some Gateway) async throws -> Response {
///     try await gateway.submitRequest(ReadWeight(id: id))
/// }
/// ```
public protocol RequestProperties: Sendable {
    /// The properties of the request. They are read once, when it is submitted.
    var properties: MutableRequestProperties { get }
}

extension MutableRequestProperties {
    /// Replaces a typed body by bytes, and sets `Content-Type` unless the request has it.
    mutating func writeContentType() {
        guard case .typed(let data, let type) = body else { return }
        body = .bytes(data)
        if !headers.contains("Content-Type") { headers["Content-Type"] = type.description }
    }

    /// Replaces a multipart form by a stream, with a random boundary by default.
    ///
    /// - Throws: ``GatewayError`` for an invalid boundary, or a file that cannot be read.
    mutating func writeMultipart(random: () -> UInt64) throws {
        guard case .multipart(let form, let given) = body else { return }
        let boundary =
            try given.map { given throws(GatewayError) in try MultipartBoundary(given) }
            ?? MultipartBoundary(random: random)
        body = .stream(try form.body(boundary: boundary))
        // This replaces a `Content-Type` of the request, because only this value contains the boundary.
        headers["Content-Type"] = boundary.contentType
    }
}
