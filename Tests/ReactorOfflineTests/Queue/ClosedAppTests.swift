import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("A queue whose app's core is closed first")
struct ClosedAppTests {
    @Test("No misuse is reported for changes in flight, queued or refused", arguments: 0..<6)
    func closed(moment: Int) async throws {
        let bench = QueueBench()
        let gate = TestGate<Void>()
        bench.service.plan("a1/a1/s0", .holds(gate))
        bench.service.plan("b1/b1/s0", .refuses(422))
        let core = Core(state: Shelf(), runtime: bench.runtime)
        let queue = try await bench.queue(.core(core))
        for name in ["a1", "a2", "b1", "c1"].prefix(moment + 1) { try await queue.enqueue(Edit(name)) }
        if moment < 3 { await bench.service.arrived(1) }
        if moment == 4 { await queue.setOnline(false) }
        await core.close()
        gate.open()
        if moment % 2 == 0 { await queue.idle() }
        try await queue.close()
        #expect(bench.reports.copy == [])
    }

    /// The parts of the app that have ended before the response to a change arrives.
    enum Ended: CaseIterable, Sendable { case core, coreAndJournal, journal }

    @Test(
        "A response that the app's journal can no longer store is passed to the next process",
        arguments: Ended.allCases)
    func answerAfterTheEnd(of ended: Ended) async throws {
        let bench = QueueBench()
        let gate = TestGate<Void>()
        bench.service.plan("m4/m4/s0", .holds(gate))
        let app = try await bench.app()
        let queue = try await bench.queue(.opened(app))
        try await queue.enqueue(Edit("m4"))
        await bench.service.arrived(1)
        await app.core.settled()
        try await app.journal.durable()
        switch ended {
        case .core: await app.core.close()
        case .coreAndJournal: try await app.close()
        case .journal: try await app.journal.close()
        }
        gate.open()
        await queue.idle()
        try await queue.close()
        try await app.close()

        let next = bench.restarted()
        let second = try await next.app()
        let again = try await next.queue(.opened(second))
        await again.idle()
        #expect(await second.core.state.names == ["m": "m4, saved"])
        #expect(await second.core.pending.isEmpty)
        #expect(bench.service.done == ["m": ["m4/0"]], "it is not sent again")
        #expect(await again.queued.isEmpty)
        try await again.close()
        try await second.close()
    }
}
