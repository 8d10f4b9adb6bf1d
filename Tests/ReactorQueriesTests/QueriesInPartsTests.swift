import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries in a part of a state")
struct QueriesInPartsTests {
    struct Opened: Event { var feed: Feed? }

    struct App: State {
        var feed: Feed?

        mutating func react(to event: any Event) {
            if let event = event as? Opened { feed = event.feed } else { feed?.react(to: event) }
        }
    }

    @Test("What is watched in a part that is absent is read when it is there, and no more when it is gone")
    func absent() async {
        let server = Server()
        let reports = Locked<[String]>([])
        let app = Core(
            state: App(), dependencies: Dependencies { $0.server = server },
            runtime: Runtime(
                clock: RuntimeClock(ManualClock()),
                report: { report in if report.refusal == nil { reports.withLock { $0.append("\(report)") } } }))
        let feed = app.scope(to: \.feed, default: Feed())
        let watch = feed.watch(Feed.posts, 7)
        await #expect(throws: CancellationError.self) { try await feed.fetch(Feed.posts, 8) }
        await app.idle()
        #expect(server.posts.arrivals == 0)
        app.fire(event: Opened(feed: Feed()))
        await server.posts.arrived()
        server.posts.letOne(with: "one")
        await app.idle()
        #expect(await app.read { $0.feed?.posts[7]?.title } == "one")
        feed.invalidate("post")
        await server.posts.arrived(2)
        app.fire(event: Opened(feed: nil))
        await app.idle()
        app.fire(event: Opened(feed: Feed()))
        await server.posts.arrived(3)
        server.posts.letOne(with: "two")
        await app.idle()
        #expect(await app.read { $0.feed?.posts[7]?.title } == "two")
        #expect(server.posts.arrivals == 3)
        #expect(reports.copy == [])
        withExtendedLifetime(watch) {}
    }

    @Test("On a core of the main actor a watch is told there, and a mirror shows what is read")
    @MainActor func mirrored() async {
        let server = Server()
        let core = Core(state: Feed(), dependencies: Dependencies { $0.server = server }, runtime: .main)
        let app = ObservableCore(core)
        var told: [String] = []
        let watch = core.watch(Feed.posts, 7) { entry in told.append(entry.value?.title ?? "-") }
        await server.posts.arrived()
        server.posts.letOne(with: "one")
        await core.idle()
        #expect(app.posts[7]?.title == "one")
        #expect(told.last == "one")
        withExtendedLifetime(watch) {}
    }
}
