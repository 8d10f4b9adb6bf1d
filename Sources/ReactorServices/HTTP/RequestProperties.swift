/// What a request asks for: an immutable description. ``MutableRequestProperties`` builds one.
public protocol RequestProperties: Sendable {
    /// What is done at the address, such as `GET`.
    var method: HTTPMethod { get }
    /// The path under the base URL. What is percent-encoded stays so; `?` and `#` are encoded, a query goes into ``query``.
    var path: String { get }
    /// What stands behind the question mark of the address; empty: there is none.
    var query: QueryItems { get }
    /// The header fields that the request brings itself; preparers may add others.
    var headers: HeaderFields { get }
    /// What the request carries.
    var body: RequestBody { get }
    /// Another base URL than the gateway's.
    var baseURL: BaseURL? { get }
    /// Whether redirects are followed; otherwise the redirecting answer is the answer, as it is when it names no address.
    var followRedirects: Bool { get }
    /// Whether the answer is parsed by the parser of its content type.
    var applyContentTypeParsing: Bool { get }
    /// The content type that the answer is parsed as, whatever it says itself.
    var contentTypeOverride: MediaType? { get }
    /// Whether a cached answer may be given without asking the server.
    var allowCachedResponse: Bool { get }
    /// How long the answer may be kept for later requests; zero: it is not kept.
    var cacheResponseWithExpiration: Duration { get }
    /// The name under which the answer is kept, instead of one made of method, path, query and headers.
    var customCacheIdentifier: String? { get }
    /// Who asks, by a name that is no secret and stays the same when a token is renewed; nil: the credential fields
    /// themselves say. A ``RequestPreparer`` that adds a token knows it.
    var credentialIdentity: String? { get }
    /// How long it may take, from the first preparer to having its whole answer; nil: as long as the gateway says, unless
    /// there is a ``stallTimeout``.
    var timeout: Duration? { get }
    /// How long nothing may move of its bodies before it is given up: for what is large, and may take its time
    /// as long as it goes on. Nil: only ``timeout`` counts.
    var stallTimeout: Duration? { get }
    /// The most bytes its answer may have; nil: as many as the gateway says.
    var answerLimit: Int? { get }
    /// Called with how much of the bodies has been moved, in order, from any thread. Must not block.
    var onProgress: (@Sendable (TransferProgress) -> Void)? { get }
    /// Given the body of a successful answer piece by piece as it comes, instead of it being gathered: the response's
    /// body is empty, unparsed and not kept. Called in order, from any thread; what comes while it runs waits, a little
    /// of it in memory and the rest in a temporary file. It must not wait for another request.
    var onBody: (@Sendable (BodyPiece) throws -> Void)? { get }
}

extension RequestProperties {
    public var stallTimeout: Duration? { nil }
}
