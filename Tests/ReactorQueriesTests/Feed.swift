import Reactor
import ReactorQueries
import ReactorTestSupport
import ReactorTesting

/// A post on the server.
struct Post: Identifiable, Codable, Equatable {
    var id: Int
    var title: String
}

struct Renamed: Event, Codable, Equatable {
    var id: Int
    var title: String
}

/// A draft of its writer.
struct Drafted: Event { var title: String }

/// A draft on the server, whose title is its version.
struct DraftSaved: Event { var title: String }

/// Clears the state without a Reset, so that no read is canceled.
struct SignedOut: Event {}

struct Feed: State, Codable, Equatable {
    var posts = QueryCache<Int, Post>("posts")
    /// Lists of posts by name, whose tags depend on their content.
    var lists = QueryCache<String, [Int]>("lists")
    var drafts = QueryCache<Int, Post>("drafts")
    var pages = QueryCache<String, PageList<Post, Int>>("pages")
    /// The numbers of posts in the events that continued a list.
    var brought: [Int] = []

    mutating func react(to event: any Event) {
        if posts.react(to: event) || lists.react(to: event) || drafts.react(to: event) { return }
        if let event = event as? QueryChange<String, PageList<Post, Int>>,
            case .arrived(_, _, let part, _, _, _, _, .some, _) = event.kind
        {
            brought.append(part.items.count)
        }
        if pages.react(to: event) { return }
        switch event {
        case let event as Renamed:
            posts.update(event.id) { $0.title = event.title }
            pages.updateAll { _, list in list.items[id: event.id]?.title = event.title }
        case let event as Drafted: drafts.update(7) { $0.title = event.title }
        case let event as DraftSaved:
            drafts.seed(7, Post(id: 7, title: event.title), version: Int(event.title))
        case is Reset<Feed>, is SignedOut: self = Feed()
        default: break
        }
    }
}

/// The reads of each kind, which wait until the test responds.
final class Server: Sendable {
    let posts = TestGate<String>(heedsCancellation: true)
    let lists = TestGate<[Int]>(heedsCancellation: true)
    let asked = Locked<[Int]>([])
    let pages = TestGate<PageList<Post, Int>>(heedsCancellation: true)
    let cursors = Locked<[Int?]>([])
}

enum ServerKey: DependencyKey { static let liveValue = Server() }

extension Dependencies {
    var server: Server {
        get { self[ServerKey.self] }
        set { self[ServerKey.self] = newValue }
    }
}

extension Feed {
    static let posts = ServerQuery(
        "posts", \Feed.posts, staleAfter: .seconds(30), keepUnused: .seconds(300),
        tags: { id, _ in [QueryTag("post", id)] }
    ) { id, core in
        core.dependencies.server.asked.withLock { $0.append(id) }
        return Post(id: id, title: try await core.dependencies.server.posts.wait())
    }

    static let lists = ServerQuery(
        "lists", \Feed.lists, tags: { _, ids in [QueryTag("list")] + ids.map { QueryTag("post", $0) } }
    ) { _, core in
        try await core.dependencies.server.lists.wait()
    }

    static let pages = ServerQuery(
        pages: "pages", \Feed.pages, staleAfter: .seconds(30), keepUnused: .seconds(300),
        tags: { key, list in [QueryTag("list", key)] + list.items.map { QueryTag("post", $0.id) } }
    ) { _, cursor, core in
        core.dependencies.server.cursors.withLock { $0.append(cursor) }
        return try await core.dependencies.server.pages.wait()
    }
}

struct Offline: Error, CustomStringConvertible { var description: String { "offline" } }

/// A core with a manual clock and a server whose responses the test sends.
struct Bench {
    let server = Server()
    let clock = ManualClock()
    let reports = Locked<[String]>([])
    let core: Core<Feed>

    init(_ feed: Feed = Feed()) {
        let (server, reports, clock) = (server, reports, clock)
        core = Core(
            state: feed, dependencies: Dependencies { $0.server = server },
            runtime: Runtime(
                clock: RuntimeClock(clock),
                now: { Timestamp(millisecondsSince1970: 1_000_000).advanced(by: clock.now.offset) }, random: { 0 },
                report: { report in reports.withLock { $0.append("\(report)") } }))
    }

    /// Responds to the next request, the `count`th in total.
    func answer(_ count: Int, _ title: String) async {
        await server.posts.arrived(count)
        server.posts.resumeOne(with: title)
    }

    /// Responds to the next request, the `count`th in total, and waits for the effects.
    func answered(_ count: Int, _ title: String) async {
        await answer(count, title)
        await core.idle()
    }

    func entry(_ id: Int) async -> QueryCache<Int, Post>.Entry {
        await core.read { $0.posts.entries[id: id] ?? .init(id: id) }
    }

    func title(_ id: Int) async -> String? { await core.read { $0.posts[id]?.title } }

    var requests: Int { server.posts.arrivals }
}

extension Core {
    /// Waits until the state fulfills the condition.
    func reaches(_ isReached: @Sendable (StateType) -> Bool) async {
        for await state in updates(of: \.self) where isReached(state) { return }
    }
}
