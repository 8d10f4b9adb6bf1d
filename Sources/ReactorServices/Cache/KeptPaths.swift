/// Which answers are kept of which path, and which paths were changed lately, so that a change ends what was kept of its
/// path. Pure; it never takes something for current that is not.
struct KeptPaths {
    /// The most keys that are remembered; beyond, what was kept before is forgotten.
    static let mostKeys = 4_096
    /// The most changes that are remembered; what was asked for before them is not kept.
    static let mostChanges = 256

    private var keys: [String: Set<CacheKey>] = [:]
    private var count = 0
    /// The paths of the last changes, the last one at the end.
    private var changed: ArraySlice<String> = []
    /// The number of the last change.
    private(set) var lastChange = 0

    /// An answer is kept of `path`.
    ///
    /// - Returns: what is to be forgotten, since nobody remembers it any more.
    mutating func keep(_ key: CacheKey, of path: String) -> [CacheKey] {
        let forgotten = count < Self.mostKeys ? [] : keys.values.flatMap { $0 }
        if !forgotten.isEmpty { (keys, count) = ([:], 0) }
        if keys[path, default: []].insert(key).inserted { count += 1 }
        return forgotten.filter { $0 != key }
    }

    /// What is at `path` may be another now.
    ///
    /// - Returns: what was kept of it.
    mutating func change(_ path: String) -> [CacheKey] {
        lastChange += 1
        changed.append(path)
        if changed.count > Self.mostChanges { changed.removeFirst() }
        guard let ended = keys.removeValue(forKey: path) else { return [] }
        count -= ended.count
        return Array(ended)
    }

    /// Whether `path` is known to be as it was at the change of this number.
    func isCurrent(_ path: String, since number: Int) -> Bool {
        let later = lastChange - number
        return later <= changed.count && !changed.suffix(later).contains(path)
    }
}
