import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("A queue whose app's core is closed before it")
struct ClosedAppTests {
    @Test("Reports no misuse, whatever is on its way, queued or refused then", arguments: 0..<6)
    func closed(moment: Int) async throws {
        let bench = QueueBench()
        let gate = Gate<Void>()
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
}
