import OrderApps
import ReactorTestSupport
import ReactorTesting
import Testing

/// What a thousand runs of the simulation, and an exploration, find of the twenty bugs of order. THOROUGH=1 prints the table.
@Suite("Searches for bugs of order")
struct OrderBugSearchTests {
    /// In how many runs the bug is seen.
    private static func found(
        _ bug: OrderBug, seeds: Int, order: SimulationOrder, swarm: Bool = false
    ) async throws -> Int {
        let options = SimulationOptions(runsTwice: false, shrinkingRuns: 0, order: order, swarm: swarm)
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

    private static let byPriority = SimulationOrder.priority(changes: 2, turns: 300)

    @Test("Random turns and orders by priority find bugs of order in the simulation, and both print how often")
    func simulated() async throws {
        let sample: Set<OrderBug> = [.staleAnswer, .savedMeansAllSaved, .discountOnTheWay]
        let seeds = Loops.rounds(of: 1_000)
        for bug in OrderBug.allCases where Loops.isThorough || sample.contains(bug) {
            let random = try await Self.found(bug, seeds: seeds, order: .random)
            let priority = try await Self.found(bug, seeds: seeds, order: Self.byPriority)
            if sample.contains(bug) { #expect(random > 0 && priority > 0, "\(bug)") }
            if Loops.isThorough {
                let swarm = try await Self.found(bug, seeds: seeds, order: .random, swarm: true)
                print("simulated: \(bug) of \(seeds): random \(random), priority \(priority), swarm \(swarm)")
            }
        }
    }

    @Test("By priority and as a swarm, apps without a bug are right")
    func right() async throws {
        let seeds = 0..<UInt64(Loops.rounds(of: 2_000))
        let options = SimulationOptions(order: Self.byPriority, swarm: true)
        try await Simulation.check(seeds: seeds, options: options) { sim in
            try await OrderSession.run(SearchBox.self, bug: nil, in: sim)
        }
        try await Simulation.check(seeds: seeds, options: options) { sim in
            try await OrderSession.run(NoteEditor.self, bug: nil, in: sim)
        }
        try await Simulation.check(seeds: seeds, options: options) { sim in
            try await OrderSession.run(Booking.self, bug: nil, in: sim)
        }
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
