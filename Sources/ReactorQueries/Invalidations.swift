import Reactor

/// Which tags were named by invalidations, and by which last, for as long as something is held that may be older.
///
/// - Complexity: O(1) for each tag on average, also while a copy is kept, as a core does under a prediction: that copies the few
///   that were named last, and shares the many before them.
struct Invalidations: Hashable, Codable, Sendable {
    /// The last invalidation that named a tag.
    private struct Named: Identifiable, Hashable, Codable {
        let id: QueryTag
        let number: Int
    }

    /// How many there were.
    private(set) var count = 0
    private var recent: KeyedRows<QueryTag, Named> = []
    @Boxed private var older: KeyedRows<QueryTag, Named> = []
    /// The last invalidation of which the tags are among the older.
    private var lastOlder = 0
    private var forgetsAt = 0

    /// The number of the last invalidation that named a tag, 0 for none that is remembered.
    subscript(tag: QueryTag) -> Int { (recent[id: tag] ?? older[id: tag])?.number ?? 0 }

    /// How many tags are remembered, some of them twice.
    var remembered: Int { recent.count + older.count }

    /// These tags are named.
    ///
    /// - Returns: whether it is time to forget some: there are twice as many as were kept the last time, and as many more as had
    ///   to be looked at for that. So an invalidation costs O(1) on average.
    mutating func name(_ tags: [QueryTag]) -> Bool {
        count += 1
        for tag in tags { recent[id: tag] = Named(id: tag, number: count) }
        guard recent.count > Self.few else { return false }
        for named in recent { older[id: named.id] = named }
        (recent, lastOlder) = ([], count)
        return older.count > forgetsAt
    }

    /// The tags that were named after so many invalidations.
    func tags(since count: Int) -> [QueryTag] {
        let named = (lastOlder > count ? Array(older) : []) + recent
        return named.filter { $0.number > count }.map(\.id)
    }

    /// Forgets what was last named in the first so many invalidations, but tags that were named behind a number of their own.
    mutating func forget(first count: Int, but seen: [QueryTag: Int]) {
        older.removeAll { $0.number <= min(count, seen[$0.id] ?? count) }
        forgetsAt = 2 * older.count + seen.count
    }

    private static var few: Int { 64 }
}
