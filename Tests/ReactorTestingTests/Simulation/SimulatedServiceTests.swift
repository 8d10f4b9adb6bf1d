import Reactor
import ReactorTesting
import Testing

@Suite("A simulated service")
struct SimulatedServiceTests {
    @Test(
        "Each fault decides the number of times that the call is done, and the response",
        arguments: [
            (NetworkFaults.none, 1, "done"), (NetworkFaults(refused: 100), 0, "service.do#1 was refused."),
            (NetworkFaults(lostRequests: 100), 0, "service.do#1 timed out."),
            (NetworkFaults(lostAnswers: 100), 1, "service.do#1 timed out."),
            (NetworkFaults(duplicated: 100), 2, "done"),
        ])
    func faults(faults: NetworkFaults, times: Int, expected: String) async throws {
        try await Simulation.check(seeds: 0..<20, options: SimulationOptions(slowness: 0)) { sim in
            let done = Guarded(0)
            let answer = await Self.answer(of: sim.service("service", faults: faults), done: done)
            await sim.settled()
            try await sim.expect("\(answer)") { answer == expected && done.withLock { $0 } == times }
        }
    }

    @Test("A canceled caller continues immediately, and the service continues only if its faults require it")
    func cancelled() async throws {
        for (chance, expected) in [(0, 0), (100, 1)] {
            try await Simulation.check(seeds: 0..<50, options: SimulationOptions(slowness: 0)) { sim in
                let done = Guarded(0)
                let service = sim.service("service", faults: NetworkFaults(outlivesCaller: chance))
                let ended = Guarded<Duration?>(nil)
                let caller = sim.start("caller") {
                    defer { ended.withLock { $0 = sim.clock.now.offset } }
                    try await service.call("do") { done.withLock { $0 += 1 } }
                }
                try await sim.sleep(for: .microseconds(500))
                caller.cancel()
                await sim.settled()
                try await sim.expect { ended.withLock { $0 } == .microseconds(500) }
                try await sim.expect { done.withLock { $0 } == expected }
            }
        }
    }

    @Test("An error of the service reaches the caller")
    func throwing() async throws {
        try await Simulation.check(seeds: 0..<20) { sim in
            do {
                try await sim.service("service").call("do") { throw ChoreFailed(number: 7) }
            } catch let error as ChoreFailed {
                try await sim.expect { error.number == 7 }
            }
        }
    }

    @Test("The faults of a call do not depend on calls with other names")
    func independence() async throws {
        for others in [0, 5] {
            let heard = Guarded<[String]>([])
            try await Simulation.check(seeds: 0..<40, options: SimulationOptions(runsTwice: false)) { sim in
                let service = sim.service("service", faults: .hostile)
                for _ in 0..<others { _ = try? await service.call("something else") {} }
                let answer = await SimulatedServiceTests.answer(of: service, done: Guarded(0))
                heard.withLock { $0.append(answer) }
            }
            first.withLock { first in
                if first.isEmpty { first = heard.withLock { $0 } }
                #expect(first == heard.withLock { $0 })
                #expect(Set(first).count > 2)
            }
        }
    }

    private let first = Guarded<[String]>([])

    private static func answer(of service: SimulatedService, done: Guarded<Int>) async -> String {
        do {
            return try await service.call("do") {
                done.withLock { $0 += 1 }
                return "done"
            }
        } catch { return "\(error)" }
    }
}
