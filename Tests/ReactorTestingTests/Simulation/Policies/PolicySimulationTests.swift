import ReactorTesting
import Testing

@Suite("Policies of commands, simulated")
struct PolicySimulationTests {
    @Test("Whatever is fired, cancelled, timed out or tried again, every command ends once, as its policy says")
    func policies() async throws {
        try await Simulation.check(seeds: 0..<500) { sim in
            var scenario = PolicyScenario(sim)
            try await scenario.run()
        }
    }
}
