import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

/// What an order by priority finds, against what is said of it: a bug of depth d in a run of n tasks and k turns with a
/// probability of at least 1/(n·k^(d-1)). Every seed is the same run in every process, so the counts are, too.
@Suite("The probability with which orders by priority find a bug")
struct PriorityBoundTests {
    /// Two tasks that make d + 1 steps between them, and others beside. The bug of depth d shows when the two step by turns: then d
    /// pairs of steps stand in a certain order, and nothing less makes it show.
    private struct Program {
        let depth: Int
        let bystanders: Int

        /// The body, the two, and the others. There are no lanes.
        var tasks: Int { 3 + bystanders }

        /// In how many runs it shows.
        func found(_ order: SimulationOrder, seeds: Int) async throws -> Int {
            let found = Guarded(0)
            try await Simulation.check(seeds: 0..<UInt64(seeds), options: options(order)) { sim in
                if await run(in: sim) { found.withLock { $0 += 1 } }
            }
            return found.withLock { $0 }
        }

        /// How many turns the longest of a few runs has.
        func turns() async throws -> Int {
            var longest = 0
            for seed in 0..<UInt64(50) {
                longest = max(
                    longest,
                    try await Simulation.check(seeds: [seed], options: options(.priority(changes: 0, turns: 1))) {
                        sim in
                        _ = await run(in: sim)
                    }.turns)
            }
            return longest
        }

        private func options(_ order: SimulationOrder) -> SimulationOptions {
            SimulationOptions(runsTwice: false, order: order)
        }

        private func run(in sim: Simulation) async -> Bool {
            let order = Guarded<[Int]>([])
            for number in 0..<2 {
                sim.start("one of two") {
                    for step in 0..<(depth + 2 - number) / 2 {
                        if step > 0 { await Task.yield() }  // The seed decides who goes on.
                        order.withLock { $0.append(number) }
                    }
                }
            }
            for _ in 0..<bystanders {
                sim.start("beside") {
                    for _ in 0..<2 { await Task.yield() }  // The seed decides who goes on.
                }
            }
            await sim.settled()
            return order.withLock { $0 } == (0...depth).map { $0 % 2 }
        }
    }

    @Test("A bug of depth 1, 2 or 3 is found at least as often as is said, and never with a change too few")
    func bound() async throws {
        let seeds = Loops.isThorough ? 20_000 : 1_000
        for program in (1...3).flatMap({ depth in [0, 3].map { Program(depth: depth, bystanders: $0) } }) {
            let turns = try await program.turns()
            let order = SimulationOrder.priority(changes: program.depth - 1, turns: turns)
            let found = try await program.found(order, seeds: seeds)
            var others = program.tasks
            for _ in 1..<program.depth { others *= turns }
            let bound = Double(seeds) / Double(others)
            let place = "depth \(program.depth), \(program.tasks) tasks, \(turns) turns: \(found), bound \(bound)"
            #expect(found > 0 && Double(found) >= bound, "\(place)")
            if program.depth > 1 {
                let fewer = SimulationOrder.priority(changes: program.depth - 2, turns: turns)
                #expect(try await program.found(fewer, seeds: seeds) == 0, "\(place)")
            }
            if Loops.isThorough {
                let random = try await program.found(.random, seeds: seeds)
                print("priorities: \(place), random \(random), of \(seeds)")
            }
        }
    }
}
