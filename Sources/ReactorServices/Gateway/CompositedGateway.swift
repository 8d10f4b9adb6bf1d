import Reactor

/// A gateway that is composed of a network, preparers, parsers, processors, a cache and limits.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, _ in .text(200, "81.5", for: request) }
/// let gateway = CompositedGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// let response = try await gateway.get("/weights", params: ["limit": 20])
/// ```
///
/// A submitted request passes these steps:
///
/// 1. The preparers run, and the cache looks for a response. A fresh one continues with step 5, without a place.
/// 2. The request waits for a place, of ``maxActiveRequests``. If it waited, step 1 is repeated.
/// 3. The network sends it, and follows redirects. An outdated cached response is sent along for confirmation.
/// 4. The place is free again. A confirmed response (304) is that of the cache.
/// 5. The parser for its content type runs, then the processors; then the response is stored in the cache.
///
/// A gateway does not retry. ``ServicePipeline`` does, around all of these steps.
public class CompositedGateway: Gateway, @unchecked Sendable {
    // Sendable: each stored property is a constant of a Sendable type, here and in the only subclass, JsonGateway, which adds none.

    /// The base URL for requests that have no other.
    public let baseURL: BaseURL
    public let defaultRequestProperties: DefaultRequestPropertySet
    public let maxActiveRequests: Int

    let network: any NetworkAdapter
    let preparers: [any RequestPreparer]
    let processors: [any ResponseProcessor]
    let limits: GatewayLimits
    let runtime: Runtime
    let turnstile: Turnstile
    let cache: ResponseCache
    private let parsers: Guarded<[MediaType: any ResponseProcessor]>

    /// Creates a gateway of these parts.
    ///
    /// - Throws: ``GatewayError`` if certificates are pinned and the network has no access to them.
    public convenience init(baseURL: BaseURL, parts: GatewayParts) throws {
        self.init(baseURL: baseURL, parts: parts, network: try parts.pinnedNetwork())
    }

    /// Creates a gateway with this network and defaults for everything else.
    public convenience init(baseURL: BaseURL, network: any NetworkAdapter) {
        self.init(baseURL: baseURL, parts: GatewayParts(network: network), network: network)
    }

    init(baseURL: BaseURL, parts: GatewayParts, network: any NetworkAdapter) {
        self.baseURL = baseURL
        self.network = network
        preparers = parts.preparers
        processors = parts.processors
        parsers = Guarded(parts.parsers)
        defaultRequestProperties = parts.defaultRequestProperties
        limits = parts.limits
        runtime = parts.runtime
        maxActiveRequests = parts.maxActiveRequests
        turnstile = Turnstile(maxActive: parts.maxActiveRequests)
        cache = ResponseCache(
            parts.cache ?? InMemoryCacheProvider(clock: parts.runtime.clock), origin: baseURL.origin,
            isEmpty: parts.cache == nil)
    }

    public var pendingRequests: [Request] { turnstile.pending }
    public var activeRequests: [Request] { turnstile.active }

    public func pause() { turnstile.pause() }
    public func resume() { turnstile.resume() }

    @discardableResult
    public func cancelRequest(_ id: Request.ID) -> Bool { turnstile.cancel(id, because: CancellationError()) }

    /// Sets the parser for bodies of this type. nil leaves them unparsed.
    public func setParser(_ parser: (any ResponseProcessor)?, for type: MediaType) {
        parsers.withLock { $0[type] = parser }
    }

    var contentTypeParsers: [MediaType: any ResponseProcessor] { parsers.withLock { $0 } }

    /// Removes all cached responses, including those in flight. Call it when a user logs in or out.
    ///
    /// The cache is flushed automatically when a prepared request has other credentials than the previous one.
    public func flushCache() async { await cache.flush() }
}

extension GatewayParts {
    func pinnedNetwork() throws -> any NetworkAdapter {
        guard let pinning else { return network }
        return try network.pinned(by: pinning)
    }
}
