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

    @Test("A watch that polls often for a moment does not move the poll of one that polls seldom")
    func shortWatch() {
        var table = table()
        _ = table.watch(7, every: .seconds(60), now: .zero)
        let fast = table.watch(7, every: .seconds(5), now: .seconds(10))
        #expect(table.nextDue == .seconds(15))
        table.release(7, fast, now: .seconds(10))
        #expect(table.nextDue == .seconds(60))
        _ = table.due(now: .seconds(60))
        #expect(table.begins() == [7])
        #expect(table.nextDue == .seconds(120))
    }

    @Test("While one polls often, one that polls seldom adds nothing; afterwards it counts from the last poll")
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

    @Test("A poll of a part that is absent is not refused again and again")
    func absentPart() async {
        let reports = Locked(0)
        let clock = ManualClock()
        let app = Core(
            state: QueriesInPartsTests.App(), dependencies: Dependencies { $0.server = Server() },
            runtime: Runtime(
                clock: RuntimeClock(clock),
                report: { report in if report.refusal != nil { reports.withLock { $0 += 1 } } }))
        let feed = app.scope(to: \.feed, default: Feed())
        let watch = feed.watch(Feed.posts, 7, every: .seconds(1))
        await app.idle()
        #expect(reports.copy == 1)
        for _ in 0..<5 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(1))
        }
        await clock.sleepers(1)
        feed.setForeground(false)
        feed.setForeground(true)
        await app.idle()
        #expect(reports.copy == 1)
        withExtendedLifetime(watch) {}
    }

    // MARK: Forgotten

    private static let rows = ServerQuery<Feed, Int, Post>("drafts", \Feed.drafts, version: { Int($0.title) ?? 0 }) {
        id, _ in Post(id: id, title: "1")
    }

    @Test("What came from elsewhere, and nobody watches, is forgotten too")
    func seeded() async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let core = sim.core(state: Feed(), dependencies: Dependencies { $0.server = Server() })
            let watch = core.watch(Self.rows, -1)
            try await sim.pass(.seconds(10))
            core.fire(event: DraftSaved(title: "5"))
            try await sim.pass(.seconds(10))
            try await sim.expect { await core.state.drafts[7]?.title == "5" }
            try await sim.pass(.seconds(60))
            try await sim.expect { await core.state.drafts.entries.map(\.id) == [-1] }
            core.fire(event: DraftSaved(title: "6"))
            let second = core.watch(Self.rows, 7)
            try await sim.pass(.seconds(100))
            try await sim.expect { await core.state.drafts.entries.count == 2 }
            second.cancel()
            try await sim.pass(.seconds(61))
            try await sim.expect { await core.state.drafts.entries.map(\.id) == [-1] }
            watch.cancel()
        }
    }

    @Test("Values that came with another state are forgotten when nobody watches them")
    func broughtBack() async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let app = sim.core(state: QueriesInPartsTests.App(feed: Feed()))
            let feed = app.scope(to: \.feed, default: Feed())
            let watch = feed.watch(Self.rows, -1)
            try await sim.pass(.seconds(10))
            var other = Feed()
            other.drafts.seed(7, Post(id: 7, title: "5"))
            app.fire(event: QueriesInPartsTests.Opened(feed: other))
            try await sim.pass(.seconds(61))
            try await sim.expect { await app.state.feed?.drafts.entries.map(\.id) == [-1] }
            watch.cancel()
        }
    }

    @Test("A list that nobody watched, of which one more page was read, is forgotten")
    func moreOfUnwatched() {
        var table = table()
        let watch = table.watch(7, every: nil, now: .zero)
        table.ask(7, more: true)
        table.release(7, watch, now: .zero)
        _ = table.decide(7, QueryEntry())
        table.ended(7, .finished)
        #expect(table.nextDue == .seconds(60))
        #expect(table.due(now: .seconds(60)) == [7])
    }

    @Test("What is kept for no time is forgotten when its read is over, and nothing wakes before", arguments: [0, 5])
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

    @Test("What is kept for ever is not forgotten")
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

    @Test("Once the core is closed, nothing waits for what was due")
    func closed() async {
        let bench = Bench()
        let watch = bench.core.watch(Feed.posts, 7, every: .seconds(60))
        await bench.clock.sleepers(1)
        await bench.core.close()
        #expect(bench.clock.sleeping == 0)
        watch.cancel()
    }

    @Test("What is kept for ages asks no clock to wait longer than one can")
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
