import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("Bugs of order in a simulation")
struct SearchBoxTests {
    private static let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0)

    @Test("A correct app is right in every order that is tried")
    func right() async throws {
        try await Simulation.check(seeds: 0..<200, options: Self.options) { sim in
            try await SearchSession.run(bug: nil, in: sim)
        }
    }

    @Test("A bug that only some orders show is found", arguments: SearchBox.Bug.allCases)
    func found(bug: SearchBox.Bug) async throws {
        await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<UInt64(Loops.rounds(of: 4_000)), options: Self.options) { sim in
                try await SearchSession.run(bug: bug, in: sim)
            }
        }
    }
}
