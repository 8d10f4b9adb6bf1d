import ReactorTesting
import Testing

@Suite("Corrections of unconfirmed changes, simulated")
struct CorrectionSimulationTests {
    @Test(
        "Predicted immediately and sent one after another, corrections show over each other and end in the state of the service"
    )
    func inLine() async throws {
        try await Simulation.check(seeds: 0..<200) { try await correctScale(isInLine: true, in: $0) }
    }

    @Test("Sent concurrently, corrections overtake each other, and the service may not have the last one")
    func sideBySide() async throws {
        let failure = await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<200) { try await correctScale(isInLine: false, in: $0) }
        }
        #expect(failure?.problem.contains("is there") == true)
    }
}
