import ReactorTesting
import Testing

@Suite("Corrections of what is not certain yet, simulated")
struct CorrectionSimulationTests {
    @Test("Predicted at once and sent in turn they show over each other, and in the end is shown what the service has")
    func inLine() async throws {
        try await Simulation.check(seeds: 0..<200) { try await correctScale(isInLine: true, in: $0) }
    }

    @Test("Sent side by side they overtake each other, and the service has another one than the last")
    func sideBySide() async throws {
        let failure = await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<200) { try await correctScale(isInLine: false, in: $0) }
        }
        #expect(failure?.problem.contains("is there") == true)
    }
}
