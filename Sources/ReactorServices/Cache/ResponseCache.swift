import Reactor

/// The caching rules of a gateway: which responses of its ``CacheProvider`` are returned, revalidated and stored.
///
/// Decisions are never made across an `await`. A response that was requested before the credentials changed, and was
/// stored after that, is removed again.
final class ResponseCache: Sendable {
    private struct Content {
        /// The last credentials, if there were any.
        var credentials: String?
        /// The number of flushes.
        var generation = 0
        var mayHoldSomething: Bool
        var paths = CachedPaths()
    }

    /// The state of the cache for a request before it is sent.
    struct Lookup: Sendable {
        /// The key, or nil if the request is not cacheable.
        let key: CacheKey?
        let generation: Int
        let change: Int
        let cached: CachedResponse?

        var fresh: Response? { cached.flatMap { $0.isFresh ? $0.response : nil } }
    }

    private let provider: any CacheProvider
    /// The origin whose credentials are tracked. Requests to other servers in between have other credentials.
    private let origin: BaseURL.Origin
    private let content: Guarded<Content>

    /// - Parameters:
    ///   - origin: The server of the gateway.
    ///   - isEmpty: Whether the provider is empty, so that lookups are skipped until a response is stored.
    init(_ provider: any CacheProvider, origin: BaseURL.Origin, isEmpty: Bool) {
        self.provider = provider
        self.origin = origin
        content = Guarded(Content(mayHoldSomething: !isEmpty))
    }

    /// Whether the cache may contain a response to this request.
    func mayAnswer(_ request: Request) -> Bool {
        request.allowCachedResponse && request.isCacheable
            && content.withLock { $0.mayHoldSomething }
    }

    func look(for request: Request) async -> Lookup {
        let key = request.isCacheable ? CacheKey(request) : nil
        let credentials = request.base.origin == origin ? request.credentialFingerprint : nil
        let (generation, change, isFlushed) = content.withLock { content in
            var isFlushed = false
            if let credentials, credentials != content.credentials {
                isFlushed = content.credentials != nil
                content.credentials = credentials
                if isFlushed { content.generation += 1 }
            }
            return (content.generation, content.paths.lastChange, isFlushed)
        }
        if isFlushed { await provider.removeAll() }
        guard let key, mayAnswer(request) else {
            return Lookup(key: key, generation: generation, change: change, cached: nil)
        }
        return Lookup(
            key: key, generation: generation, change: change, cached: await provider.cachedResponse(for: key))
    }

    /// Returns the request with a condition for the cached response, if revalidation is possible.
    ///
    /// A tag identifies versions of one address (RFC 9110, 8.8.3), so it is only sent to the address that it came from:
    /// two addresses can share an entry with a custom identifier. Other methods than `GET` would be refused with 412.
    func revalidating(_ request: Request, _ lookup: Lookup) throws -> Request {
        guard let cached = lookup.cached?.response, let tag = cached.tag, cached.url == request.url,
            request.method == .get
        else { return request }
        var properties = request.properties
        properties.headers[Self.condition] = tag
        return try request.with(properties)
    }

    static let condition = "If-None-Match"

    /// Returns the response for the caller: the cached response if the server confirmed it (304).
    ///
    /// - Parameter wasAsked: Whether this response is from the address that received the condition.
    func resolve(_ answer: Response, _ lookup: Lookup, wasAsked: Bool) -> Response {
        guard wasAsked, answer.status == 304, var response = lookup.cached?.response else { return answer }
        // The cached `Age` does not apply to the new response.
        response.headers["Age"] = nil
        for name in Set(answer.headers.fields.map { $0.name.lowercased() }).sorted() where !Self.ofBody.contains(name) {
            response.headers[name] = answer.headers[name]
        }
        response.source = .revalidated
        return response
    }

    /// The fields of a cached response that describe its body and are preserved.
    private static let ofBody: Set = [
        "connection", "content-encoding", "content-length", "content-range", "content-type", "etag",
        "transfer-encoding",
    ]

    func keep(_ response: Response, to request: Request, _ lookup: Lookup) async {
        guard let key = lookup.key,
            let freshness = response.storingTime(
                wanted: request.cacheResponseWithExpiration, asker: request.credentialFingerprint),
            // A stale response is only useful if it can be revalidated.
            freshness > .zero || response.tag != nil
        else { return }
        let forgotten: [CacheKey]? = content.withLock { content in
            guard isCurrent(request, lookup, content) else { return nil }
            content.mayHoldSomething = true
            return content.paths.keep(key, of: request.place)
        }
        guard let forgotten else { return }
        var kept = response
        kept.parsedBody = nil
        await provider.store(kept, for: key, freshFor: freshness)
        if content.withLock({ !isCurrent(request, lookup, $0) }) { await provider.remove(key) }
        for key in forgotten { await provider.remove(key) }
    }

    private func isCurrent(_ request: Request, _ lookup: Lookup, _ content: Content) -> Bool {
        content.generation == lookup.generation && content.paths.isCurrent(request.place, since: lookup.change)
    }

    /// Evicts the responses of the path that a request may have changed, including those in flight.
    func change(by request: Request) async {
        guard !request.method.isSafe, request.customCacheIdentifier == nil else { return }
        let ended = content.withLock { $0.paths.change(request.place) }
        for key in ended { await provider.remove(key) }
    }

    /// Removes all responses, including those in flight.
    func flush() async {
        content.withLock { content in
            content.generation += 1
            content.credentials = nil
        }
        await provider.removeAll()
    }
}

extension MutableRequestProperties {
    /// Whether the response can be stored or returned from the cache: the request is a `GET` or has a custom
    /// identifier, its body is not streamed to a closure, and no header field sets a condition, a range or a caching
    /// rule.
    var isCacheable: Bool {
        (method == .get || method != .head && customCacheIdentifier != nil) && onBody == nil
            && !headers.fields.contains { field in
                let name = field.name.lowercased()
                return name.hasPrefix("if-") || ["cache-control", "pragma", "range"].contains(name)
            }
    }
}

extension Request {
    /// The resource that a change affects: the address without its query.
    var place: String { base.description + PercentEncoding.path(properties.path) }
}
