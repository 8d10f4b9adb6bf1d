import Reactor

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
