import Reactor
import ReactorTesting
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("Planted bugs are found within 200 seeds")
struct PlantedBugTests {
    @Test("A rollback that restores the whole earlier state")
    func naiveRollback() async throws {
        let failure = try await firstFailure("a naive rollback") { sim in
            var scenario = WeightLogScenario<NaiveLogWeight>(sim)
            try await scenario.run()
        }
        #expect(failure.problem.contains("is shown"))
    }

    @Test("A prediction that is never resolved")
    func droppedSettle() async throws {
        let failure = try await firstFailure("a dropped resolution") { sim in
            var scenario = WeightLogScenario<ForgetfulLogWeight>(sim)
            try await scenario.run()
        }
        #expect(failure.problem.contains("is pending"))
    }

    /// The first failure among 200 seeds, and the number of seeds until it.
    private func firstFailure(
        _ bug: String, _ body: @escaping @Sendable (Simulation) async throws -> Void
    ) async throws -> SimulationFailure {
        let failure = await #expect(throws: SimulationFailure.self, "\(bug) is not found") {
            try await Simulation.check(seeds: 0..<200, body)
        }
        let found = try #require(failure)
        print("\(bug): found by seed \(found.seed), after \(found.seedsRun) of 200 seeds; \(found.shrinking)")
        print(found)
        return found
    }
}
