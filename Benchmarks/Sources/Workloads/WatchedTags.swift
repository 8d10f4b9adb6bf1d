import Reactor
import ReactorQueries

/// A core with N watched values of a query, each with its own tag, which are invalidated one after another.
package final class WatchedTags: Sendable {
    private let core: Core<TaggedKeys>
    private let watches: [Subscription]

    package init(_ size: Int) async throws {
        let core = Core(state: TaggedKeys(size))
        self.core = core
        watches = (0..<size).map { core.watch(TaggedKeys.numbers, $0) }
        await core.idle()
    }

    /// Invalidates N tags, each when the value with the previous tag was read.
    package func invalidate(_ count: Int) async throws {
        for number in 0..<count {
            core.invalidate(QueryTag("number", number % watches.count))
            await core.idle()
        }
        let read = await core.read { $0.numbers.entries.count { $0.updatedAt != nil } }
        try check(read == min(count, watches.count), "\(count) tags were invalidated, and \(read) values read.")
    }
}

/// A state with values that came from elsewhere, and are read when their tag is invalidated.
private struct TaggedKeys: State {
    static let numbers = ServerQuery<TaggedKeys, Int, Int>(
        "numbers", \TaggedKeys.numbers, tags: { key, _ in [QueryTag("number", key)] }
    ) { key, _ in key }

    var numbers = QueryCache<Int, Int>("numbers")

    init(_ size: Int) { for key in 0..<size { numbers.seed(key, key, tags: [QueryTag("number", key)]) } }

    mutating func react(to event: any Event) { _ = numbers.react(to: event) }
}
