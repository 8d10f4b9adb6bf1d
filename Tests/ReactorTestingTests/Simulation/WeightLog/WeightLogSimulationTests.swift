import Reactor
import ReactorTesting
import Testing

@testable import WeightLog

@Suite("The weight log, simulated")
struct WeightLogSimulationTests {
    @Test("When all is quiet, every front end shows what the service has")
    @available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
    func agreement() async throws {
        let start = ContinuousClock.now
        let report = try await Simulation.check(seeds: 0..<1_000) { sim in
            var scenario = WeightLogScenario<LogWeight>(sim)
            try await scenario.run()
        }
        print(report.turns, ContinuousClock.now - start, report.reached)
    }
}
