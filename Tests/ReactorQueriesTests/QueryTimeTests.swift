import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries and time")
struct QueryTimeTests {
    typealias Table = WatchTable<Int>

    private func table(keepUnused: Duration? = .seconds(60)) -> Table {
        Table(staleAfter: nil, keepUnused: keepUnused)
    }

    // MARK: Polls

    // MARK: Evictions

    @Test("After the core is closed, no task waits for a due time")
    func closed() async {
        let bench = Bench()
        let watch = bench.core.watch(Feed.posts, 7, every: .seconds(60))
        await bench.clock.sleepers(1)
        await bench.core.close()
        #expect(bench.clock.sleeping == 0)
        watch.cancel()
    }

    @Test("A value with a very long lifetime does not exceed the longest wait of a clock")
    func ages() async {
        let bench = Bench()
        bench.server.lists.open(with: [])
        let query = ServerQuery<Feed, String, [Int]>("lists", \Feed.lists, keepUnused: .seconds(Int64.max)) { _, _ in []
        }
        bench.core.prefetch(query, "all")
        await bench.core.idle()
        await bench.clock.sleepers(1)
        #expect(bench.clock.deadlines.allSatisfy { $0.offset <= .seconds(3_155_760_000) })
    }
}
