import Reactor

/// The parts of a gateway. Every part can be replaced.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, _ in .json(200, [], for: request) }
/// var parts = GatewayParts(network: network)
/// parts.preparers = [DefaultFieldsRequestPreparer(headers: ["Accept-Language": "de"])]
/// parts.maxActiveRequests = 4
/// let gateway = try JsonGateway(baseURL: BaseURL("https://api.example.com"), parts: parts)
/// ```
public struct GatewayParts: Sendable {
    /// The network adapter that sends the requests.
    public var network: any NetworkAdapter
    /// The preparers that change each request, in this order, before it is sent.
    public var preparers: [any RequestPreparer] = []
    /// The processors that receive each response, in this order, after it was parsed.
    public var processors: [any ResponseProcessor] = []
    /// The parsers by content type, which is compared without parameters and case. A type with a suffix, such as
    /// `application/problem+json`, uses the parser for `application/json` if it has no other.
    public var parsers: [MediaType: any ResponseProcessor] = [:]
    /// The cache. nil uses an ``InMemoryCacheProvider`` on the runtime's clock.
    public var cache: (any CacheProvider)?
    /// The certificates that the server may present. nil allows all that the system trusts.
    public var pinning: CertificatePinning?
    /// The default properties of requests that are made with `get`, `post`, `put` and `delete`.
    public var defaultRequestProperties = DefaultRequestPropertySet()
    /// The limits of sizes and times.
    public var limits = GatewayLimits()
    /// The maximum number of requests in flight, at least 1.
    public var maxActiveRequests = 2
    /// The source of time and randomness, and of the executor that the tasks of requests prefer.
    public var runtime: Runtime = .live

    /// Creates parts with this network and defaults for everything else.
    public init(network: any NetworkAdapter) { self.network = network }
}

/// The limits of a gateway.
public struct GatewayLimits: Hashable, Sendable {
    /// The maximum number of bytes in a request's body.
    public var body: Int
    /// The maximum number of bytes in a response, unless the request has its own limit.
    public var answer: Int
    /// The time limit of a request, unless the request has its own.
    public var timeout: Duration

    /// Creates limits. By default, a body has at most 1 GiB, a response has at most 64 MiB, and a request takes at most
    /// 60 seconds.
    public init(body: Int = 1 << 30, answer: Int = 64 << 20, timeout: Duration = .seconds(60)) {
        self.body = body
        self.answer = answer
        self.timeout = timeout
    }
}

/// The default properties of requests that are made with `get`, `post`, `put` and `delete`.
///
/// By default, a `GET` follows redirects, responses are parsed by their content type, cached responses are used, and no
/// response is cached (`cacheResponseWithExpiration` is zero).
///
/// ```swift
/// var defaults = DefaultRequestPropertySet()
/// defaults.get.cacheResponseWithExpiration = .seconds(60)
/// ```
public struct DefaultRequestPropertySet: Sendable {
    /// The defaults of a `GET`.
    public var get = MutableRequestProperties(.get)
    /// The defaults of a `POST`.
    public var post = MutableRequestProperties(.post)
    /// The defaults of a `PUT`.
    public var put = MutableRequestProperties(.put)
    /// The defaults of a `DELETE`.
    public var delete = MutableRequestProperties(.delete)

    /// Creates a set of the defaults that are described above.
    public init() {}
}
