import ReactorTesting
import Testing

@Suite("The writer of a journal, simulated")
struct JournalSimulationTests {
    @Test("Durable entries survive every crash and power loss, and a replay results in the states of the core")
    func durability() async throws {
        try await Simulation.check(seeds: 0..<40) { sim in
            var scenario = JournalScenario(sim)
            try await scenario.run()
        }
    }

    @Test("A writer that acknowledges entries too early is found within 200 seeds")
    func plantedPromise() async throws {
        let failure = await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<200, options: SimulationOptions(shrinkingRuns: 20)) { sim in
                var scenario = JournalScenario(sim, durable: { _ in })
                try await scenario.run()
            }
        }
        let found = try #require(failure)
        #expect(found.problem.contains("were promised"), "\(found)")
        print("a promise before the disk has it: found by seed \(found.seed), after \(found.seedsRun) of 200 seeds")
    }
}
