import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries and local changes")
struct OverlappingQueriesTests {
    let bench = Bench()
    var core: Core<Feed> { bench.core }

    @Test("The tags of a list are known from its response, and a change of one of its rows overlaps with the read")
    func learns() async {
        let watch = core.watch(Feed.lists, "all")
        await bench.server.lists.arrived()
        bench.server.lists.resumeOne(with: [1])
        await core.idle()
        core.invalidate("list")
        await bench.server.lists.arrived(2)
        let prediction = core.predict(Renamed(id: 2, title: "mine"), about: [QueryTag("post", 2)])
        bench.server.lists.resumeOne(with: [1, 2])
        await core.settled()
        prediction.commit()
        await bench.server.lists.arrived(3)
        #expect(await core.read { $0.lists["all"] } == [1])
        bench.server.lists.resumeOne(with: [1, 2, 3])
        await core.idle()
        #expect(await core.read { $0.lists["all"] } == [1, 2, 3])
        withExtendedLifetime(watch) {}
    }

    @Test("A read begins after the predictions that earlier commands made before their first await", arguments: 1...3)
    func afterCommands(count: Int) async {
        for _ in 0..<Loops.rounds(of: 2_000) {
            let (bench, gate) = (Bench(), TestGate<Void>())
            let core = bench.core
            for _ in 0..<count {
                core.perform { core in
                    let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
                    try await gate.wait()
                    prediction.commit()
                }
            }
            let watch = core.watch(Feed.posts, 7)
            // The server may have done the changes before the read.
            await bench.answer(1, "early")
            await gate.arrived(count)
            // A command that is fired later starts later.
            _ = await core.perform { _ in }.outcome
            #expect(await bench.title(7) == nil)
            gate.open()
            await bench.answered(2, "whole")
            #expect(await bench.title(7) == "whole")
            watch.cancel()
        }
    }

    @Test("A first response that a change overlaps is stale: another process that continues from it reads again")
    func provisional() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
        bench.server.posts.resumeOne(with: "first")
        await core.reaches { $0.posts[7] != nil }
        #expect(await bench.entry(7).isFetching)
        let next = Bench(await core.state)
        let again = next.core.watch(Feed.posts, 7)
        await next.answered(1, "second")
        #expect(await next.title(7) == "second")
        prediction.commit()
        await bench.answered(2, "third")
        #expect(await bench.title(7) == "third")
        await core.idle()
        #expect(bench.requests == 2 && next.requests == 1)
        withExtendedLifetime((watch, again)) {}
    }

    @Test(
        "A change that invalidates tags overlaps with their reads, and is followed by reads, whether it succeeds or fails"
    )
    func invalidating() async throws {
        let watch = core.watch(Feed.posts, 7)
        await bench.answered(1, "one")
        for (number, fails) in [false, true].enumerated() {
            core.invalidate("post")
            await bench.server.posts.arrived(2 * number + 2)
            let before = await bench.title(7)
            let gate = TestGate<Void>()
            let change = Task {
                try await core.optimistically(
                    Renamed(id: 7, title: "mine"), invalidating: [QueryTag("post", 7)]
                ) { _ in
                    try? await gate.wait()
                    if fails { throw Offline() }
                    return .rollback()
                }
            }
            await gate.arrived()
            bench.server.posts.resumeOne(with: "old")
            gate.open()
            #expect(await (try? change.value) == nil ? fails : !fails)
            await bench.server.posts.arrived(2 * number + 3)
            #expect(await bench.title(7) == before)
            await bench.answered(2 * number + 3, "saved \(number)")
            #expect(await bench.title(7) == "saved \(number)")
            #expect(bench.requests == 2 * number + 3)
        }
        withExtendedLifetime(watch) {}
    }
}
