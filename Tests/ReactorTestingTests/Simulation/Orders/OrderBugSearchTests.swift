import OrderApps
import ReactorTestSupport
import ReactorTesting
import Testing

/// The bugs of order that a simulation and an exploration find.
@Suite("Searches for bugs of order")
struct OrderBugSearchTests {
    /// In how many runs the bug is seen.
    private static func found(_ bug: OrderBug, seeds: Int) async throws -> Int {
        let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0)
        var found = 0
        for seed in 0..<UInt64(seeds) {
            do {
                try await Simulation.check(seeds: [seed], options: options) { sim in
                    try await OrderSearch.run(bug, in: sim)
                }
            } catch is SimulationFailure { found += 1 }
        }
        return found
    }

    @Test(
        "Random turns find bugs of order in the simulation",
        arguments: [
            OrderBug.staleAnswer, .savedMeansAllSaved, .discountOnTheWay,
        ])
    func simulated(bug: OrderBug) async throws {
        #expect(try await Self.found(bug, seeds: Loops.rounds(of: 1_000)) > 0)
    }

    @Test("An exploration of the reducers with what is under way finds each bug, and none where there is none")
    func explored() throws {
        for bugs in [OrderBug.ofSearchBox, OrderBug.ofEditor, OrderBug.ofBooking] {
            let report = try OrderSearch.explore(nil, of: bugs, depth: Loops.isThorough ? 6 : 4)
            print("explored: \(report)")
            for bug in bugs {
                let failure = #expect(throws: ExplorationFailure.self, "\(bug)") {
                    try OrderSearch.explore(bug, of: bugs, depth: 7)
                }
                if Loops.isThorough, let failure {
                    print("explored: \(bug): \(failure.description.split(separator: "\n")[0])")
                }
            }
        }
    }
}
