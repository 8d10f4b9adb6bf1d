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
    }

    /// What is known about a request before it is sent.
    struct Lookup: Sendable {
        /// Nil for what is never kept.
        let key: CacheKey?
        let generation: Int
        let cached: CachedResponse?

        /// What may be given without asking the server.
        var fresh: Response? { cached.flatMap { $0.isFresh ? $0.response : nil } }
    }

    private let provider: any CacheProvider
    private let content: Guarded<Content>

    /// - Parameter isEmpty: whether nothing was kept before; spares looking until something is.
    init(_ provider: any CacheProvider, isEmpty: Bool) {
        self.provider = provider
        content = Guarded(Content(mayHoldSomething: !isEmpty))
    }

    /// Whether it is worth looking for the answer to this request.
    func mayAnswer(_ request: Request) -> Bool {
        request.allowCachedResponse && request.isCacheable && content.withLock { $0.mayHoldSomething }
    }

    /// Looks for the answer to a prepared request.
    func look(for request: Request) async -> Lookup {
        let key = request.isCacheable ? CacheKey(request) : nil
        let (generation, isFlushed) = content.withLock { content in
            guard let credentials = request.credentialFingerprint, credentials != content.credentials else {
                return (content.generation, false)
            }
            defer { content.credentials = credentials }
            guard content.credentials != nil else { return (content.generation, false) }
            content.generation += 1
            return (content.generation, true)
        }
        if isFlushed { await provider.removeAll() }
        guard let key, mayAnswer(request) else { return Lookup(key: key, generation: generation, cached: nil) }
        let cached = await provider.cachedResponse(for: key)
        return Lookup(key: key, generation: generation, cached: cached.flatMap { request.fits($0.response) ? $0 : nil })
    }

    /// The request that asks whether what is kept is still right, where there is something to ask about.
    func revalidating(_ request: Request, _ lookup: Lookup) throws -> Request {
        guard let tag = lookup.cached?.response.headers["ETag"], !request.headers.contains("If-None-Match") else {
            return request
        }
        var properties = MutableRequestProperties(request)
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
        for name in Set(answer.headers.fields.map { $0.name.lowercased() }).sorted() where name != "content-length" {
            response.headers[name] = answer.headers[name]
        }
        response.source = .revalidated
        return response
    }

    /// Keeps a response that may be kept.
    func keep(_ response: Response, to request: Request, _ lookup: Lookup) async {
        guard let key = lookup.key, request.cacheResponseWithExpiration > .zero, response.isSuccess,
            response.status != 206,
            response.headers["Cache-Control"]?.lowercased().contains("no-store") != true,
            !response.variesByEverything
        else { return }
        let isCurrent = content.withLock { content in
            guard content.generation == lookup.generation else { return false }
            content.mayHoldSomething = true
            return true
        }
        guard isCurrent else { return }
        var kept = response
        kept.parsedBody = nil
        kept.variant = request.variant(for: response)
        await provider.store(kept, for: key, freshFor: request.cacheResponseWithExpiration)
        if content.withLock({ $0.generation != lookup.generation }) { await provider.remove(key) }
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

extension Request {
    /// Only what is read is kept; anything else under a name that somebody gave it; nothing whose body goes elsewhere, and
    /// no part of something.
    var isCacheable: Bool {
        (method == .get || customCacheIdentifier != nil) && onBody == nil && !headers.contains("Range")
    }
}
