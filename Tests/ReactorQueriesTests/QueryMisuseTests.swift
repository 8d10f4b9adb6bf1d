import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Misuse of queries")
struct QueryMisuseTests {
    struct Forgetful: State {
        var posts = QueryCache<Int, Post>("posts")
        var others = QueryCache<Int, Post>("others")
        mutating func react(to event: any Event) {}
    }

    let reports = Locked<[String]>([])

    private func core<StateType: State>(_ state: StateType) -> Core<StateType> {
        let reports = reports
        return Core(
            state: state,
            runtime: Runtime(
                clock: RuntimeClock(ManualClock()), report: { report in reports.withLock { $0.append("\(report)") } }))
    }

    @Test("A query whose events no state applies is reported once, and fetch returns its value anyway")
    func unclaimed() async throws {
        let core = core(Forgetful())
        let query = ServerQuery<Forgetful, Int, Post>("posts", \Forgetful.posts) { id, _ in Post(id: id, title: "x") }
        #expect(try await core.fetch(query, 7).title == "x")
        #expect(try await core.fetch(query, 8).title == "x")
        #expect(reports.copy.count == 1)
        #expect(reports.copy.first?.hasPrefix("The query \"posts\" received data, but no state stored it.") == true)
    }

    @Test("A query with the name of another query of its core reads nothing, and is reported once")
    func twoOfOneName() async {
        let core = core(Forgetful())
        let first = ServerQuery<Forgetful, Int, Post>("posts", \Forgetful.posts) { id, _ in Post(id: id, title: "x") }
        let second = ServerQuery<Forgetful, Int, Post>("posts", \Forgetful.others, fileID: "App/Feed.swift", line: 3) {
            id, _ in Post(id: id, title: "y")
        }
        core.prefetch(first, 7)
        for _ in 0..<2 {
            await #expect(throws: CancellationError.self) { try await core.fetch(second, 7) }
        }
        await core.refresh(second, 7)
        await core.watching(second, 7)
        core.watch(second, 7).cancel()
        let sentence =
            "The query posts, made at App/Feed.swift:3, has the same name as another query of this core"
        #expect(reports.copy.filter { $0.hasPrefix(sentence) }.count == 1)
    }

    struct Ratios: State {
        var values = QueryCache<Double, String>("values")
        mutating func react(to event: any Event) { _ = values.react(to: event) }
    }

    @Test("A key that is not equal to itself is reported once and never read, and no caller waits for it")
    func unequalKey() async {
        let core = core(Ratios())
        let asked = Locked(0)
        let query = ServerQuery<Ratios, Double, String>("values", \Ratios.values, fileID: "App/Ratios.swift", line: 4) {
            key, _ in
            asked.withLock { $0 += 1 }
            return "\(key)"
        }
        await #expect(throws: CancellationError.self) { try await core.fetch(query, .nan) }
        await core.refresh(query, .nan)
        core.prefetch(query, .nan)
        let watch = core.watch(query, .nan)
        await core.idle()
        #expect(asked.copy == 0)
        #expect(reports.copy.count == 1)
        #expect(
            reports.copy.first?.hasPrefix(
                "The key nan of the query values, made at App/Ratios.swift:4, is not equal to itself")
                == true)
        #expect((try? await core.fetch(query, 2)) == "2.0")
        watch.cancel()
    }

    @Test("Seeding a key that is not equal to itself changes nothing")
    func unequalSeed() async {
        var ratios = Ratios()
        ratios.values.seed(2, "two")
        ratios.values.seed(.nan, "none", version: 3)
        ratios.values.seed(-.nan, "none", tags: ["ratio"])
        #expect(ratios.values[2] == "two")
        #expect(ratios.values[.nan] == nil)
        #expect(ratios.values.signal.seeds == 1)
    }

    @Test("A query that its own read invalidates is reported once")
    func endless() async {
        let core = core(Feed())
        let count = Locked(0)
        let query = ServerQuery<Feed, Int, Post>(
            "posts", \Feed.posts, tags: { id, _ in [QueryTag("post", id)] }, fileID: "App/Feed.swift", line: 3
        ) { id, core in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number < 100 { core.invalidate("post") }
            return Post(id: id, title: "\(number)")
        }
        let watch = core.watch(query, 7)
        await core.idle()
        #expect(count.copy == 100)
        #expect(
            reports.copy.first?.hasPrefix(
                "Infinite loop: posts 7, of the query made at App/Feed.swift:3, was invalidated during each") == true)
        #expect(reports.copy.count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test("A watch that is not retained is reported, with its line")
    func notKept() async {
        let core = core(Feed())
        let query = ServerQuery<Feed, Int, Post>("posts", \Feed.posts) { id, _ in Post(id: id, title: "x") }
        _ = core.watch(query, 7)
        await core.idle()
        #expect(reports.copy.count == 1)
        #expect(reports.copy.first?.contains("QueryMisuseTests.swift") == true)
    }

    @Test("A read that throws CancellationError has failed, unless it was canceled")
    func throwsCancellation() async {
        let core = core(Feed())
        let query = ServerQuery<Feed, Int, Post>("posts", \Feed.posts) { _, _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await core.fetch(query, 7) }
        #expect(await core.read { $0.posts.entries[id: 7]?.failure } == "CancellationError()")
    }

    @Test("A watch with a polling interval of 0 seconds is reported, and does not poll", arguments: [0, -1])
    func noInterval(seconds: Int) async {
        let core = core(Feed())
        let count = Locked(0)
        let query = ServerQuery<Feed, Int, Post>("posts", \Feed.posts, fileID: "App/Feed.swift", line: 3) { id, _ in
            count.withLock { $0 += 1 }
            return Post(id: id, title: "x")
        }
        let watch = core.watch(query, 7, every: .seconds(seconds))
        await core.idle()
        #expect(count.copy == 1)
        #expect(
            reports.copy.first?.hasPrefix(
                "posts 7, of the query made at App/Feed.swift:3, is observed with the polling interval \(seconds).0 seconds"
            )
                == true)
        #expect(reports.copy.count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test("A read that fetches its own value is reported, and fails", .timeLimit(.minutes(10)))
    func ownRead() async {
        let core = core(Feed())
        let own = Locked<ServerQuery<Feed, Int, Post>?>(nil)
        let query = ServerQuery<Feed, Int, Post>("posts", \Feed.posts, fileID: "App/Feed.swift", line: 3) { id, core in
            guard id == 7, let own = own.copy else { return Post(id: id, title: "other") }
            _ = try await core.fetch(own, 8)
            await core.refresh(own, 7)
            return try await core.fetch(own, 7)
        }
        own.withLock { $0 = query }
        await #expect(throws: CancellationError.self) { try await core.fetch(query, 7) }
        #expect(await core.read { $0.posts.entries[id: 7]?.failure } == "CancellationError()")
        #expect(await core.read { $0.posts[8]?.title } == "other")
        #expect(
            reports.copy.first?.hasPrefix(
                "Deadlock: posts 7, of the query made at App/Feed.swift:3, was fetched or refreshed inside its own read"
            ) == true)
        #expect(reports.copy.count == 1)
    }
}
