import OrderApps
import Reactor
import ReactorTestSupport
import ReactorTesting
import Testing

@Suite("The order of a simulation")
struct SimulationOrderTests {
    @Test("By priority, whoever has the highest goes on until it has nothing to do")
    func priority() async throws {
        let orders = Guarded<Set<[Int]>>([])
        let options = SimulationOptions(order: .priority(changes: 0, turns: 100))
        try await Simulation.check(seeds: 0..<100, options: options) { sim in
            let order = Guarded<[Int]>([])
            for number in 1...3 {
                sim.start("racer \(number)") {
                    for _ in 1...3 {
                        order.withLock { $0.append(number) }
                        await Task.yield()  // The seed decides who goes on.
                    }
                }
            }
            await sim.settled()
            let found = order.withLock { $0 }
            _ = orders.withLock { $0.insert(found) }
        }
        // Without a change of priorities nobody is interrupted: three blocks, in each of the six orders.
        #expect(orders.withLock { $0.count } == 6)
        #expect(
            orders.withLock {
                $0.allSatisfy { order in (0..<3).allSatisfy { Set(order[3 * $0..<3 * $0 + 3]).count == 1 } }
            })
    }

    @Test("A change of priorities interrupts whoever was to go on, once for each")
    func changes() async throws {
        let interrupted = Guarded(0)
        let options = SimulationOptions(order: .priority(changes: 1, turns: 12))
        try await Simulation.check(seeds: 0..<100, options: options) { sim in
            let order = Guarded<[Int]>([])
            for number in 1...2 {
                sim.start("racer \(number)") {
                    for _ in 1...5 {
                        order.withLock { $0.append(number) }
                        await Task.yield()  // The seed decides who goes on.
                    }
                }
            }
            await sim.settled()
            let found = order.withLock { $0 }
            let switches = zip(found, found.dropFirst()).filter { $0 != $1 }.count
            try await sim.expect("\(found)") { switches <= 2 }
            if switches == 2 { interrupted.withLock { $0 += 1 } }
        }
        #expect(interrupted.withLock { $0 } > 20)
    }

    @Test(
        "By priority a seed is run twice alike, time included, and somebody may wake late, by a tenth of a second at most"
    )
    func late() async throws {
        let orders = Guarded<Set<[Int]>>([])
        let options = SimulationOptions(order: .priority(changes: 1, turns: 30))
        try await Simulation.check(seeds: 0..<100, options: options) { sim in
            let order = Guarded<[Int]>([])
            for milliseconds in [10, 60, 150] {
                sim.start("sleeper") {
                    try await sim.pass(.milliseconds(milliseconds))
                    let late = sim.clock.now.offset - .milliseconds(milliseconds)
                    try await sim.expect("\(late)") { (.zero ... .milliseconds(100)).contains(late) }
                    order.withLock { $0.append(milliseconds) }
                }
            }
            await sim.settled()
            let found = order.withLock { $0 }
            _ = orders.withLock { $0.insert(found) }
        }
        // 150 is more than a tenth of a second behind 10.
        #expect(orders.withLock { $0 } == [[10, 60, 150], [60, 10, 150], [10, 150, 60]])
    }

    @Test("A swarm leaves out kinds of steps by seed: all of a kind, or none")
    func swarm() async throws {
        let made = Guarded<Set<[String]>>([])
        try await Simulation.check(seeds: 0..<100, options: SimulationOptions(swarm: true)) { sim in
            var steps: [String] = []
            for name in ["put 1", "take 1", "put 2", "take 2"] where sim.step(name, { name }) != nil {
                steps.append(name)
            }
            let found = steps
            _ = made.withLock { $0.insert(found) }
        }
        #expect(
            made.withLock { $0 } == [
                [], ["put 1", "put 2"], ["take 1", "take 2"], ["put 1", "take 1", "put 2", "take 2"],
            ])
    }

    @Test(
        "A drawn value becomes the least with which it still fails, one that changes nothing the least that it may be")
    func values() async throws {
        var failure: SimulationFailure?
        do {
            try await Simulation.check(seeds: 0..<50) { sim in
                let amount = sim.number("amount", in: 0...1_000)
                let other = sim.number("other", in: -50 ... -3)
                let color = sim.pick("color", ["red", "green", "blue"])
                try await sim.expect("\(amount) \(other) \(color ?? "")") { amount < 317 }
            }
        } catch let error as SimulationFailure { failure = error }
        let found = try #require(failure)
        #expect(found.problem.hasSuffix("317 -3 red"), "\(found.problem)")
        #expect(found.shrinking.contains("→ 317"), "\(found.shrinking)")
        // The script alone runs it again.
        let script = try #require(SimulationScript("\(found.script)"))
        #expect(script == found.script)
        #expect("\(script)".contains("amount#1:317"), "\(script)")
    }

    @Test("What a body draws under a name does not change with what it draws under others")
    func names() async throws {
        let drawn = Guarded<[Int]>([])
        for others in [0, 3] {
            try await Simulation.check(seeds: [9], options: SimulationOptions(runsTwice: false)) { sim in
                for _ in 0..<others { _ = sim.number("other", in: 1...100) }
                let number = sim.number("one", in: 1...1_000_000)
                drawn.withLock { $0.append(number) }
            }
        }
        #expect(drawn.withLock { Set($0).count } == 1)
    }

    private struct Tally: State {
        var count = 0

        mutating func react(to event: any Event) { if event is Tallied { count += 1 } }
    }

    private struct Tallied: Event {}

    @Test(
        "Where a batch of a core ends is drawn by seed, nowhere or behind one to four steps, and the core ends it there"
    )
    func breaks() async throws {
        let lengths = Guarded<Set<Int>>([])
        let batches = Guarded<Set<Int>>([])
        try await Simulation.check(seeds: 0..<50) { sim in
            var runtime = sim.runtime("core")
            let breaks = try #require(runtime.breaks)
            let count = Guarded(0)
            runtime.breaks = {
                let length = breaks()
                _ = lengths.withLock { $0.insert(length) }
                count.withLock { $0 += 1 }
                return length
            }
            let core = Core(state: Tally(), runtime: runtime)
            for _ in 1...8 { core.fire(event: Tallied()) }
            await sim.settled()
            let found = count.withLock { $0 }
            _ = batches.withLock { $0.insert(found) }
            try await sim.expect("\(found)") { await core.state.count == 8 && (1...8).contains(found) }
        }
        #expect(lengths.withLock { $0 } == [1, 2, 3, 4, .max])
        #expect(batches.withLock { $0.isSuperset(of: [1, 2, 3, 4]) })
    }

    #if os(Linux)
        /// Tasks, time, a service with faults, steps and drawn values; nothing of a core, whose turns are its own matter.
        @Sendable
        private static func crossing(_ sim: Simulation) async throws {
            let service = sim.service("ferry", faults: .flaky)
            for number in 1...3 {
                sim.start("car \(number)") {
                    for turn in 1...3 {
                        try await sim.pass(.milliseconds(sim.number("wait", in: 0...20)))
                        sim.step("drive \(number)") {}
                        try? await service.call("cross \(number) \(turn)") {}
                        await Task.yield()  // The seed decides who goes on.
                    }
                }
            }
            await sim.settled()
        }

        @Test("The seeds of every order run as they always did")
        func golden() async throws {
            let byPriority = SimulationOrder.priority(changes: 2, turns: 60)
            for (options, digest) in [
                (SimulationOptions(), "3129999514009749029"),
                (SimulationOptions(order: byPriority), "10401663059198835145"),
                (SimulationOptions(swarm: true), "3729678736238939806"),
                (SimulationOptions(slowness: 0), "6313500506914214032"),
            ] {
                let report = try await Simulation.check(seeds: 0..<100, options: options, Self.crossing)
                #expect("\(report.digest)" == digest, "\(options)")
            }
        }
    #endif
}
