/// Keeps answers for later requests.
///
/// A provider decides by its own clock what is still fresh. Requests that find what they need ask no server, so what a
/// provider gives back must be what was stored under that very key.
public protocol CacheProvider: Sendable {
    /// What is kept under `key`, also when it is no longer fresh but can be asked about (`ETag`).
    func cachedResponse(for key: CacheKey) async -> CachedResponse?
    /// Keeps `response` under `key`, instead of what was there, fresh for this long.
    func store(_ response: Response, for key: CacheKey, freshFor duration: Duration) async
    /// Forgets what is kept under `key`, if there is anything.
    func remove(_ key: CacheKey) async
    /// Forgets every kept answer.
    func removeAll() async
}

/// A kept answer.
public struct CachedResponse: Sendable {
    /// The answer as it was stored.
    public let response: Response
    /// Whether it may be given without asking the server.
    public let isFresh: Bool

    /// An answer found in a cache, with whether it may be given without asking the server.
    public init(response: Response, isFresh: Bool) {
        self.response = response
        self.isFresh = isFresh
    }
}
