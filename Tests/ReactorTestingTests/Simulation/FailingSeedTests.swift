import Reactor
@testable import ReactorTesting
import Testing

@Suite("A failing seed")
struct FailingSeedTests {
    @Test("A failure contains its seed, script and history, shrinks to the necessary steps, and draws the shrunk run")
    func shrinking() async throws {
        let failure = try await failure { sim in
            let network = sim.service("bank", faults: NetworkFaults(refused: 30))
            let balance = Guarded(0)
            for number in 1...8 {
                await sim.step("pay \(number)") {
                    do {
                        try await network.call("pay \(number)") {}
                        balance.withLock { $0 += number }
                    } catch {
                        // The planted mistake: a refused amount counts, if it is large.
                        if number > 3 { balance.withLock { $0 -= 1_000 } }
                    }
                }
            }
            try await sim.expect("it is \(balance.withLock { $0 })") { balance.withLock { $0 } >= 0 }
        }
        let script = "\(failure.script)"
        #expect(script.contains(" steps="), "\(script)")
        #expect(script.split(separator: " ").first { $0.hasPrefix("steps=") }?.contains(",") == false, "\(script)")
        #expect(failure.problem.contains("the expectation is false: it is -1000"))
        #expect(failure.interleaving.contains { $0.contains("its fate: refused") })
        #expect("\(failure)".contains("SIM_SEED='\(script)'"))
        #expect(failure.shrinking.contains("to 1 steps, 1 faults, 0 turns out of order"), "\(failure.shrinking)")
        #expect(SimulationScript(script) == failure.script)
        #expect("\(failure)".contains("as a timeline, a column for each line"))
        #expect("\(failure)".contains(/\n  task 1 +\*\n  bank\.pay-\d#1 +!x\n/), "\(failure)")
    }

    @Test("Shrinking preserves the reordered steps if only the order causes the failure")
    func reordering() async throws {
        let failure = try await failure(options: SimulationOptions(slowness: 0)) { sim in
            let order = Guarded<[Int]>([])
            for number in 1...2 { sim.start("racer \(number)") { order.withLock { $0.append(number) } } }
            await sim.settled()
            try await sim.expect { order.withLock { $0 } == [1, 2] }
        }
        #expect(failure.shrinking.hasSuffix("1 turns out of order"), "\(failure.shrinking)")
        #expect(failure.interleaving.contains { $0.contains("goes ahead of task") }, "\(failure)")
    }

    @Test("A value becomes small although halving misses the failing values", arguments: [1, -1])
    func values(sign: Int) async throws {
        let failure = try await failure { sim in
            let number = sim.number("n", in: sign > 0 ? 0...Int.max : Int.min...0)
            try await sim.expect { number % 2 == 0 }
        }
        #expect(failure.script.description.split(separator: " ").contains("values=n#1:\(sign)"), "\(failure.script)")
    }

    @Test("A body that waits forever is reported with the work in progress")
    func stall() async throws {
        let failure = try await failure { sim in
            let gate = TestGate<Void>()
            let core = sim.core("tally", state: Tally())
            core.perform { _ in try? await gate.wait() }
            await core.idle()
        }
        #expect(failure.problem.contains("the body has not returned"))
        #expect(failure.problem.contains("tally: command perform at ReactorSimulationTests/FailingSeedTests.swift:"))
    }

    @Test("Commands, predictions and tasks that have not ended after the body are listed")
    func unfinished() async throws {
        let held = Guarded<[Prediction]>([])
        let failure = try await failure { sim in
            let gate = TestGate<Void>()
            let core = sim.core("tally", state: Tally())
            core.perform { _ in try? await gate.wait() }
            let prediction = core.predict(Counted(amount: 1))
            held.withLock { $0.append(prediction) }
            sim.start("reader") { try? await gate.wait() }
        }
        #expect(failure.problem.contains("not everything has ended"))
        #expect(failure.problem.contains("\n  reader\n"), "\(failure)")
        #expect(failure.problem.contains("tally: command perform at"))
        #expect(failure.problem.contains("tally: prediction 1"))
    }

    @Test("A run that does not settle fails")
    func restless() async throws {
        let failure = try await failure(options: SimulationOptions(turnLimit: 1_000, shrinkingRuns: 5)) { sim in
            sim.start("poll") { while !Task.isCancelled { try await sim.sleep(for: .seconds(1)) } }
            await sim.settled()
        }
        #expect(failure.problem.contains("does not settle after 1000 turns"))
    }

    @Test("An error that the body or a started task throws fails the run", arguments: [false, true])
    func thrown(inTask: Bool) async throws {
        let failure = try await failure { sim in
            guard inTask else { throw SimulatedFault.refused("it") }
            sim.start("task") { throw SimulatedFault.refused("it") }
            await sim.settled()
        }
        #expect(failure.problem == "it threw SimulatedFault: it was refused.")
    }

    @Test("A bare task is outside of the simulation, and is detected when it calls back")
    func bareTask() async throws {
        let failure = try await failure(options: SimulationOptions(shrinkingRuns: 2)) { sim in
            await Task.detached {}.value
        }
        #expect(failure.problem.contains("became ready from another thread"))
    }

    @Test("The system clock is outside of the simulation: a body that sleeps on it does not continue")
    func systemClock() async throws {
        let failure = try await failure(options: SimulationOptions(shrinkingRuns: 2)) { sim in
            try await ContinuousClock().sleep(for: .seconds(3_600))
        }
        #expect(failure.problem.contains("the body has not returned"))
        #expect(failure.problem.contains("the system's clock"))
    }

    @Test("A decision that the seed does not make is detected by the second run")
    func notRepeatable() async throws {
        let runs = Guarded(0)
        let failure = try await failure { sim in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            sim.note("run \(run)")
        }
        #expect(failure.problem.contains("two runs of the seed differ"))
        #expect(failure.problem.contains("once:  "))
    }

    @Test("Events with sets and dictionaries can be simulated, and their elements are in the order of their texts")
    func hashedCollections() async throws {
        struct Sorted: Event, CustomStringConvertible {
            var ids: Set<Int>
            var description: String { "sorted \(ids.sorted())" }
        }
        struct Filled: Event {
            enum Content {
                case tags([String: Set<String>])
                case none
            }
            var counts: [String: Int]
            var content: Content?
            var nested: [(id: Int, tags: Set<Int>)] = [(1, [3, 1, 2])]
        }
        let filled = Filled(counts: ["b": 2, "a": 1, "c": 3], content: .tags(["x": ["q", "p"], "w": []]))
        let text = OrderedText.of(filled)
        #expect(text.contains(#"counts: [(key: "a", value: 1), (key: "b", value: 2), (key: "c", value: 3)]"#))
        #expect(text.contains("[(id: 1, tags: [1, 2, 3])]"))
        try await Simulation.check(seeds: 0..<5) { sim in
            let core = sim.core("app", state: Tally())
            // Without a reserved capacity, two equal sets have different orders.
            var (ids, other) = (Set(0..<40), Set<Int>(minimumCapacity: 1_000))
            for id in ids.shuffled() { other.insert(id) }
            if Bool.random() { swap(&ids, &other) }
            core.fire(event: Filled(counts: Dictionary(uniqueKeysWithValues: ids.map { ("\($0)", 1) })))
            core.fire(event: Filled(counts: [:], content: .tags(["x": Set(ids.map { "\($0)" })])))
            core.fire(event: Sorted(ids: ids))
            await core.settled()
        }
    }

    @Test("A case that no seed has reached fails the check")
    func neverReached() async throws {
        let error = await #expect(throws: NeverReached.self) {
            try await Simulation.check(seeds: 0..<10) { sim in
                sim.sometimes("an even seed", sim.seed.isMultiple(of: 2))
                sim.sometimes("the eleventh seed", sim.seed == 10)
            }
        }
        #expect(error?.cases == ["the eleventh seed"])
        // One seed alone reaches what it reaches.
        try await Simulation.check(seeds: [4]) { $0.sometimes("the eleventh seed", false) }
    }

    @Test("A canceled check ends between two seeds")
    func cancelled() async throws {
        let check = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await Simulation.check(seeds: 0..<10) { _ in }
        }
        await #expect(throws: CancellationError.self) { try await check.value }
    }

    private func failure(
        options: SimulationOptions = SimulationOptions(), _ body: @escaping @Sendable (Simulation) async throws -> Void
    ) async throws -> SimulationFailure {
        let failure = await #expect(throws: SimulationFailure.self) {
            try await Simulation.check(seeds: 0..<50, options: options, body)
        }
        return try #require(failure)
    }
}
