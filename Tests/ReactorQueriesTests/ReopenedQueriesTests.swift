import Foundation
import Reactor
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries of a stored state")
struct ReopenedQueriesTests {
    /// Returns a decoded state in which 7 was read and 8 is being read.
    private func kept() async throws -> Feed {
        let bench = Bench()
        let watches = [bench.core.watch(Feed.posts, 7), bench.core.watch(Feed.posts, 8)]
        await bench.server.posts.arrived(2)
        bench.server.posts.resumeOne(with: "one")
        await bench.core.reaches { $0.posts.entries.contains { $0.value != nil } }
        let state = await bench.core.state
        await bench.core.close()
        withExtendedLifetime(watches) {}
        return try JSONDecoder().decode(Feed.self, from: JSONEncoder().encode(state))
    }

    @Test(
        "A read of the previous process ends, watched values are read if necessary, and others are evicted in time"
    )
    func reopened() async throws {
        let bench = Bench(try await kept())
        let read = await bench.core.read { $0.posts.entries.first { $0.value != nil }?.id ?? 0 }
        let fetching = await bench.core.read { $0.posts.entries.first(where: \.isFetching)?.id ?? 0 }
        let watch = bench.core.watch(Feed.posts, 9)
        await bench.server.posts.arrived()
        await bench.core.settled()
        #expect(await !bench.entry(fetching).isFetching)
        await bench.answered(1, "nine")
        let second = bench.core.watch(Feed.posts, read)
        await bench.core.idle()
        #expect(bench.requests == 1)
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(300))
        await bench.core.reaches { $0.posts.entries.count == 2 }
        #expect(await bench.title(read) == "one")
        withExtendedLifetime((watch, second)) {}
    }

    @Test("A watched read of the previous process is repeated with a later number, even if the clock was set back")
    func readAgain() async throws {
        let state = try await kept()
        let id = state.posts.entries.first(where: \.isFetching)?.id ?? 0
        let before = state.posts.entries[id: id]?.began ?? 0
        let bench = Bench(state)
        let watch = bench.core.watch(Feed.posts, id)
        await bench.answered(1, "anew")
        #expect(await bench.entry(id).shown > before)
        #expect(await bench.title(id) == "anew")
        #expect(await !bench.entry(id).isFetching)
        withExtendedLifetime(watch) {}
    }
}
