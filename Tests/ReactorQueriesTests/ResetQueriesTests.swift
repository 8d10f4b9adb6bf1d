import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

/// Creates the child state in `react(to:)`, so that each replay has a different one.
private struct Opened: Event {}
/// Sets the child state to this value, or removes it.
private struct Put: Event { var feed: Feed? }

private struct App: State {
    var feed: Feed?

    mutating func react(to event: any Event) {
        switch event {
        case is Opened: feed = Feed()
        case let event as Put: feed = event.feed
        default: feed?.react(to: event)
        }
    }
}

/// A state that is reset to a shared initial value.
private struct Notebook: State {
    static let initial = Notebook()
    var notes = Queries<Int, Post>("notes")

    mutating func react(to event: any Event) {
        if notes.react(to: event) { return }
        if event is Reset<Notebook> || event is SignedOut { self = .initial }
    }

    static let notes = ServerQuery(
        "notes", \Notebook.notes, tags: { id, _ in [QueryTag("post", id)] }
    ) { id, core in
        Post(id: id, title: try await core.dependencies.server.posts.pass())
    }
}

extension Simulation {
    /// Returns a core whose child state is nil, the child state's core, and its server.
    fileprivate func part() -> (app: Core<App>, feed: Core<Feed>, server: Server) {
        let server = Server()
        let app = core("phone", state: App(), dependencies: Dependencies { $0.server = server })
        return (app, app.scope(to: \.feed, default: Feed()), server)
    }
}

@Suite("Queries of a state that is reset, or missing for a while")
struct ResetQueriesTests {
    @Test("A read that began while the child state was nil for an unreported instant is repeated after it")
    func refused() async throws {
        try await Simulation.check(seeds: 0..<20) { sim in
            let (app, feed, server) = sim.part()
            app.fire(event: Opened())
            let first = feed.watch(Feed.posts, 7)
            await sim.settled()
            server.posts.letOne(with: "seven")
            await sim.settled()
            let before = await app.state.feed
            app.fire(event: Put(feed: nil))
            let second = feed.watch(Feed.posts, 8)
            app.fire(event: Put(feed: before))
            await sim.settled()
            server.posts.letOne(with: "eight")
            await sim.settled()
            try await sim.expect { await app.state.feed?.posts[8]?.title == "eight" && server.posts.arrivals == 2 }
            first.cancel()
            second.cancel()
        }
    }

    @Test("A watched seeded value is read after its removal by a reset or a rollback")
    func seeded() async throws {
        for isPredicted in [false, true] {
            try await Simulation.check(seeds: 0..<10) { sim in
                let server = Server()
                let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.server = server })
                let query = ServerQuery<Feed, Int, Post>("drafts", \Feed.drafts) { id, core in
                    Post(id: id, title: try await core.dependencies.server.posts.pass())
                }
                let draft = DraftSaved(title: "1")
                let pending = isPredicted ? core.predict(draft, about: ["a draft"]) : nil
                if !isPredicted { core.fire(event: draft) }
                let watch = core.watch(query, 7)
                await sim.settled()
                try await sim.expect { server.posts.arrivals == 0 }
                if let pending { pending.rollback() } else { core.fire(event: SignedOut()) }
                await sim.settled()
                server.posts.letOne(with: "2")
                await sim.settled()
                try await sim.expect { await core.state.drafts[7]?.title == "2" && server.posts.arrivals == 1 }
                watch.cancel()
            }
        }
    }

    @Test("A check that a Reset cancels decides nothing more: watched values are read, and fetch does not throw")
    func cancelledLook() async throws {
        let report = try await Simulation.check(seeds: 0..<200, options: SimulationOptions(runsTwice: false)) { sim in
            let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.server = Server() })
            let query = ServerQuery<Feed, Int, Post>("posts", \Feed.posts) { id, _ in Post(id: id, title: "one") }
            let watch = core.watch(query, 7)
            let fetched = Locked<Result<Post, any Error>?>(nil)
            sim.start("fetch") {
                do {
                    let post = try await core.fetch(query, 7)
                    fetched.withLock { $0 = .success(post) }
                } catch { fetched.withLock { $0 = .failure(error) } }
            }
            sim.start("reset") { core.fire(event: Reset<Feed>()) }
            await sim.settled()
            let result = fetched.copy
            try await sim.expect("\(String(describing: result))") { (try? result?.get().title) == "one" }
            try await sim.expect { await core.state.posts[7]?.title == "one" }
            try await sim.expect { await core.state.posts.entries[id: 7]?.isFetching == false }
            watch.cancel()
        }
        #expect(report.seeds == 200)
    }

    private struct Retagged: Event {}

    private struct Notes: State {
        var notes = Queries<Int, String>("notes")

        init(tag: QueryTag) { notes.seed(7, "seeded", tags: [tag]) }

        mutating func react(to event: any Event) {
            if notes.react(to: event) { return }
            if event is Retagged { self = Notes(tag: "new") }
        }
    }

    @Test("A watched value is found by the tags that it has in a reset state")
    func retagged() async {
        let count = Locked(0)
        let query = ServerQuery<Notes, Int, String>("notes", \Notes.notes) { _, _ in
            count.withLock { $0 += 1 }
            return "read"
        }
        let core = Core(state: Notes(tag: "old"))
        let watch = core.watch(query, 7)
        await core.idle()
        core.fire(event: Retagged())
        await core.idle()
        #expect(count.copy == 0)
        core.invalidate("new")
        await core.idle()
        #expect(count.copy == 1)
        #expect(await core.read { $0.notes[7] } == "read")
        withExtendedLifetime(watch) {}
    }
}
