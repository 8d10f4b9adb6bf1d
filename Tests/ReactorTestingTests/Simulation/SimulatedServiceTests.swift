import Reactor
import ReactorTesting
import Testing

@Suite("A simulated service")
struct SimulatedServiceTests {
    /// The number of times that the service did it, and the result of the caller.
    private struct Call: Equatable {
        var done = 0
        var answer = ""
    }

    @Test("Without faults each call is done once, and the response arrives after the latencies")
    func noFaults() async throws {
        try await expect(Faults.none, Call(done: 1, answer: "done")) { $0 >= .milliseconds(2) }
    }

    @Test("A refused call changes nothing")
    func refused() async throws {
        try await expect(Faults(refused: 100), Call(done: 0, answer: "service.do#1 was refused."))
    }

    @Test("A lost request changes nothing, and the caller receives a timeout")
    func lostRequest() async throws {
        let call = Call(done: 0, answer: "service.do#1 timed out.")
        try await expect(Faults(lostRequests: 100, timeout: .seconds(7)), call) { $0 == .seconds(7) }
    }

    @Test("The work of a call with a lost response is done")
    func lostAnswer() async throws {
        let call = Call(done: 1, answer: "service.do#1 timed out.")
        try await expect(Faults(lostAnswers: 100), call) { $0 > .seconds(5) }
    }

    @Test("A duplicated request is done twice, and the caller receives one response")
    func duplicated() async throws {
        try await expect(Faults(duplicated: 100), Call(done: 2, answer: "done"))
    }

    @Test("A slow response takes the slow latency")
    func slow() async throws {
        try await expect(Faults(slow: 100), Call(done: 1, answer: "done")) { $0 > .milliseconds(200) }
    }

    @Test("A canceled caller continues immediately, and the service continues only if its faults require it")
    func cancelled() async throws {
        for (chance, expected) in [(0, 0), (100, 1)] {
            try await Simulation.check(seeds: 0..<50, options: SimulationOptions(slowness: 0)) { sim in
                let done = Guarded(0)
                let service = sim.service("service", faults: Faults(outlivesCaller: chance))
                let ended = Guarded<Duration?>(nil)
                let caller = sim.start("caller") {
                    defer { ended.withLock { $0 = sim.clock.now.offset } }
                    try await service.call("do") { done.withLock { $0 += 1 } }
                }
                try await sim.pass(.microseconds(500))
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

    @Test("No fault occurs after calm()")
    func calm() async throws {
        try await Simulation.check(seeds: 0..<50) { sim in
            let service = sim.service("service", faults: Faults(refused: 100))
            sim.calm()
            for _ in 0..<3 { try await service.call("do") {} }
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

    private func expect(
        _ faults: Faults, _ expected: Call, takes: @escaping @Sendable (Duration) -> Bool = { _ in true }
    ) async throws {
        try await Simulation.check(seeds: 0..<50, options: SimulationOptions(slowness: 0)) { sim in
            let done = Guarded(0)
            let answer = await SimulatedServiceTests.answer(
                of: sim.service("service", faults: faults), done: done)
            let time = sim.clock.now.offset
            await sim.settled()
            let call = Call(done: done.withLock { $0 }, answer: answer)
            try await sim.expect("\(call)") { call == expected }
            try await sim.expect("\(time)") { takes(time) }
        }
    }
}
