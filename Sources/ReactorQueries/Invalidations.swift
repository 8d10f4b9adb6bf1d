import Reactor

/// The number of the last invalidation of each tag, for as long as a stored value can be older.
///
/// - Complexity: O(1) for each tag on average, even while a copy exists, as in a core with a prediction: the recent
///   tags are copied, and the many older tags are shared.
struct Invalidations: Hashable, Codable, Sendable {
    private struct Named: Identifiable, Hashable, Codable {
        let id: QueryTag
        let number: Int
    }

    private(set) var count = 0
    private var recent: KeyedRows<QueryTag, Named> = []
    @Boxed private var older: KeyedRows<QueryTag, Named> = []
    /// The last invalidation whose tags were moved to `older`.
    private var lastOlder = 0
    private var forgetsAt = 0

    /// The number of the last invalidation of a tag, or 0 if none is stored.
    subscript(tag: QueryTag) -> Int { (recent[id: tag] ?? older[id: tag])?.number ?? 0 }

    /// The number of stored tags, some of which are counted twice.
    var remembered: Int { recent.count + older.count }

    /// Records an invalidation of these tags.
    ///
    /// - Returns: Whether `forget` is due: the number of tags has doubled since the last time, and has grown by the
    ///   number of tags that were checked for it. Therefore an invalidation takes O(1) on average.
    mutating func name(_ tags: [QueryTag]) -> Bool {
        count += 1
        for tag in tags { recent[id: tag] = Named(id: tag, number: count) }
        guard recent.count > Self.few else { return false }
        for named in recent { older[id: named.id] = named }
        (recent, lastOlder) = ([], count)
        return older.count > forgetsAt
    }

    /// Returns the tags that were invalidated after the first `count` invalidations.
    func tags(since count: Int) -> [QueryTag] {
        let named = (lastOlder > count ? Array(older) : []) + recent
        return named.filter { $0.number > count }.map(\.id)
    }

    /// Removes the tags whose last invalidation is among the first `count`, except tags whose last invalidation is
    /// after their number in `seen`.
    mutating func forget(first count: Int, but seen: [QueryTag: Int]) {
        older.removeAll { $0.number <= min(count, seen[$0.id] ?? count) }
        forgetsAt = 2 * older.count + seen.count
    }

    private static var few: Int { 64 }
}
