import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("Bugs of order in a simulation")
struct SearchBoxTests {
    private static let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0)

    @Test("A correct app passes in every order")
    func right() async throws {
        try await Simulation.check(seeds: 0..<200, options: Self.options) { sim in
            try await SearchSession.run(bug: nil, in: sim)
        }
    }

    @Test("A bug that needs a certain order is found", arguments: SearchBox.Bug.allCases)
    func found(bug: SearchBox.Bug) async throws {
        await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<UInt64(Loops.rounds(of: 4_000)), options: Self.options) { sim in
                try await SearchSession.run(bug: bug, in: sim)
            }
        }
    }
}
