import ReactorFoundation

/// A description of a request in the making.
///
/// ```swift
/// var properties = MutableRequestProperties(.put, "/weights/7", body: .text("81.5"))
/// properties.headers["If-Match"] = "\"3\""
/// ```
public struct MutableRequestProperties: RequestProperties {
    /// The method; `GET` unless another was given.
    public var method: HTTPMethod
    /// The path under the base URL. Escapes such as `%2F` stay as they are, and other characters that an address cannot have are
    /// encoded, also a `%` that begins no escape. `?` and `#` are refused: a query goes into ``query``, and a name from outside
    /// is a ``PathComponent``.
    public var path: String
    /// The query, put behind the path; empty unless one was given.
    public var query: QueryItems
    /// The header fields that the request itself brings; preparers may add others.
    public var headers: HeaderFields
    /// What the request carries; a body of a known media type sets `Content-Type` where the headers do not.
    public var body: RequestBody
    /// Another base URL than the gateway's.
    public var baseURL: BaseURL?
    /// Whether redirects are followed; otherwise the redirecting answer is the answer, as it is when it names no address.
    ///
    /// Unless it is set, only a method that is safe (GET, HEAD, OPTIONS, TRACE) follows: a change is done when the
    /// server has answered that change, and not when some other address has answered a `GET`.
    public var followRedirects: Bool {
        get { redirects ?? method.isSafe }
        set { redirects = newValue }
    }
    /// Whether the answer is parsed by the parser of its content type.
    public var applyContentTypeParsing = true
    /// The content type that the answer is parsed as, whatever it says itself.
    public var contentTypeOverride: MediaType?
    /// Whether a cached answer may be given without asking the server.
    public var allowCachedResponse = true
    /// How long the answer may be kept for later requests; zero: it is not kept.
    public var cacheResponseWithExpiration = Duration.zero
    /// The name under which the answer is kept, instead of one made of method, path, query and headers.
    public var customCacheIdentifier: String?
    /// Who asks, by a name that is no secret and stays the same when a token is renewed; nil: the credential fields
    /// themselves say. A ``RequestPreparer`` that adds a token knows it.
    public var credentialIdentity: String?
    /// How long it may take, from the first preparer to having its whole answer; nil: as long as the gateway says, unless
    /// there is a ``stallTimeout``.
    public var timeout: Duration?
    /// How long nothing may move of its bodies before it is given up: for what is large, and may take its time
    /// as long as it goes on. Nil: only ``timeout`` counts.
    public var stallTimeout: Duration?
    /// The most bytes its answer may have; nil: as many as the gateway says.
    public var answerLimit: Int?
    /// Called with how much of the bodies has been moved, in order, from any thread. Must not block.
    public var onProgress: (@Sendable (TransferProgress) -> Void)?
    /// Given the body of a successful answer piece by piece as it comes, instead of it being gathered: the response's
    /// body is empty, unparsed and not kept. Called in order, from any thread; what comes while it runs waits: over
    /// `URLSession` in a temporary file, over AsyncHTTPClient at the server. It must not wait for another request.
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
    /// - Throws: ``GatewayError`` for what is no absolute address of http or https.
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
    /// - Throws: ``GatewayError``.
    init(_ method: HTTPMethod, relative address: String, to url: URL) throws(GatewayError) {
        guard let target = URL(string: address, relativeTo: url)?.absoluteURL else {
            throw GatewayError(.invalidBaseURL(HiddenText.address(address), reason: .noScheme))
        }
        try self.init(method, url: target.absoluteString)
    }

    public var properties: MutableRequestProperties { self }
}
