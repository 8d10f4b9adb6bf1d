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

    @Test("A slow poll adds nothing to a fast one, and afterwards counts from the last poll")
    func oneCounts() {
        var table = table()
        _ = table.watch(7, every: .seconds(60), now: .zero)
        let fast = table.watch(7, every: .seconds(25), now: .zero)
        for time in [25, 50, 75] {
            #expect(table.nextDue == .seconds(time))
            _ = table.due(now: .seconds(time))
        }
        table.release(7, fast, now: .seconds(80))
        #expect(table.nextDue == .seconds(135))
    }

    // MARK: Evictions

    @Test("A value with a lifetime of zero is evicted after its read, without an earlier wake", arguments: [0, 5])
    func keptForNoTime(seconds: Int) {
        var table = table(keepUnused: .seconds(seconds))
        let watch = table.watch(7, every: nil, now: .zero)
        table.ask(7)
        table.release(7, watch, now: .zero)
        let due = table.due(now: .seconds(10))
        #expect(due.isEmpty)
        #expect(table.nextDue == nil)
        _ = table.decide(7, QueryEntry())
        table.ended(7, .finished)
        #expect(table.due(now: .seconds(10)) == [7])
        #expect(table.nextDue == nil)
    }

    @Test("A value with an unlimited lifetime is not evicted")
    func forEver() {
        var table = table(keepUnused: nil)
        let watch = table.watch(7, every: nil, now: .zero)
        table.ask(7)
        table.ended(7, .finished)
        table.release(7, watch, now: .zero)
        table.ask(8, more: true)
        table.found([9], now: .zero)
        #expect(table.nextDue == nil)
    }

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
