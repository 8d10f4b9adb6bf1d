import ReactorTesting
import Testing

@Suite("Telling subscribers, simulated")
struct TellingSimulationTests {
    @Test("Reads see what was fired before, settled() waits until it is delivered, and nobody is notified out of order")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func telling() async throws {
        try await Simulation.check(seeds: 0..<500) { sim in
            var scenario = TellingScenario(sim)
            try await scenario.run()
        }
    }
}
