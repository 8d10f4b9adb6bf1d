import Reactor
import ReactorTesting
import Testing

@Suite("A simulation")
struct SimulationTests {
    @Test("The seed decides the order of ready tasks")
    func order() async throws {
        let orders = Guarded<Set<[Int]>>([])
        try await Simulation.check(seeds: 0..<200) { sim in
            let order = Guarded<[Int]>([])
            for number in 1...3 { sim.start("task \(number)") { order.withLock { $0.append(number) } } }
            await sim.settled()
            _ = orders.withLock { $0.insert(order.withLock { $0 }) }
        }
        #expect(orders.withLock { $0.count } == 6)
    }

    @Test("Time does not move while a task is ready, and then moves to the next deadline")
    func time() async throws {
        try await Simulation.check(seeds: 0..<20, options: SimulationOptions(slowness: 0)) { sim in
            let woken = Guarded<[Int]>([])
            for seconds in [3, 1, 2] {
                sim.start("sleeper") {
                    try await sim.sleep(for: .seconds(seconds))
                    woken.withLock { $0.append(seconds) }
                }
            }
            try await sim.expect { sim.clock.now.offset == .zero }
            await sim.settled()
            try await sim.expect { woken.withLock { $0 } == [1, 2, 3] }
            try await sim.expect("\(sim.clock.now)") { sim.clock.now.offset == .seconds(3) }
        }
    }

    @Test("A canceled sleep ends immediately, and time does not move for it")
    func cancelledSleep() async throws {
        try await Simulation.check(seeds: 0..<50, options: SimulationOptions(slowness: 0)) { sim in
            let ends = Guarded(0)
            let sleeper = sim.start("sleeper") {
                defer { ends.withLock { $0 += 1 } }
                try await sim.sleep(for: .seconds(60))
            }
            sleeper.cancel()
            await sim.settled()
            try await sim.expect { ends.withLock { $0 } == 1 && sim.clock.now.offset == .zero }
        }
    }

    @Test("A slow processor delays steps, so time passes although no task sleeps")
    func slowness() async throws {
        try await Simulation.check(seeds: 0..<50) { sim in
            sim.start("work") {}
            await sim.settled()
            sim.sometimes("a turn was held up", sim.clock.now.offset > .zero)
        }
        try await Simulation.check(seeds: 0..<50, options: SimulationOptions(slowness: 0)) { sim in
            sim.start("work") {}
            await sim.settled()
            try await sim.expect { sim.clock.now.offset == .zero }
        }
    }

    @Test("Reactions start commands in the run, and retries wait in its time")
    func reactions() async throws {
        try await Simulation.check(seeds: 0..<50) { sim in
            let network = sim.service("network", faults: NetworkFaults(refused: 50))
            let core = sim.core(
                "tally", state: Tally(),
                reactions: [
                    .on(Counted.self, options: CommandOptions(retry: .exponential(attempts: 50))) { event in
                        event.amount == 1 ? CountMore(network: network) : nil
                    }
                ])
            core.fire(event: Counted(amount: 1))
            await sim.settled()
            try await sim.expect { await core.state.sum == 11 }
        }
    }

    @Test("The body has its own random numbers, which shrinking does not change")
    func random() async throws {
        let drawn = Guarded<[UInt64]>([])
        try await Simulation.check(seeds: [3], options: SimulationOptions(runsTwice: false)) { sim in
            var random = sim.random
            let number = random.next()
            drawn.withLock { $0.append(number) }
        }
        #expect(drawn.withLock { $0 } == [SeededRandom(seed: 3).split(named: "body").draw()])
    }
}

struct Tally: State, Equatable {
    var sum = 0

    mutating func react(to event: any Event) {
        if let event = event as? Counted { sum += event.amount }
    }
}

struct Counted: Event {
    let amount: Int
}

private struct CountMore: Command {
    let network: SimulatedService

    func execute(state: Tally, core: Core<Tally>) async throws {
        core.fire(event: Counted(amount: try await network.call("more") { 10 }))
    }
}

extension SeededRandom {
    fileprivate func draw() -> UInt64 {
        var random = self
        return random.next()
    }
}
