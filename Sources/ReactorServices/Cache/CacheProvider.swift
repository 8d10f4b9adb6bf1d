import Reactor

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

/// A cache in memory with limits of count and bytes, which evicts the least recently used responses.
public final class InMemoryCacheProvider: CacheProvider {
    private let store: Guarded<CacheStore>
    private let clock: RuntimeClock

    /// Creates an empty cache with these limits.
    ///
    /// - Parameters:
    ///   - maxCount: The maximum number of responses. With zero, nothing is cached.
    ///   - maxBytes: The maximum number of bytes of all responses. A larger response is not cached.
    ///   - clock: The clock for the age of responses. Use that of the gateway's runtime.
    public init(maxCount: Int = 200, maxBytes: Int = 16 << 20, clock: RuntimeClock = Runtime.live.clock) {
        store = Guarded(CacheStore(maxCount: maxCount, maxBytes: maxBytes))
        self.clock = clock
    }

    package var count: Int { store.withLock { $0.count } }

    public func cachedResponse(for key: CacheKey) -> CachedResponse? {
        let now = clock.now
        return store.withLock { $0.read(key, now: now) }
    }

    public func store(_ response: Response, for key: CacheKey, freshFor duration: Duration) {
        let end = clock.now + duration
        store.withLock { $0.store(response, for: key, freshUntil: end) }
    }

    /// Removes the response for `key`, if there is one.
    public func remove(_ key: CacheKey) { store.withLock { $0.remove(key) } }

    /// Removes all responses.
    public func removeAll() { store.withLock { $0.removeAll() } }
}
