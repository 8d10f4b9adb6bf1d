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
