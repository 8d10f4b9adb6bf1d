import ReactorTesting
import Testing

@Suite("Policies of commands, simulated")
struct PolicySimulationTests {
    @Test("Every command ends once, as its policy requires, for any mix of cancellations, timeouts and retries")
    func policies() async throws {
        try await Simulation.check(seeds: 0..<500) { sim in
            var scenario = PolicyScenario(sim)
            try await scenario.run()
        }
    }
}
