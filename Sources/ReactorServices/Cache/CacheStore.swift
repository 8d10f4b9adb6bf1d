/// What is kept, within bounds of count and bytes: what was used longest ago goes first.
///
/// Pure: time comes in. Looking up costs constant time, making room time proportional to the count.
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
    private var uses: UInt64 = 0

    init(maxCount: Int, maxBytes: Int) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
    }

    var count: Int { entries.count }

    /// What is kept under `key`. What is no longer fresh and cannot be asked about is forgotten.
    mutating func read(_ key: CacheKey, now: Duration) -> CachedResponse? {
        guard var entry = entries[key] else { return nil }
        let isFresh = now < entry.freshUntil
        guard isFresh || entry.response.headers.contains("ETag") else {
            remove(key)
            return nil
        }
        uses += 1
        entry.lastUse = uses
        entries[key] = entry
        return CachedResponse(response: entry.response, isFresh: isFresh)
    }

    /// Keeps `response` instead of what was there. One that is larger than the bound is not kept.
    mutating func store(_ response: Response, for key: CacheKey, freshUntil: Duration) {
        remove(key)
        let size = Self.size(of: response)
        guard size <= maxBytes, maxCount > 0 else { return }
        uses += 1
        entries[key] = Entry(response: response, freshUntil: freshUntil, size: size, lastUse: uses)
        bytes += size
        while entries.count > maxCount || bytes > maxBytes,
            let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            remove(oldest.key)
        }
    }

    mutating func remove(_ key: CacheKey) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        bytes -= entry.size
    }

    mutating func removeAll() {
        entries = [:]
        bytes = 0
    }

    /// The bytes of its body and header.
    static func size(of response: Response) -> Int {
        response.headers.fields.reduce(response.body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
