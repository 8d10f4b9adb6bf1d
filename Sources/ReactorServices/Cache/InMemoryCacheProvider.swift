import Reactor

/// Keeps answers in memory, at most so many and so large; what was used longest ago goes first.
public final class InMemoryCacheProvider: CacheProvider {
    private let store: Guarded<CacheStore>
    private let clock: RuntimeClock

    /// An empty cache within these bounds.
    ///
    /// - Parameters:
    ///   - maxCount: the most answers it keeps; zero: it keeps none.
    ///   - maxBytes: the most bytes of all kept answers together; a larger answer is not kept.
    ///   - clock: by which answers grow old; that of the gateway's runtime.
    public init(maxCount: Int = 200, maxBytes: Int = 16 << 20, clock: RuntimeClock = Runtime.live.clock) {
        store = Guarded(CacheStore(maxCount: maxCount, maxBytes: maxBytes))
        self.clock = clock
    }

    /// How many answers are kept.
    package var count: Int { store.withLock { $0.count } }

    public func cachedResponse(for key: CacheKey) -> CachedResponse? {
        let now = clock.now
        return store.withLock { $0.read(key, now: now) }
    }

    public func store(_ response: Response, for key: CacheKey, freshFor duration: Duration) {
        let end = clock.now + duration
        store.withLock { $0.store(response, for: key, freshUntil: end) }
    }

    /// Forgets what is kept under `key`, if there is anything.
    public func remove(_ key: CacheKey) { store.withLock { $0.remove(key) } }

    /// Forgets every kept answer; the bounds stay.
    public func removeAll() { store.withLock { $0.removeAll() } }
}
