import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries in a child state")
struct ScopedQueriesTests {
    struct Shelf: State, Identifiable {
        let id: String
        var posts: QueryCache<Int, Post>

        init(_ id: String) {
            self.id = id
            posts = QueryCache("posts \(id)")
        }

        mutating func react(to event: any Event) { _ = posts.react(to: event) }

        static func posts(_ id: String) -> ServerQuery<Shelf, Int, Post> {
            ServerQuery("posts \(id)", \Shelf.posts) { key, _ in Post(id: key, title: "\(id) \(key)") }
        }
    }

    struct Shelves: State {
        var shelves: KeyedRows<String, Shelf> = [Shelf("a"), Shelf("b")]

        mutating func react(to event: any Event) {
            for id in Array(shelves.ids) { shelves[id: id]?.react(to: event) }
        }
    }

    @Test("Rows of a state have queries with their own names")
    func rows() async throws {
        let core = Core(state: Shelves())
        for id in ["a", "b"] {
            let shelf = core.scope(to: \.shelves, id: id, default: Shelf(id))
            #expect(try await shelf.fetch(Shelf.posts(id), 7).title == "\(id) 7")
        }
        #expect(await core.read { $0.shelves.map { $0.posts.entries.count } } == [1, 1])
    }

    @Test("Cores that share a query are independent: each has its reads, invalidations and connection")
    func stores() async throws {
        let benches = [Bench(), Bench()]
        let watches = benches.map { $0.core.watch(Feed.posts, 7) }
        await benches[1].server.posts.arrived()
        benches[1].core.setOnline(false)
        for (index, bench) in benches.enumerated() {
            await bench.answered(1, "\(index)")
            bench.core.invalidate("post")
        }
        await benches[0].answer(2, "again")
        for bench in benches { await bench.core.idle() }
        #expect(await benches[0].title(7) == "again")
        #expect(await benches[1].title(7) == "1")
        #expect(benches.map(\.requests) == [2, 1])
        withExtendedLifetime(watches) {}
    }
}
