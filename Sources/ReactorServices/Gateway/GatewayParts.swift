import Reactor

/// What a gateway is composed of. Every part can be replaced.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, _ in .json(200, [], for: request) }
/// var parts = GatewayParts(network: network)
/// parts.preparers = [DefaultFieldsRequestPreparer(headers: ["Accept-Language": "de"])]
/// parts.maxActiveRequests = 4
/// let gateway = try JsonGateway(baseURL: BaseURL("https://api.example.com"), parts: parts)
/// ```
public struct GatewayParts: Sendable {
    /// Sends requests.
    public var network: any NetworkAdapter
    /// Change requests, in this order, just before it is sent.
    public var preparers: [any RequestPreparer] = []
    /// Look at responses, in this order, after they were parsed.
    public var processors: [any ResponseProcessor] = []
    /// Read bodies by their content type, which is compared without parameters and case. A type with a suffix, such as
    /// `application/problem+json`, that has no parser of its own is read by that of `application/json`.
    public var parsers: [MediaType: any ResponseProcessor] = [:]
    /// Keeps answers; nil: an ``InMemoryCacheProvider`` on the runtime's clock.
    public var cache: (any CacheProvider)?
    /// Which certificates the server may show; nil: any that the system trusts.
    public var pinning: CertificatePinning?
    /// What the verbs start from.
    public var defaultRequestProperties = DefaultRequestPropertySet()
    /// Sizes and times not to go beyond.
    public var limits = GatewayLimits()
    /// How many requests are on their way at once; at least one.
    public var maxActiveRequests = 2
    /// Time and randomness.
    public var runtime: Runtime = .live

    /// Parts that send over `network`, everything else by default.
    public init(network: any NetworkAdapter) { self.network = network }
}
