import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries and the connection")
struct ConnectionTests {
    let bench = Bench()
    var core: Core<Feed> { bench.core }
    var server: Server { bench.server }

    @Test("Of two overlapping changes of the conditions, the last one applies")
    func overtaken() async {
        core.setForeground(false)
        let isArmed = Locked(false)
        // This follower is notified before the query, and changes another condition.
        core.surroundings?.add { [core] _ in
            let isNow = isArmed.withLock { isArmed in
                defer { isArmed = false }
                return isArmed
            }
            if isNow { core.setOnline(false) }
        }
        server.posts.open(with: "one")
        let watch = core.watch(Feed.posts, 7)
        await core.idle()
        isArmed.withLock { $0 = true }
        core.setForeground(true)
        core.invalidate("post")
        await core.idle()
        #expect(bench.requests == 1)
        withExtendedLifetime(watch) {}
    }

    @Test("A read that was requested offline and canceled is not done when the device is online")
    func givenUp() async {
        core.setOnline(false)
        server.posts.open(with: "one")
        for id in 0..<10 {
            let fetch = Task { try await core.fetch(Feed.posts, id) }
            if id < 5 { await core.idle() }
            fetch.cancel()
            await #expect(throws: CancellationError.self) { try await fetch.value }
        }
        core.prefetch(Feed.posts, 10)
        await core.idle()
        core.setOnline(true)
        await core.idle()
        #expect(bench.requests == 0)
        let refresh = Task { await core.refresh(Feed.posts, 7) }
        await refresh.value
        #expect(bench.requests == 1)
    }
}
