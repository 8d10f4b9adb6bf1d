/// An index of the cached keys and the recent changes by path, so that a change evicts the responses of its path. Pure;
/// it never treats a stale response as current.
struct CachedPaths {
    /// The maximum number of keys. Above it, all earlier keys are evicted.
    static let mostKeys = 4_096
    /// The maximum number of changes. Responses that were requested before them are not cached.
    static let mostChanges = 256

    private var keys: [String: Set<CacheKey>] = [:]
    private var count = 0
    /// The paths of the recent changes, oldest first.
    private var changed: ArraySlice<String> = []
    private(set) var lastChange = 0

    /// Records that a response of `path` is cached.
    ///
    /// - Returns: The keys to evict because they exceed the maximum.
    mutating func keep(_ key: CacheKey, of path: String) -> [CacheKey] {
        let forgotten = count < Self.mostKeys ? [] : keys.values.flatMap { $0 }
        if !forgotten.isEmpty { (keys, count) = ([:], 0) }
        if keys[path, default: []].insert(key).inserted { count += 1 }
        return forgotten.filter { $0 != key }
    }

    /// Records that the resource at `path` may have changed.
    ///
    /// - Returns: The keys of its cached responses.
    mutating func change(_ path: String) -> [CacheKey] {
        lastChange += 1
        changed.append(path)
        if changed.count > Self.mostChanges { changed.removeFirst() }
        guard let ended = keys.removeValue(forKey: path) else { return [] }
        count -= ended.count
        return Array(ended)
    }

    /// Whether `path` is known to be unchanged since the change with this number.
    func isCurrent(_ path: String, since number: Int) -> Bool {
        let later = lastChange - number
        return later <= changed.count && !changed.suffix(later).contains(path)
    }
}
