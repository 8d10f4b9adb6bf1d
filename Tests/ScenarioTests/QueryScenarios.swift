import Reactor
import ReactorQueries
import ReactorTesting
import Testing

/// Scenarios that the suites of RTK describe for queries and thunks.
@Suite("Queries, as RTK's suites describe them")
struct QueryScenarios {
    private struct Blog: State, Equatable {
        var posts = Queries<Int, String>("posts")

        mutating func react(to event: any Event) {
            if posts.react(to: event) { return }
            if let event = event as? Renamed { posts.update(event.id) { $0 = event.title } }
        }
    }

    private struct Renamed: Event {
        var id: Int
        var title: String
    }

    /// The requests to the server, and its responses.
    private final class Server: Sendable {
        let asked = Notes<Int>()
        let gate = Gate<String>()

        func query(staleAfter: Duration? = nil, keepUnused: Duration? = .seconds(60)) -> ServerQuery<Blog, Int, String>
        {
            ServerQuery(
                "posts", \Blog.posts, staleAfter: staleAfter, keepUnused: keepUnused,
                tags: { id, _ in [QueryTag("post", id)] }
            ) { id, _ in
                self.asked.note(id)
                return try await self.gate.pass()
            }
        }
    }

    private let server = Server()
    private let clock = ManualClock()

    private var core: Core<Blog> { Core(state: Blog(), runtime: Runtime(clock: RuntimeClock(clock))) }

    @Test("Two watchers of one value share one request")
    func shared() async {
        let (core, query) = (core, server.query())
        let watches = [core.watch(query, 1), core.watch(query, 1)]
        await server.gate.arrived()
        server.gate.open(with: "a")
        await core.idle()
        #expect(server.asked.all == [1])
        #expect(await core.state.posts[1] == "a")
        for watch in watches { watch.cancel() }
    }

    @Test("A value that is fresh is not requested again")
    func fresh() async throws {
        let (core, query) = (core, server.query(staleAfter: .seconds(30)))
        server.gate.open(with: "a")
        #expect(try await core.fetch(query, 1) == "a")
        #expect(try await core.fetch(query, 1) == "a")
        #expect(server.asked.all == [1])
    }

    @Test("A value with an invalidated tag is requested again if it is watched")
    func invalidated() async throws {
        let (core, query) = (core, server.query())
        server.gate.open(with: "a")
        let watch = core.watch(query, 1)
        _ = try await core.fetch(query, 2)
        await core.idle()
        core.invalidate("post")
        await core.idle()
        #expect(server.asked.all.sorted() == [1, 1, 2])
        #expect(await core.state.posts.isInvalidated(2))
        watch.cancel()
    }

    @Test("A request that fails shows its error, and retains the value")
    func failed() async throws {
        let (core, query) = (core, server.query())
        let watch = core.watch(query, 1)
        await server.gate.arrived()
        server.gate.letOne(with: "a")
        await core.idle()
        core.invalidate("post")
        await server.gate.arrived(2)
        server.gate.letOne(failingWith: Failure())
        await core.idle()
        let entry = await core.state.posts.entries[id: 1]
        #expect(entry?.value == "a" && entry?.failure == "Failure()")
        watch.cancel()
    }

    @Test("A change is shown immediately, and reverted when it is refused, without a flicker of the value")
    func optimistic() async throws {
        let (core, query) = (core, server.query())
        server.gate.open(with: "a")
        let watch = core.watch(query, 1)
        await core.idle()
        let prediction = core.predict(Renamed(id: 1, title: "mine"), about: [QueryTag("post", 1)])
        #expect(await core.state.posts[1] == "mine")
        prediction.rollback()
        #expect(await core.state.posts[1] == "a")
        watch.cancel()
    }

    @Test("A poll requests the value again after each interval")
    func polled() async {
        let (core, query) = (core, server.query())
        server.gate.open(with: "a")
        let watch = core.watch(query, 1, every: .seconds(10))
        await core.idle()
        for count in 2...4 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(10))
            await server.gate.arrived(count)
            await core.idle()
        }
        #expect(server.asked.all.count == 4)
        watch.cancel()
    }

    @Test("A value without a watcher is discarded after its time")
    func discarded() async throws {
        let (core, query) = (core, server.query(keepUnused: .seconds(60)))
        server.gate.open(with: "a")
        core.watch(query, 1).cancel()
        await core.idle()
        #expect(await core.state.posts[1] == "a")
        await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        for await entries in core.updates(of: \.posts.entries.count) where entries == 0 { break }
        #expect(await core.state.posts[1] == nil)
    }
}
