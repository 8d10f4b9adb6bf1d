import ReactorTesting
import Testing

@Suite("Notifying subscribers, simulated")
struct NotifyingSimulationTests {
    @Test(
        "Reads include earlier events, settled() waits for their delivery, and no subscriber is notified out of order")
    func notifying() async throws {
        try await Simulation.check(seeds: 0..<500) { sim in
            var scenario = NotifyingScenario(sim)
            try await scenario.run()
        }
    }
}
