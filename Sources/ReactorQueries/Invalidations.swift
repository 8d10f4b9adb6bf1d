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
    /// - Parameter held: how many values are to be looked at to find what may be forgotten.
    /// - Returns: whether it is time for that: there are as many tags as values, and twice as many as were kept the last time. So
    ///   an invalidation costs O(1) on average.
    mutating func name(_ tags: [QueryTag], held: Int) -> Bool {
        count += 1
        for tag in tags { recent[id: tag] = Named(id: tag, number: count) }
        guard recent.count > Self.few else { return false }
        for named in recent { older[id: named.id] = named }
        (recent, lastOlder) = ([], count)
        return older.count > max(forgetsAt, held)
    }

    /// The tags that were named after so many invalidations.
    func tags(since count: Int) -> [QueryTag] {
        let named = (lastOlder > count ? Array(older) : []) + recent
        return named.filter { $0.number > count }.map(\.id)
    }

    /// Forgets what was last named in the first so many invalidations, of which nothing is held any more.
    mutating func forget(first count: Int) {
        older.removeAll { $0.number <= count }
        forgetsAt = 2 * older.count
    }

    private static var few: Int { 64 }
}
