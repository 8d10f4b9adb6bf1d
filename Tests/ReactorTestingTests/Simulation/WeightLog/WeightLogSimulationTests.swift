import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ExampleWeightLog
@testable import ExampleWeightLogCore

@Suite("The weight log, simulated")
struct WeightLogSimulationTests {
    @Test("When the simulation has settled, every client shows the state of the service")
    func agreement() async throws {
        try await Simulation.check(seeds: 0..<UInt64(Loops.rounds(of: 1_000, atLeast: 20))) { sim in
            var scenario = WeightLogScenario<ChangeWeights>(sim)
            try await scenario.run()
        }
    }
}
