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
    /// The source of time and randomness.
    public var runtime: Runtime = .live

    /// Creates parts with this network and defaults for everything else.
    public init(network: any NetworkAdapter) { self.network = network }
}
