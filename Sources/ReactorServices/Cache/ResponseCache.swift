import Reactor

/// What a gateway does with its ``CacheProvider``: which answers may be given, asked about, and kept.
///
/// Decisions are made on values at hand, never across an `await`: an answer that was asked for before the credentials
/// changed is taken out again if it came to be kept after that.
final class ResponseCache: Sendable {
    private struct Content {
        /// Who asked last, of those who are somebody.
        var credentials: String?
        /// Goes up when everything is forgotten.
        var generation = 0
        var mayHoldSomething: Bool
        var paths = KeptPaths()
    }

    /// What is known about a request before it is sent.
    struct Lookup: Sendable {
        /// Nil for what is never kept.
        let key: CacheKey?
        let generation: Int
        /// The number of the last change before it.
        let change: Int
        let cached: CachedResponse?

        /// What may be given without asking the server.
        var fresh: Response? { cached.flatMap { $0.isFresh ? $0.response : nil } }
    }

    private let provider: any CacheProvider
    /// Whose credentials are looked at: other servers are asked with others in between.
    private let origin: BaseURL.Origin
    private let content: Guarded<Content>

    /// - Parameters:
    ///   - origin: the server of the gateway.
    ///   - isEmpty: whether nothing was kept before; spares looking until something is.
    init(_ provider: any CacheProvider, origin: BaseURL.Origin, isEmpty: Bool) {
        self.provider = provider
        self.origin = origin
        content = Guarded(Content(mayHoldSomething: !isEmpty))
    }

    /// Whether it is worth looking for the answer to this request.
    func mayAnswer(_ request: Request) -> Bool {
        request.allowCachedResponse && request.isCacheable
            && content.withLock { $0.mayHoldSomething }
    }

    /// Looks for the answer to a prepared request.
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

    /// The request that asks whether the cached response still holds, if that is possible.
    ///
    /// A tag tells versions of one address apart (RFC 9110, 8.8.3), so it is sent to the address that it came from alone; two
    /// addresses may share an entry under a custom identifier. If another method has a condition, it is refused with 412.
    func revalidating(_ request: Request, _ lookup: Lookup) throws -> Request {
        guard let cached = lookup.cached?.response, let tag = cached.tag, cached.url == request.url,
            request.method == .get
        else { return request }
        var properties = request.properties
        properties.headers[Self.condition] = tag
        return try request.with(properties)
    }

    /// The field that ``revalidating(_:_:)`` adds.
    static let condition = "If-None-Match"

    /// The response to the caller: the cached one if the server says that it still holds (304).
    ///
    /// - Parameter wasAsked: Whether this answer came from the address that was asked about the cached response.
    func resolve(_ answer: Response, _ lookup: Lookup, wasAsked: Bool) -> Response {
        guard wasAsked, answer.status == 304, var response = lookup.cached?.response else { return answer }
        // The age is that of this answer alone.
        response.headers["Age"] = nil
        for name in Set(answer.headers.fields.map { $0.name.lowercased() }).sorted() where !Self.ofBody.contains(name) {
            response.headers[name] = answer.headers[name]
        }
        response.source = .revalidated
        return response
    }

    /// The fields of a cached response that belong to its body and stay.
    private static let ofBody: Set = [
        "connection", "content-encoding", "content-length", "content-range", "content-type", "etag",
        "transfer-encoding",
    ]

    /// Keeps a response that may be kept, for as long as request and server say.
    func keep(_ response: Response, to request: Request, _ lookup: Lookup) async {
        guard let key = lookup.key,
            let freshness = response.storingTime(
                wanted: request.cacheResponseWithExpiration, asker: request.credentialFingerprint),
            // One that is not fresh can only be asked about.
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

    /// Forgets what was kept of a path that a request may have changed, and keeps nothing of it that was asked for before.
    func change(by request: Request) async {
        guard !request.method.isSafe, request.customCacheIdentifier == nil else { return }
        let ended = content.withLock { $0.paths.change(request.place) }
        for key in ended { await provider.remove(key) }
    }

    /// Forgets everything, and keeps nothing of what was asked before.
    func flush() async {
        content.withLock { content in
            content.generation += 1
            content.credentials = nil
        }
        await provider.removeAll()
    }
}

extension MutableRequestProperties {
    /// Whether its response may be stored or given from the cache: the request is a `GET` or has a custom identifier, its body
    /// is not streamed to a closure, and no header field sets a condition, a range or a rule for caches.
    var isCacheable: Bool {
        (method == .get || method != .head && customCacheIdentifier != nil) && onBody == nil
            && !headers.fields.contains { field in
                let name = field.name.lowercased()
                return name.hasPrefix("if-") || ["cache-control", "pragma", "range"].contains(name)
            }
    }
}

extension Request {
    /// What a change changes: the address without its query.
    var place: String { base.description + PercentEncoding.path(properties.path) }
}
