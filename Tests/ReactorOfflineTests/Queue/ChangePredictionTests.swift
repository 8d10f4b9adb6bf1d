import Reactor
import ReactorRecording
import ReactorRecordingSupport
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("Changes in the app's state")
struct ChangePredictionTests {
    @Test("A change made offline is shown immediately, survives a restart once, and settles after the push")
    func offline() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let before = try await bench.app()
        let first = try await bench.queue(.opened(before))
        try await first.enqueue(Edit("a1"))
        #expect(await before.core.state.names == ["a": "a1"])
        #expect(await before.core.pending.count == 1)
        #expect(await before.core.isPending(about: "a1" as ChangeID))
        #expect(await before.core.isPending(about: "a"))
        await before.core.settled()
        try await before.journal.durable()
        let predicted = bench.disk.journal("/app").components(separatedBy: "change.predicted").count

        let next = bench.restarted()
        let app = try await next.app()
        #expect(app.pending.isEmpty)
        let pending = await app.core.pending
        let queue = try await next.queue(.opened(app))
        await app.core.settled()
        try await app.journal.durable()
        #expect(next.disk.journal("/app").components(separatedBy: "change.predicted").count == predicted)
        #expect(await app.core.state.names == ["a": "a1"])
        #expect(await app.core.pending.count == 1)
        #expect(await app.core.pending == pending)
        #expect(await app.core.isPending(about: "a1" as ChangeID))
        await queue.setOnline(true)
        await queue.idle()
        #expect(await app.core.state.names == ["a": "a1, saved"])
        #expect(await app.core.pending == [])
        #expect(await app.core.state.delivered == ["a1 queued", "a1 sending s0", "a1 sent"])
        #expect(next.reports.copy == [])

        let last = next.restarted()
        let reopened = try await last.app()
        let lastQueue = try await last.queue(.opened(reopened))
        #expect(await reopened.core.state.names == ["a": "a1, saved"])
        #expect(reopened.pending.isEmpty)
        #expect(await reopened.core.pending == [])
        try await lastQueue.close()
        try await first.close()
    }

    @Test("Predictions of an older edition, or of a change that no longer exists, are rolled back")
    func outdated() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let old = try await bench.app()
        let first = try await bench.queue(.opened(old))
        try await first.enqueue(Edit("a1"))
        let id = await first.journal.id
        let outdated = [("a1", 1, "a"), ("z1", 0, "z")].map { change, edition, lane in
            old.core.predict(
                [
                    ChangePredicted(id: ChangeID(rawValue: change), edition: edition, queue: id),
                    Named(lane: lane, name: "old"),
                ], about: [], at: CallSite(#fileID, #line))
        }
        #expect(await old.core.state.names == ["a": "old", "z": "old"])
        try await old.journal.durable()

        let next = bench.restarted()
        let app = try await next.app()
        let queue = try await next.queue(.opened(app))
        #expect(await app.core.state.names == ["a": "a1"])
        #expect(await app.core.pending.count == 1)
        try await queue.close()
        for prediction in outdated { prediction.rollback() }
        try await first.close()
    }

    @Test("A refused change is rolled back, shown again after a retry or an edit, and removed when it is dropped")
    func refused() async throws {
        let bench = QueueBench()
        bench.service.plan("a1/a1/s0", .refuses(422), .refuses(422))
        bench.service.plan("b1/b1/s0", .refuses(422))
        let core = Core(state: Shelf(), runtime: bench.runtime)
        let queue = try await bench.queue(.core(core))
        try await queue.enqueue(Edit("a1"))
        try await queue.enqueue(Edit("b1"))
        await queue.idle()
        #expect(await core.state.names == [:])
        #expect(await core.pending == [])
        await queue.setOnline(false)
        try await queue.retry("a1")
        #expect(await core.state.names == ["a": "a1"])
        #expect(await core.isPending(about: "a1" as ChangeID))
        try await queue.edit("b1", to: Edit("b2"))
        #expect(await core.state.names == ["a": "a1", "b": "b2"])
        try await queue.drop("b1")
        #expect(await core.state.names == ["a": "a1"])
        await queue.setOnline(true)
        await queue.idle()
        #expect(await core.state.names == [:])
        try await queue.drop("a1")
        #expect(
            await core.state.delivered.filter { $0.hasPrefix("a1") } == [
                "a1 queued", "a1 sending s0", "a1 refused 422", "a1 queued", "a1 sending s0", "a1 refused 422",
                "a1 dropped",
            ])
        #expect(bench.reports.copy == [])
        try await queue.close()
    }

    @Test("A dead letter that is retried is shown before later changes of its lane, as it is pushed")
    func retriedBeforeLater() async throws {
        var bench = QueueBench()
        bench.policy = .goesOn
        bench.service.plan("d1/d1/s0", .refuses(409))
        let core = Core(state: Shelf(), runtime: bench.runtime)
        let queue = try await bench.queue(.core(core))
        try await queue.enqueue(Edit("d1"))
        await queue.idle()
        await queue.setOnline(false)
        try await queue.enqueue(Edit("d2"))
        try await queue.enqueue(Edit("d3"))
        try await queue.retry("d1")
        #expect(await core.state.names == ["d": "d3"])
        #expect(await core.pending.count == 3)
        await queue.setOnline(true)
        await queue.idle()
        #expect(bench.service.done == ["d": ["d1/0", "d2/0", "d3/0"]])
        #expect(await core.state.names == ["d": "d3, saved"])
        try await queue.close()
    }

    private struct Enqueue: Command {
        let queue: ChangeQueue<Edit>
        let begins: TestGate<Void>

        func execute(state: Shelf, core: Core<Shelf>) async throws {
            begins.arrive()
            try? await begins.wait()
            try await queue.enqueue(Edit("j1"))
        }
    }

    @Test("A change that a canceled command queues is stored and shown")
    func canceledCommand() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let app = try await bench.app()
        let queue = try await bench.queue(.opened(app))
        let gate = TestGate<Void>()
        let handle = app.core.fire(command: Enqueue(queue: queue, begins: gate))
        await gate.arrived(1)
        handle.cancel()
        gate.open()
        _ = await handle.outcome
        for await shelf in app.core.updates(of: \.self) where shelf.names == ["j": "j1"] { break }
        #expect(await queue.queued.map(\.id) == ["j1"])
        #expect(bench.reports.copy == [])
        try await queue.close()
    }

    private struct Look: Command {
        let name: String
        let seen: Locked<[String]>

        func execute(state: Shelf, core: Core<Shelf>) async throws { seen.withLock { $0.append(name) } }
    }

    @Test("A condition that a queued change fulfills starts its command once in each launch")
    func reaction() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let seen = Locked<[String]>([])
        func open(_ bench: QueueBench) async throws -> OpenedCore<Shelf> {
            try await Core.open(
                journal: "/app", initial: Shelf(), catalog: Shelf.catalog, configuration: bench.disk.configuration(),
                reactions: [.for(\.names["o"]) { name in Look(name: name, seen: seen) }], runtime: bench.runtime)
        }
        let first = try await open(bench)
        let queue = try await bench.queue(.opened(first))
        try await queue.enqueue(Edit("o1"))
        await first.core.idle()
        #expect(seen.copy == ["o1"])
        try await first.journal.durable()
        let next = bench.restarted()
        let app = try await open(next)
        let again = try await next.queue(.opened(app))
        await again.idle()
        await app.core.idle()
        #expect(seen.copy == ["o1", "o1"])
        try await again.close()
        try await queue.close()
    }

    @Test("Data of the server is placed before a change that is still queued")
    func refreshed() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let core = Core(state: Shelf(), runtime: bench.runtime)
        let queue = try await bench.queue(.core(core))
        try await queue.enqueue(Edit("a1"))
        core.fire(event: Named(lane: "a", name: "theirs"), .authoritative)
        core.fire(event: Named(lane: "b", name: "theirs"), .authoritative)
        #expect(await core.state.names == ["a": "a1", "b": "theirs"])
        try await queue.drop("a1")
        #expect(await core.state.names == ["a": "theirs", "b": "theirs"])
        try await queue.close()
    }

    @Test("Predictions of the app that are not the queue's are left to the app")
    func othersLeftAlone() async throws {
        var bench = QueueBench()
        bench.isOnline = false
        let before = try await bench.app()
        let first = try await bench.queue(.opened(before))
        try await first.enqueue(Edit("a1"))
        let own = before.core.predict(Named(lane: "z", name: "mine"))
        await before.core.settled()
        try await before.journal.durable()
        let next = bench.restarted()
        let app = try await next.app()
        let queue = try await next.queue(.opened(app))
        #expect(await app.core.state.names == ["a": "a1", "z": "mine"])
        #expect(await app.core.pending.count == 2)
        for resumed in app.pending where resumed.events.first is Named { resumed.prediction.rollback() }
        #expect(await app.core.state.names == ["a": "a1"])
        own.rollback()
        try await queue.close()
        try await first.close()
    }

    @Test("A sent change is removed only after the app's journal has stored it, and is otherwise shown as sent again")
    func settledWhenKept() async throws {
        let probe = QueueBench()
        let opened = try await probe.app()
        var failing = QueueBench()
        failing.disk = ModelFileSystem(lastCall: probe.disk.callCount + 1)
        try await opened.journal.close()

        let bench = QueueBench()
        let queue = try await bench.queue(.opened(try await failing.app()))
        try await queue.enqueue(Edit("a1"))
        await queue.idle()
        try await queue.close()
        #expect(bench.service.done == ["a": ["a1/0"]])
        // The name of the entry occurs only in the header.
        #expect(bench.disk.journal("/queue").components(separatedBy: "change.settled").count == 2)

        let next = bench.restarted()
        let app = try await failing.restarted().app()
        #expect(await app.core.state.names["a"] != "a1, saved")
        let again = try await next.queue(.opened(app))
        await again.idle()
        #expect(await app.core.state.names == ["a": "a1, saved"])
        #expect(bench.service.arrivals == ["a1/a1/s0"])
        try await again.close()
        #expect(next.disk.journal("/queue").components(separatedBy: "change.settled").count == 3)
    }
}
