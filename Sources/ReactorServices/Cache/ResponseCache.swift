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
        request.allowCachedResponse && request.isCacheable && !request.wantsAnew
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
        let cached = await provider.cachedResponse(for: key)
        return Lookup(
            key: key, generation: generation, change: change,
            cached: cached.flatMap { request.fits($0.response) ? $0 : nil })
    }

    /// The request that asks whether what is kept is still right, where there is something to ask about.
    func revalidating(_ request: Request, _ lookup: Lookup) throws -> Request {
        guard let tag = lookup.cached?.response.headers["ETag"], !request.headers.contains("If-None-Match") else {
            return request
        }
        var properties = request.properties
        properties.headers["If-None-Match"] = tag
        return try request.with(properties)
    }

    /// The response that an answer means: what is kept, if the server says that it is still right (304).
    func resolve(_ answer: Response, to request: Request, _ lookup: Lookup) -> Response {
        guard answer.status == 304, let kept = lookup.cached?.response, !request.headers.contains("If-None-Match")
        else {
            return answer
        }
        var response = kept
        // How long it was kept on its way is said of this answer alone.
        response.headers["Age"] = nil
        for name in Set(answer.headers.fields.map { $0.name.lowercased() }).sorted() where !Self.ofBody.contains(name) {
            response.headers[name] = answer.headers[name]
        }
        response.source = .revalidated
        return response
    }

    /// The fields of a kept answer that belong to its body and stay (RFC 9111, 3.2).
    private static let ofBody: Set = [
        "connection", "content-encoding", "content-length", "content-range", "content-type", "transfer-encoding",
    ]

    /// Keeps a response that may be kept, for as long as request and server say.
    ///
    /// - Parameter delay: the time between sending the request and having the answer.
    func keep(_ response: Response, to request: Request, _ lookup: Lookup, delay: Duration) async {
        guard let key = lookup.key, response.isSuccess, response.status != 206, !response.variesByEverything,
            !CacheDirectives(request.headers).contains("no-store"),
            let freshness = response.freshness(
                wanted: request.cacheResponseWithExpiration, delay: delay, asker: request.credentialFingerprint),
            // One that is not fresh can only be asked about.
            freshness > .zero || response.headers.contains("ETag")
        else { return }
        let forgotten: [CacheKey]? = content.withLock { content in
            guard isCurrent(request, lookup, content) else { return nil }
            content.mayHoldSomething = true
            return content.paths.keep(key, of: request.place)
        }
        guard let forgotten else { return }
        var kept = response
        kept.parsedBody = nil
        kept.variant = request.variant(for: response)
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
    /// Only what is read is kept; anything else under a name that somebody gave it; nothing whose body goes elsewhere, and
    /// no part of something.
    var isCacheable: Bool {
        (method == .get || customCacheIdentifier != nil) && onBody == nil && !headers.contains("Range")
    }

    /// Whether it says itself that no kept answer may be given unasked.
    var wantsAnew: Bool {
        let directives = CacheDirectives(headers)
        return directives.contains("no-cache") || directives.contains("no-store")
    }

}

extension Request {
    /// What a change changes: the address without its query.
    var place: String { base.description + PercentEncoding.path(properties.path) }
}
