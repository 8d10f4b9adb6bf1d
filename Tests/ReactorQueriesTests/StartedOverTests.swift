import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

/// Opens the part with a state that is made in `react(to:)`, so that it is another one in each fold.
private struct Opened: Event {}
/// Opens it with this state, or closes it.
private struct Put: Event { var feed: Feed? }
/// Something else, which changes nothing.
private struct Liked: Event {}

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

/// A state that starts over with a value that is made once.
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
    /// A core of a state of which the part is absent, the part's own core, and its server.
    fileprivate func part() -> (app: Core<App>, feed: Core<Feed>, server: Server) {
        let server = Server()
        let app = core("phone", state: App(), dependencies: Dependencies { $0.server = server })
        return (app, app.scope(to: \.feed, default: Feed()), server)
    }
}

@Suite("Queries of a state that starts over, or is absent for a while")
struct StartedOverTests {
    @Test("What starts over above a prediction of something else is read once, and shown", arguments: 0..<4)
    func abovePending(way: Int) async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let (app, feed, server) = sim.part()
            if way == 3 { app.fire(event: Opened()) }
            let pending = way == 2 ? app.predict(Opened(), about: ["a part"]) : app.predict(Liked(), about: ["a like"])
            switch way {
            case 0: app.fire(event: Opened())
            case 1: app.fire(event: Put(feed: Feed()))
            case 2: break
            default: app.fire(event: SignedOut())
            }
            let watch = feed.watch(Feed.posts, 7)
            for number in 1...3 {
                await sim.settled()
                server.posts.letOne(with: "\(number)")
            }
            await sim.settled()
            try await sim.expect { await app.state.feed?.posts[7]?.title == "1" }
            try await sim.expect("\(server.posts.arrivals) requests") { server.posts.arrivals == 1 }
            try await sim.expect { await app.state.feed?.posts.entries[id: 7]?.isFetching == false }
            pending.commit()
            await sim.settled()
            try await sim.expect { await app.state.feed?.posts[7]?.title == "1" && server.posts.arrivals == 1 }
            feed.invalidate("post")
            await sim.settled()
            server.posts.letOne(with: "2")
            await sim.settled()
            try await sim.expect { await app.state.feed?.posts[7]?.title == "2" && server.posts.arrivals == 2 }
            watch.cancel()
        }
    }

    @Test("What is read of it while a change of it is pending too is not shown over that change")
    func crossed() async throws {
        try await Simulation.check(seeds: 0..<20) { sim in
            let (app, feed, server) = sim.part()
            let pending = app.predict(Liked(), about: ["a like"])
            app.fire(event: Opened())
            let watch = feed.watch(Feed.posts, 7)
            try await sim.pass(.seconds(1))
            server.posts.letOne(with: "one")
            try await sim.pass(.seconds(1))
            feed.invalidate("post")
            try await sim.pass(.seconds(1))
            server.posts.letOne(with: "old")
            let rename = feed.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
            try await sim.pass(.seconds(1))
            try await sim.expect { await app.state.feed?.posts[7]?.title == "mine" }
            rename.commit()
            try await sim.pass(.seconds(1))
            try await sim.expect { await app.state.feed?.posts[7]?.title == "mine" }
            server.posts.letOne(with: "new")
            try await sim.pass(.seconds(1))
            try await sim.expect { await app.state.feed?.posts[7]?.title == "new" && server.posts.arrivals == 3 }
            pending.rollback()
            server.posts.open(with: "end")
            watch.cancel()
        }
    }

    @Test("A page is shown too that is put behind a list that was read above a prediction of something else")
    func pages() async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let (app, feed, server) = sim.part()
            let pending = app.predict(Liked(), about: ["a like"])
            app.fire(event: Opened())
            let watch = feed.watch(Feed.pages, "all")
            for number in 1...3 {
                await sim.settled()
                server.pages.letOne(with: PageList([Post(id: number, title: "")], next: number))
                await sim.settled()
                feed.loadMore(Feed.pages, "all")
            }
            await sim.settled()
            try await sim.expect { await app.state.feed?.pages["all"]?.items.map(\.id) == [1, 2, 3] }
            try await sim.expect { server.cursors.copy == [nil, 1, 2, 3] }
            pending.commit()
            await sim.settled()
            try await sim.expect { await app.state.feed?.pages["all"]?.items.map(\.id) == [1, 2, 3] }
            server.pages.open(with: PageList([], next: nil))
            watch.cancel()
        }
    }

    @Test("A state that starts over with a value that was made once is read again", arguments: [false, true])
    func madeOnce(isReset: Bool) async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let server = Server()
            let core = sim.core("phone", state: Notebook.initial, dependencies: Dependencies { $0.server = server })
            let watch = core.watch(Notebook.notes, 7)
            for number in 1...3 {
                await sim.settled()
                server.posts.letOne(with: "\(number)")
                await sim.settled()
                try await sim.expect { await core.state.notes[7]?.title == "\(number)" }
                if isReset { core.fire(event: Reset<Notebook>()) } else { core.fire(event: SignedOut()) }
            }
            await sim.settled()
            try await sim.expect { server.posts.arrivals == 4 }
            server.posts.open(with: "end")
            watch.cancel()
        }
    }

    @Test("A part that is away for a while and comes back as it was is read", arguments: 0..<3)
    func back(way: Int) async throws {
        try await Simulation.check(seeds: 0..<40) { sim in
            let (app, feed, server) = sim.part()
            app.fire(event: Opened())
            let watch = feed.watch(Feed.posts, 7)
            await sim.settled()
            let before = await app.state.feed
            let closing = way == 2 ? nil : app.predict(Put(feed: nil))
            if way == 2 { app.fire(event: Put(feed: nil)) }
            if way == 1 { await sim.settled() }
            if way == 2 { app.fire(event: Put(feed: before)) } else { closing?.rollback() }
            await sim.settled()
            // The one that went with the part is answered to nobody.
            let requests = server.posts.arrivals
            try await sim.expect("\(requests) requests") { requests == 2 }
            server.posts.letOne(with: "two")
            await sim.settled()
            try await sim.expect { await app.state.feed?.posts[7]?.title == "two" }
            try await sim.expect { await app.state.feed?.posts.entries[id: 7]?.isFetching == false }
            watch.cancel()
        }
    }

    @Test("What is watched and was put back without it is read, though nothing else has changed")
    func putBack() async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let (app, feed, server) = sim.part()
            app.fire(event: Opened())
            let first = feed.watch(Feed.posts, 7)
            await sim.settled()
            server.posts.letOne(with: "seven")
            await sim.settled()
            let before = await app.state.feed
            let second = feed.watch(Feed.posts, 8)
            await sim.settled()
            server.posts.letOne(with: "eight")
            await sim.settled()
            app.fire(event: Put(feed: nil))
            await sim.settled()
            app.fire(event: Put(feed: before))
            await sim.settled()
            server.posts.letOne(with: "again")
            await sim.settled()
            try await sim.expect { await app.state.feed?.posts[8]?.title == "again" && server.posts.arrivals == 3 }
            first.cancel()
            second.cancel()
        }
    }

    @Test("What is begun in an instant in which the part is absent, of which nobody is told, is read behind it")
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

    @Test("What was seeded and is watched is read when it is gone: the state starts over, or the change is taken back")
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

    @Test("A read that waited for a change while the state started over shows as being read when it is asked")
    func startedOverBeforeAsking() async throws {
        try await Simulation.check(seeds: 0..<10) { sim in
            let server = Server()
            let core = sim.core("phone", state: Feed(), dependencies: Dependencies { $0.server = server })
            let watch = core.watch(Feed.posts, 7)
            await sim.settled()
            server.posts.letOne(with: "one")
            await sim.settled()
            let pending = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
            sim.start("refresh") { await core.refresh(Feed.posts, 7) }
            try await sim.pass(.seconds(1))
            core.fire(event: SignedOut())
            try await sim.pass(.seconds(1))
            pending.commit()
            try await sim.pass(.seconds(1))
            try await sim.expect { server.posts.arrivals == 2 }
            try await sim.expect { await core.state.posts.entries[id: 7]?.isFetching == true }
            server.posts.open(with: "two")
            await sim.settled()
            try await sim.expect { await core.state.posts[7]?.title == "two" }
            watch.cancel()
        }
    }

    @Test("A look that a Reset cancels decides nothing any more: what is watched is read, and a fetch does not throw")
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

    @Test("What is watched is found by the tags that it has in a state that started over")
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
