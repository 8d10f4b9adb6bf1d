/// A pure least-recently-used store with limits of count and bytes.
///
/// Each operation takes amortized constant time.
struct CacheStore {
    struct Entry {
        let response: Response
        let freshUntil: Duration
        fileprivate let size: Int
        fileprivate var lastUse: UInt64
    }

    let maxCount: Int
    let maxBytes: Int
    private(set) var bytes = 0
    private var entries: [CacheKey: Entry] = [:]
    private var lastNumber: UInt64 = 0
    /// All uses in order, including those that are no longer the last of their key.
    private(set) var uses: ArraySlice<Use> = []

    struct Use {
        let key: CacheKey
        let number: UInt64
    }

    init(maxCount: Int, maxBytes: Int) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
    }

    var count: Int { entries.count }

    /// Returns the response for `key`. A stale response that cannot be revalidated is removed.
    mutating func read(_ key: CacheKey, now: Duration) -> CachedResponse? {
        guard var entry = entries[key] else { return nil }
        let isFresh = now < entry.freshUntil
        guard isFresh || entry.response.tag != nil else {
            remove(key)
            return nil
        }
        entry.lastUse = used(key)
        entries[key] = entry
        return CachedResponse(response: entry.response, isFresh: isFresh)
    }

    /// Stores `response` and replaces the previous response. A response above the limit is not stored.
    mutating func store(_ response: Response, for key: CacheKey, freshUntil: Duration) {
        remove(key)
        let size = Self.size(of: response)
        guard size <= maxBytes, maxCount > 0 else { return }
        entries[key] = Entry(response: response, freshUntil: freshUntil, size: size, lastUse: used(key))
        bytes += size
        while entries.count > maxCount || bytes > maxBytes, let oldest = uses.popFirst() {
            if entries[oldest.key]?.lastUse == oldest.number { remove(oldest.key) }
        }
    }

    private mutating func used(_ key: CacheKey) -> UInt64 {
        if uses.count > 2 * entries.count + 64 { uses = uses.filter { entries[$0.key]?.lastUse == $0.number }[...] }
        lastNumber += 1
        uses.append(Use(key: key, number: lastNumber))
        return lastNumber
    }

    mutating func remove(_ key: CacheKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        bytes -= entry.size
    }

    mutating func removeAll() {
        entries = [:]
        uses = []
        bytes = 0
    }

    static func size(of response: Response) -> Int {
        response.headers.fields.reduce(response.body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
