/// A store of responses for later requests.
///
/// A provider uses its own clock to decide whether a response is fresh. It must return the response that was stored for
/// the same key, because requests that find a fresh response are not sent.
public protocol CacheProvider: Sendable {
    /// Returns the response for `key`, including a stale response that can be revalidated with its `ETag`.
    func cachedResponse(for key: CacheKey) async -> CachedResponse?
    /// Stores `response` for `key`, replaces the previous response, and treats it as fresh for this time.
    func store(_ response: Response, for key: CacheKey, freshFor duration: Duration) async
    /// Removes the response for `key`, if there is one.
    func remove(_ key: CacheKey) async
    /// Removes all responses.
    func removeAll() async
}

/// A cached response.
public struct CachedResponse: Sendable {
    /// The response as it was stored.
    public let response: Response
    /// Whether the response can be returned without a request to the server.
    public let isFresh: Bool

    /// Creates a cached response.
    public init(response: Response, isFresh: Bool) {
        self.response = response
        self.isFresh = isFresh
    }
}
