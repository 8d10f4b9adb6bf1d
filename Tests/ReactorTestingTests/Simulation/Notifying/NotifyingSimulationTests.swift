import ReactorTesting
import Testing

@Suite("Notifying subscribers, simulated")
struct NotifyingSimulationTests {
    @Test("Reads see what was fired before, settled() waits until it is delivered, and nobody is notified out of order")
    func notifying() async throws {
        try await Simulation.check(seeds: 0..<500) { sim in
            var scenario = NotifyingScenario(sim)
            try await scenario.run()
        }
    }
}
