import Reactor

/// A gateway made of parts: a network, preparers, parsers, processors, a cache, limits.
///
/// ```swift
/// let network = InMemoryNetworkAdapter { request, _ in .text(200, "81.5", for: request) }
/// let gateway = CompositedGateway(baseURL: try BaseURL("https://api.example.com"), network: network)
/// let response = try await gateway.get("/weights", params: ["limit": 20])
/// ```
///
/// A request goes through these steps: it takes its place in the line when it is submitted; when it comes to the front the
/// preparers run, it is sent, and its place is free again when it is answered; then the answer is parsed and processed.
/// What can be answered from the cache waits for no turn.
public final class CompositedGateway: Gateway {
    /// The server's address, which requests are sent under unless they name another.
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

    /// A gateway of these parts.
    ///
    /// - Throws: ``GatewayError`` when certificates are pinned and the network cannot see them.
    public convenience init(baseURL: BaseURL, parts: GatewayParts) throws {
        self.init(baseURL: baseURL, parts: parts, network: try parts.pinnedNetwork())
    }

    /// A gateway over this network, everything else by default.
    public convenience init(baseURL: BaseURL, network: any NetworkAdapter) {
        self.init(baseURL: baseURL, unpinned: GatewayParts(network: network))
    }

    /// A gateway of parts that pin nothing.
    convenience init(baseURL: BaseURL, unpinned parts: GatewayParts) {
        self.init(baseURL: baseURL, parts: parts, network: parts.network)
    }

    private init(baseURL: BaseURL, parts: GatewayParts, network: any NetworkAdapter) {
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
    public func cancelRequest(_ id: Request.ID) -> Bool { turnstile.cancel(id) }

    /// Reads bodies of this type with `parser` from now on; nil: leaves them unparsed.
    public func setParser(_ parser: (any ResponseProcessor)?, for type: MediaType) {
        parsers.withLock { $0[type] = parser }
    }

    /// The parsers of content types.
    var contentTypeParsers: [MediaType: any ResponseProcessor] { parsers.withLock { $0 } }

    /// Forgets every kept answer, also those on their way. Call it when somebody logs in or out.
    ///
    /// It happens by itself when a prepared request shows other credentials than the one before.
    public func flushCache() async { await cache.flush() }
}

extension GatewayParts {
    func pinnedNetwork() throws -> any NetworkAdapter {
        guard let pinning else { return network }
        return try network.pinned(by: pinning)
    }
}
