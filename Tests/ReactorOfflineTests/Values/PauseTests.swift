import Foundation
import Reactor
import ReactorTestSupport
import Testing

@testable import ReactorOffline
@testable import ReactorServices

@Suite("A delay that a service requested")
struct PauseTests {
    private let start = Timestamp(millisecondsSince1970: 1_000_000)

    @Test("The delay is the remaining one, never longer than requested, and at most a day")
    func rest() {
        let pause = Pause(.seconds(30), since: start)
        for (passed, rest) in [(0, 30), (10, 20), (30, 0), (31, 0), (1_000_000, 0), (-1, 30), (-1_000_000, 30)] {
            #expect(pause.rest(at: start.advanced(by: .seconds(passed))) == .seconds(rest), "\(passed) s later")
        }
        #expect(Pause(.seconds(Int64.max), since: start).rest(at: start) == .seconds(86_400))
    }

    @Test(
        "The next process waits for the delay, too, by the wall clock, even if the clock was set",
        arguments: [(10, 20), (-3_600, 30)])
    func nextProcess(passed: Int, rest: Int) async throws {
        let bench = QueueBench()
        bench.service.plan("a1/a1/s0", .refuses(429, headers: ["Retry-After": "30"]))
        let first = try await bench.queue()
        try await first.enqueue(Edit("a1"))
        await bench.clock.sleepers(1)
        #expect(await first.status.pause == .seconds(30))
        try await first.close()

        let next = bench.restarted()
        next.time.withLock { $0 = $0.advanced(by: .seconds(passed)) }
        let second = try await next.queue()
        try #require(await second.status.pause == .seconds(rest))
        await next.clock.sleepers(1)
        #expect(next.clock.deadlines == [next.clock.now.advanced(by: .seconds(rest))])
        #expect(next.service.arrivals.count == 1)
        next.clock.advance(by: .seconds(rest))
        await second.idle()
        #expect(next.service.done == ["a": ["a1/0"]])
        #expect(await second.status.pause == nil)
        try await second.close()
    }

    @Test(
        "During a delay the wall clock does not matter, and a jump of the runtime's clock sends the step once",
        arguments: [-1, 1])
    func jumps(days: Int) async throws {
        let bench = QueueBench()
        bench.service.plan("a1/a1/s0", .refuses(503, headers: ["Retry-After": "40"]))
        let queue = try await bench.queue()
        try await queue.enqueue(Edit("a1"))
        await bench.clock.sleepers(1)
        bench.time.withLock { $0 = $0.advanced(by: .seconds(days * 86_400)) }
        bench.clock.advance(by: .seconds(39))
        #expect(await queue.status.pause == .seconds(1))
        #expect(bench.service.arrivals.count == 1)
        bench.clock.advance(by: .seconds(86_400))
        await queue.idle()
        #expect(bench.service.arrivals.count == 2 && bench.service.done == ["a": ["a1/0"]])
        #expect(await queue.status.pause == nil)
        try await queue.close()
    }
}
