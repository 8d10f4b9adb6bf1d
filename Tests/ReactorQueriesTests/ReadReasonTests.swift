import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

/// Records each read that begins, and its reason.
private final class Beginnings: Middleware {
    private let lines = Locked<[String]>([])

    func process(event: any Event, state: Feed) {
        guard let change = event as? QueryChange<Int, Post>, case .began(let key, _, _, _, let why) = change.kind else {
            return
        }
        lines.withLock { $0.append("\(key) \(why ?? "-")") }
    }

    func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

@Suite("The reasons of reads")
struct ReadReasonTests {
    private let clock = ManualClock()
    private let beginnings = Beginnings()
    private let server = Server()
    private let test: TestCore<Feed>
    private var core: Core<Feed> { test.core }

    init() {
        test = TestCore(
            state: Feed(), exhaustive: false, middlewares: [beginnings],
            dependencies: Dependencies(.test) { [server] in $0.server = server }, clock: clock)
        server.posts.open(with: "title")
    }

    @Test("The reason of a watch's read is a missing value, a stale value, or a failed read")
    func watched() async {
        var watches = [core.watch(Feed.posts, 7)]
        await test.settled()
        #expect(beginnings.take() == ["7 missing"])
        await test.advance(by: .seconds(29))
        watches.append(core.watch(Feed.posts, 7))
        await test.settled()
        #expect(beginnings.take() == [])
        await test.advance(by: .seconds(1))
        watches.append(core.watch(Feed.posts, 7))
        await test.settled()
        #expect(beginnings.take() == ["7 stale"])
        server.posts.fail(with: Offline())
        watches.append(core.watch(Feed.posts, 8))
        await test.settled()
        watches.append(core.watch(Feed.posts, 8))
        await test.settled()
        #expect(beginnings.take() == ["8 missing", "8 the last read failed"])
        for watch in watches { watch.cancel() }
    }

    @Test(
        "In the foreground and online again stale values are read, after a Reset of the owner only the reads in flight")
    func back() async {
        let query = ServerQuery<Feed, Int, Post>(
            "posts", \Feed.posts, staleAfter: .seconds(30), owner: QueryMisuseTests.Forgetful.self
        ) { id, core in
            Post(id: id, title: try await core.dependencies.server.posts.wait())
        }
        let watches = [core.watch(query, 7), core.watch(query, 8)]
        await test.settled()
        #expect(beginnings.take().sorted() == ["7 missing", "8 missing"])
        core.setForeground(false)
        await test.advance(by: .seconds(30))
        #expect(beginnings.take() == [])
        core.setForeground(true)
        await test.settled()
        #expect(beginnings.take().sorted() == ["7 stale", "8 stale"])
        core.setOnline(false)
        await test.advance(by: .seconds(30))
        core.setOnline(true)
        await test.settled()
        #expect(beginnings.take().sorted() == ["7 stale", "8 stale"])
        server.posts.close()
        let refresh = core.perform { core in await core.refresh(query, 7) }
        await test.settled()
        core.fire(event: Reset<QueryMisuseTests.Forgetful>())
        await test.settled()
        server.posts.open(with: "title")
        await test.settled()
        #expect(beginnings.take() == ["7 refresh", "7 the previous read was cancelled"])
        #expect(await core.read { $0.posts.entries[id: 7]?.isFetching } == false)
        withExtendedLifetime((watches, refresh)) {}
    }

    @Test("While a change of a kind is pending, an entity of that kind is not requested")
    func kind() async {
        let watch = core.watch(Feed.posts, 7)
        await test.settled()
        let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post")])
        let refresh = core.perform { core in await core.refresh(Feed.posts, 7) }
        await test.settled()
        #expect(server.posts.arrivals == 1)
        prediction.commit()
        await test.settled()
        #expect(server.posts.arrivals == 2)
        withExtendedLifetime((watch, refresh)) {}
    }
}
