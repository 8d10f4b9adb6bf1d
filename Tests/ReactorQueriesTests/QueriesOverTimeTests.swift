import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@testable import ReactorQueries

@Suite("Queries over time")
struct QueriesOverTimeTests {
    let bench = Bench()
    var core: Core<Feed> { bench.core }

    // MARK: Watches

    @Test("A missing watched value is read once for all watches, which receive each entry, starting with an empty one")
    func missing() async {
        let told = Locked<[String]>([])
        let watch = core.watch(Feed.posts, 7) { entry in
            told.withLock { $0.append("\(entry.id) \(entry.value?.title ?? "-") \(entry.isFetching)") }
        }
        let second = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        await core.settled()
        #expect(await bench.entry(7).isFirstLoad)
        await bench.answered(1, "seven")
        let entry = await bench.entry(7)
        #expect(entry.value == Post(id: 7, title: "seven"))
        #expect(entry.updatedAt == Timestamp(millisecondsSince1970: 1_000_000))
        #expect(!entry.isFetching && entry.failure == nil)
        #expect(bench.requests == 1)
        #expect(told.copy.suffix(2) == ["7 - true", "7 seven false"])
        watch.cancel()
        core.fire(event: Renamed(id: 7, title: "new"))
        await core.idle()
        #expect(told.copy.last == "7 seven false")
        withExtendedLifetime(second) {}
    }

    @Test("A failed read is not sent again when its last watch has ended, and the next watch reads", arguments: [1, 2])
    func unwatched(failures: Int) async {
        let query = ServerQuery("drafts", \Feed.drafts, retry: .exponential(attempts: 4)) { id, core in
            Post(id: id, title: try await core.dependencies.server.posts.wait())
        }
        let watch = core.watch(query, 7)
        for count in 1...failures {
            await bench.server.posts.arrived(count)
            if count == failures { watch.cancel() }
            bench.server.posts.resumeOne(throwing: Offline())
        }
        await core.idle()
        #expect(bench.requests == failures)
        let next = core.watch(query, 7)
        await bench.answered(failures + 1, "seven")
        #expect(await core.read { $0.drafts[7]?.title } == "seven")
        withExtendedLifetime(next) {}
    }

    @Test("fetch of a fresh value launches no command, and postpones the eviction")
    func freshValue() async throws {
        let launches = Locked(0)
        var runtime = core.runtime
        runtime.observers = [Launches(count: launches)]
        let server = bench.server
        let core = Core(state: Feed(), dependencies: Dependencies { $0.server = server }, runtime: runtime)
        server.posts.open(with: "seven")
        _ = try await core.fetch(Feed.posts, 7)
        await core.idle()
        let before = launches.copy
        bench.clock.advance(by: .seconds(20))
        for _ in 0..<5 { #expect(try await core.fetch(Feed.posts, 7).title == "seven") }
        #expect(launches.copy == before)
        #expect(server.posts.arrivals == 1)
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(290))
        await core.settled()
        #expect(await core.read { $0.posts.entries.count } == 1)
        bench.clock.advance(by: .seconds(20))
        await core.reaches { $0.posts.entries.isEmpty }
    }

    @Test("A state that an event clears while a read is in flight is not reported as one that ignores the query")
    func cleared() async {
        bench.server.posts.open(with: "any")
        for id in 0..<Loops.rounds(of: 4_000) {
            async let value = core.fetch(Feed.posts, id)
            core.fire(event: SignedOut())
            _ = try? await value
        }
        await core.idle()
        #expect(bench.reports.copy == [])
    }

    // MARK: Evictions

    @Test("A read continues when the last watch ends")
    func goesOn() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        watch.cancel()
        await bench.answered(1, "seven")
        #expect(await bench.title(7) == "seven")
    }

    @Test("A prefetch reads for later watches, and the value is evicted without one")
    func prefetch() async {
        core.prefetch(Feed.posts, 7)
        await bench.answered(1, "seven")
        core.prefetch(Feed.posts, 7)
        let watch = core.watch(Feed.posts, 7)
        await core.idle()
        #expect(bench.requests == 1)
        watch.cancel()
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(300))
        await core.reaches { $0.posts.entries.isEmpty }
    }

    @Test("watching() watches until its task is canceled")
    func watching() async {
        let task = Task { await core.watching(Feed.posts, 7) }
        await bench.answered(1, "seven")
        core.invalidate("post")
        await bench.answered(2, "eight")
        task.cancel()
        await task.value
        core.invalidate("post")
        await core.idle()
        #expect(bench.requests == 2)
        #expect(await core.read { $0.posts.isInvalidated(7) })
    }

    // MARK: Invalidations

    @Test("A read that is invalidated in flight continues, is shown, and is followed by another")
    func invalidatedDuringFlight() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.answered(1, "one")
        core.invalidate("post")
        await bench.server.posts.arrived(2)
        core.invalidate("post")
        core.invalidate("post")
        await core.settled()
        #expect(bench.requests == 2)
        await bench.answer(2, "two")
        await bench.server.posts.arrived(3)
        #expect(await bench.title(7) == "two")
        await bench.answered(3, "three")
        #expect(bench.requests == 3)
        #expect(await bench.title(7) == "three")
        withExtendedLifetime(watch) {}
    }

    @Test("A read that is invalidated in flight without a watch is repeated when the value is watched")
    func invalidatedDuringUnwatchedFlight() async {
        core.prefetch(Feed.posts, 7)
        await bench.server.posts.arrived()
        core.invalidate("post")
        await core.settled()
        await bench.answered(1, "one")
        #expect(bench.requests == 1)
        #expect(await core.read { $0.posts.isInvalidated(7) })
        let watch = core.watch(Feed.posts, 7)
        await bench.answered(2, "two")
        #expect(await bench.title(7) == "two")
        #expect(await core.read { !$0.posts.isInvalidated(7) })
        withExtendedLifetime(watch) {}
    }

    @Test("A first read that is invalidated in flight is repeated, because its tags are unknown")
    func invalidatedDuringFirstLoad() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        core.invalidate(QueryTag("post", 7))
        await core.settled()
        await bench.answer(1, "one")
        await bench.answered(2, "two")
        #expect(bench.requests == 2)
        #expect(await bench.title(7) == "two")
        withExtendedLifetime(watch) {}
    }

    @Test("An invalidation during a pending change leads to one read after the change")
    func invalidatedWhilePredicted() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.answered(1, "one")
        let prediction = core.predict(Renamed(id: 7, title: "mine"), about: [QueryTag("post", 7)])
        core.invalidate("post")
        await core.settled()
        #expect(bench.requests == 1)
        prediction.commit(with: [Renamed(id: 7, title: "mine")], then: [])
        core.invalidate("post")
        await bench.answered(2, "mine!")
        #expect(bench.requests == 2)
        #expect(await bench.title(7) == "mine!")
        withExtendedLifetime(watch) {}
    }

    @Test("A canceled command can invalidate")
    func fromCancelled() async {
        let gate = TestGate<Void>()
        let handle = core.perform { core in
            try? await gate.wait()
            core.invalidate("post")
        }
        await gate.arrived()
        handle.cancel()
        gate.open()
        await core.idle()
        #expect(await core.read { $0.posts.invalidations.count } == 1)
    }

    // MARK: Calls

    @Test("refresh reads again and returns when that is complete, and shares a read in flight")
    func refresh() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        let first = Task { await core.refresh(Feed.posts, 7) }
        await core.settled()
        await bench.answer(1, "one")
        await first.value
        // The scheduler decides whether the invalidation is during the read or after it. Both end with the server's
        // value.
        let asked = bench.requests
        let second = Task { await core.refresh(Feed.posts, 7) }
        await bench.answer(asked + 1, "two")
        await second.value
        #expect(await bench.title(7) == "two")
        #expect(bench.requests == asked + 1)
        withExtendedLifetime(watch) {}
    }

    @Test("fetch returns fresh values, waits for others, and throws the error of the read")
    func fetch() async throws {
        let first = Task { try await core.fetch(Feed.posts, 7) }
        await bench.answer(1, "one")
        #expect(try await first.value.title == "one")
        core.fire(event: Renamed(id: 7, title: "mine"))
        #expect(try await core.fetch(Feed.posts, 7).title == "mine")
        core.invalidate("post")
        let second = Task { try await core.fetch(Feed.posts, 7) }
        await bench.server.posts.arrived(2)
        bench.server.posts.resumeOne(throwing: Offline())
        await #expect(throws: Offline.self) { try await second.value }
        #expect(bench.requests == 2)
        #expect(await bench.entry(7).failure == "offline")
        #expect(await bench.title(7) == "mine")
    }

    @Test("fetch ends with its task, and with the core")
    func fetchEnds() async {
        let first = Task { try await core.fetch(Feed.posts, 7) }
        await bench.server.posts.arrived()
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await core.fetch(Feed.posts, 8) }
        await bench.server.posts.arrived(2)
        await core.close()
        await #expect(throws: CancellationError.self) { try await second.value }
        await #expect(throws: CancellationError.self) { try await core.fetch(Feed.posts, 9) }
        #expect(bench.requests == 2)
        #expect(bench.reports.copy == [])
    }

    // MARK: Failures

    @Test("A failure is shown with the stored value, and only a watch, a refresh or an invalidation retries")
    func failed() async {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        bench.server.posts.resumeOne(throwing: Offline())
        await core.idle()
        #expect(await bench.entry(7).failure == "offline")
        #expect(await !bench.entry(7).isFetching)
        #expect(bench.requests == 1)
        let second = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived(2)
        bench.server.posts.resumeOne(throwing: Offline())
        await core.idle()
        core.invalidate("post")
        await bench.server.posts.arrived(3)
        bench.server.posts.resumeOne(throwing: Offline())
        await core.idle()
        let refresh = Task { await core.refresh(Feed.posts, 7) }
        await bench.answer(4, "four")
        await refresh.value
        #expect(await bench.entry(7).failure == nil)
        #expect(await bench.title(7) == "four")
        #expect(bench.requests == 4)
        withExtendedLifetime((watch, second)) {}
    }

    @Test("A failed attempt is retried by the query's policy")
    func retries() async {
        let query = ServerQuery<Feed, Int, Post>("drafts", \Feed.drafts, retry: .exponential(attempts: 2)) { id, core in
            Post(id: id, title: try await core.dependencies.server.posts.wait())
        }
        let watch = core.watch(query, 7)
        await bench.server.posts.arrived()
        bench.server.posts.resumeOne(throwing: Offline())
        await bench.answered(2, "two")
        #expect(await core.read { $0.drafts.entries[id: 7]?.failure } == nil)
        #expect(await core.read { $0.drafts[7]?.title } == "two")
        withExtendedLifetime(watch) {}
    }

    // MARK: Time

    @Test("Of several polling watches the shortest interval applies, and none polls after its end")
    func polls() async {
        let slow = core.watch(Feed.posts, 7, every: .seconds(20))
        await bench.answered(1, "1")
        let fast = core.watch(Feed.posts, 7, every: .seconds(5))
        for count in 2...4 {
            await bench.clock.sleepers(1)
            bench.clock.advance(by: .seconds(5))
            await bench.answer(count, "\(count)")
            await core.reaches { $0.posts[7]?.title == "\(count)" }
            await core.idle()
        }
        fast.cancel()
        slow.cancel()
        await core.idle()
        bench.clock.advance(by: .seconds(20))
        let watch = core.watch(Feed.posts, 8)
        await bench.answered(5, "other")
        #expect(bench.requests == 5)
        withExtendedLifetime(watch) {}
    }

    // MARK: The connection

    @Test(
        "Offline no request is sent and none fails, reads in flight continue, and waiting reads are done later"
    )
    func offline() async throws {
        let watch = core.watch(Feed.posts, 7)
        await bench.server.posts.arrived()
        core.setOnline(false)
        await bench.answered(1, "one")
        #expect(await bench.title(7) == "one")
        let fetch = Task { try await core.fetch(Feed.posts, 8) }
        let lists = core.watch(Feed.lists, "all")
        core.invalidate("post")
        await core.idle()
        #expect(await bench.entry(7).failure == nil)
        #expect(bench.requests == 1 && bench.server.lists.arrivals == 0)
        core.setOnline(true)
        await bench.server.posts.arrived(3)
        await bench.server.lists.arrived()
        bench.server.posts.resumeOne(with: "two")
        bench.server.posts.resumeOne(with: "two")
        bench.server.lists.resumeOne(with: [])
        #expect(try await fetch.value.title == "two")
        await core.idle()
        #expect(await bench.title(7) == "two")
        withExtendedLifetime((watch, lists)) {}
    }

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
        bench.server.posts.open(with: "one")
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
        bench.server.posts.open(with: "one")
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

    // MARK: Reset

    @Test("A Reset cancels the read, refuses its response, and refetches watched values once")
    func reset() async {
        let watches = [core.watch(Feed.posts, 7), core.watch(Feed.posts, 8)]
        await bench.answer(2, "7")
        await bench.answered(2, "8")
        core.invalidate(QueryTag("post", 7))
        await bench.server.posts.arrived(3)
        core.fire(event: Reset<Feed>())
        await bench.server.posts.arrived(5)
        #expect(await core.read { $0.posts.entries.allSatisfy { $0.value == nil } })
        await bench.answer(5, "new")
        await bench.answered(5, "new")
        #expect(await bench.title(7) == "new")
        #expect(await bench.title(8) == "new")
        #expect(bench.requests == 5)
        withExtendedLifetime(watches) {}
    }

    @Test("A read that is canceled without a watch is no longer shown as in flight")
    func cancelledUnwatched() async {
        core.watch(Feed.posts, 7).cancel()
        await bench.server.posts.arrived()
        core.cancelAll()
        await core.reaches { $0.posts.entries[id: 7]?.isFetching == false }
        await core.idle()
        #expect(bench.requests == 1)
    }

    // MARK: The end of a core

    @Test("After the core is closed, no task waits for a due time")
    func closed() async {
        let watch = core.watch(Feed.posts, 7, every: .seconds(60))
        await bench.clock.sleepers(1)
        await core.close()
        #expect(bench.clock.sleeping == 0)
        watch.cancel()
    }

    @Test("A value with a very long lifetime does not exceed the longest wait of a clock")
    func ages() async {
        bench.server.lists.open(with: [])
        let query = ServerQuery<Feed, String, [Int]>("lists", \Feed.lists, keepUnused: .seconds(Int64.max)) { _, _ in []
        }
        core.prefetch(query, "all")
        await core.idle()
        await bench.clock.sleepers(1)
        #expect(bench.clock.deadlines.allSatisfy { $0.offset <= .seconds(3_155_760_000) })
    }

    @Test("A watch does not keep the core alive, and the core does not keep its reads alive")
    func released() async {
        weak var kept: Server?
        var watch: Subscription?
        do {
            let bench = Bench()
            kept = bench.server
            watch = bench.core.watch(Feed.posts, 7, every: .seconds(10))
            await bench.answered(1, "seven")
            await bench.clock.sleepers(1)
        }
        #expect(kept == nil)
        withExtendedLifetime(watch) {}
    }

    @Test(
        "An object that retains its ended watch is released, although the closure of the watch retains it",
        arguments: [true, false])
    func endedWatch(isClosed: Bool) async {
        weak var released: Locked<[Subscription]>?
        do {
            let model = Locked<[Subscription]>([])
            released = model
            let watch = core.watch(Feed.posts, 8) { _ in model.withLock { _ = $0.count } }
            model.withLock { $0 = [watch] }
            await bench.answered(1, "eight")
            await core.settled()
            if isClosed { await core.close() } else { watch.cancel() }
        }
        await core.settled()
        #expect(released == nil)
    }
}

private struct Launches: CommandObserver {
    let count: Locked<Int>
    func launched(_ command: ObservedCommand) { count.withLock { $0 += 1 } }
}
