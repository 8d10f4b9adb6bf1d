import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries and the app's own changes")
struct CrossedQueriesTests {
    let bench = Bench()
    var core: Core<Feed> { bench.core }

    @Test("An answer that a change of the same tag crossed is not shown, and is asked for again behind it")
    func crossed() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.answer(1, "one")
        await core.idle()
        core.invalidate("post")
        await bench.server.posts.arrived(2)
        let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
        await bench.answer(2, "one")
        await core.settled()
        #expect(await bench.title(7) == "mine")
        #expect(await bench.entry(7).isFetching)
        prediction.commit()
        await bench.server.posts.arrived(3)
        #expect(await bench.title(7) == "mine")
        await bench.answer(3, "mine")
        await core.idle()
        #expect(await bench.title(7) == "mine")
        #expect(bench.requests == 3)
        withExtendedLifetime(watch) {}
    }

    @Test("A change that ended while it was read crosses it too, a save without a prediction as well")
    func crossedBySave() async throws {
        let watch = core.watch(Feed.posts, 7)
        await bench.answer(1, "one")
        await core.idle()
        core.invalidate("post")
        await bench.server.posts.arrived(2)
        await core.changing(about: [QueryTag("post")]) {}
        await bench.answer(2, "old")
        await bench.server.posts.arrived(3)
        #expect(await bench.title(7) == "one")
        await bench.answer(3, "new")
        await core.idle()
        #expect(await bench.title(7) == "new")
        withExtendedLifetime(watch) {}
    }

    @Test("A change of another tag, or of none, crosses nothing; what it predicts stays on top")
    func uncrossed() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.answer(1, "one")
        await core.idle()
        let predictions = [
            core.predict(Renamed(id: 7, title: "mine")),
            core.predict(Renamed(id: 8, title: "other"), about: [QueryTag("post", 8)]),
        ]
        core.invalidate("post")
        await bench.answer(2, "two")
        await core.idle()
        #expect(await bench.title(7) == "mine")
        for prediction in predictions { prediction.rollback() }
        #expect(await bench.title(7) == "two")
        #expect(bench.requests == 2)
        withExtendedLifetime(watch) {}
    }

    @Test("The first answer is shown at once, below what is predicted, and asked for again behind the change")
    func first() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
        await bench.answer(1, "one")
        await core.reaches { $0.posts[7]?.title == "mine" }
        prediction.rollback()
        await bench.server.posts.arrived(2)
        #expect(await bench.title(7) == "one")
        #expect(await bench.entry(7).isFetching)
        await bench.answer(2, "two")
        await core.idle()
        #expect(await bench.title(7) == "two")
        withExtendedLifetime(watch) {}
    }

    @Test("What a list holds is known from its answer, and a change of a row in it crosses that")
    func learns() async {
        let watch = core.watch(Feed.lists, "all")
        await bench.server.lists.arrived()
        bench.server.lists.letOne(with: [1])
        await core.idle()
        core.invalidate("list")
        await bench.server.lists.arrived(2)
        let prediction = core.predict(Renamed(id: 2, title: "mine"), about: [QueryTag("post", 2)])
        bench.server.lists.letOne(with: [1, 2])
        await core.settled()
        prediction.commit()
        await bench.server.lists.arrived(3)
        #expect(await core.read { $0.lists["all"] } == [1])
        bench.server.lists.letOne(with: [1, 2, 3])
        await core.idle()
        #expect(await core.read { $0.lists["all"] } == [1, 2, 3])
        withExtendedLifetime(watch) {}
    }

    @Test("A change that invalidates crosses reads by the same tags, and has them read behind it, however it ends")
    func invalidating() async throws {
        let watch = core.watch(Feed.posts, 7)
        await bench.answer(1, "one")
        await core.idle()
        for (number, fails) in [false, true].enumerated() {
            core.invalidate("post")
            await bench.server.posts.arrived(2 * number + 2)
            let before = await bench.title(7)
            let gate = Gate<Void>()
            let change = Task {
                try await core.optimistically(
                    Renamed(id: 7, title: "mine"), invalidating: [QueryTag("post", 7)]
                ) { _ in
                    await gate.wait()
                    if fails { throw Offline() }
                    return .rollback()
                }
            }
            await gate.arrived()
            bench.server.posts.letOne(with: "old")
            gate.open()
            #expect(await (try? change.value) == nil ? fails : !fails)
            await bench.server.posts.arrived(2 * number + 3)
            #expect(await bench.title(7) == before)
            await bench.answer(2 * number + 3, "saved \(number)")
            await core.idle()
            #expect(await bench.title(7) == "saved \(number)")
            #expect(bench.requests == 2 * number + 3)
        }
        withExtendedLifetime(watch) {}
    }

    @Test("Behind the limit an answer is shown below what is pending")
    func limit() async {
        let query = ServerQuery<Feed, Int, Post>(
            "drafts", \Feed.drafts, limit: .seconds(5), tags: { id, _ in [QueryTag("post", id)] }
        ) { id, core in
            Post(id: id, title: try await core.dependencies.server.posts.pass())
        }
        let watch = core.watch(query, 7)
        await bench.answer(1, "one")
        await core.idle()
        let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
        core.invalidate("post")
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(5))
        await bench.answer(2, "two")
        await core.idle()
        #expect(await core.read { $0.drafts[7]?.title } == "two")
        #expect(bench.reports.copy.count == 1)
        prediction.rollback()
        withExtendedLifetime(watch) {}
    }
}
