import Reactor
import ReactorTesting

/// Several concurrent counters, and slow subscribers.
struct NotifyingScenario {
    private let sim: Simulation
    private let core: Core<Tally>
    private let listeners: [Listener]
    private var random: SeededRandom

    init(_ sim: Simulation) {
        self.sim = sim
        random = sim.random
        let core = Core(state: Tally(), runtime: sim.runtime("tally"))
        sim.watch(core, "tally")
        self.core = core
        listeners = (0..<random.number(in: 1...3)).map { Listener("\($0)", isEvery: $0 == 1, to: core, in: sim) }
    }

    mutating func run() async throws {
        for number in 1...3 {
            let random = random.split(named: "counter \(number)")
            sim.start("counter \(number)") { [self] in try await count(random) }
        }
        await sim.settled()
        let sum = await core.state.sum
        for listener in listeners {
            try await sim.expect("\(listener.delivered), not up to \(sum)") { (listener.delivered.last ?? 0) == sum }
            try await sim.expect("\(listener.delivered) is out of order") { listener.isInOrder }
        }
    }

    private func count(_ numbers: SeededRandom) async throws {
        var random = numbers
        var counted = 0
        for _ in 0..<random.number(in: 1...5) {
            let times = random.number(in: 1...3)
            for _ in 0..<times { core.fire(event: Counted(amount: 1)) }
            counted += times
            if random.chance(50) { try await sim.sleep(for: .milliseconds(random.number(in: 0...30))) }
            guard random.chance(60) else { continue }
            let sum = await core.read { $0.sum }
            try await sim.expect("read \(sum) after \(counted) of its own") { sum >= counted }
            await core.settled()
            for listener in listeners {
                try await sim.expect("settled at \(sum), delivered \(listener.delivered)") {
                    (listener.delivered.last ?? 0) >= sum
                }
            }
        }
    }

    /// Stores the received value at the end of the update.
    private final class Listener: Sendable {
        private let isEvery: Bool
        private let numbers = Guarded<[Int]>([])
        private let subscription: Subscription

        init(_ name: String, isEvery: Bool, to core: Core<Tally>, in sim: Simulation) {
            self.isEvery = isEvery
            let random = Guarded(sim.random.split(named: "listener \(name)"))
            subscription = core.subscribe(to: \.sum, delivery: isEvery ? .every(limit: 1_000) : .latest) {
                [numbers] sum in
                try? await sim.sleep(for: .milliseconds(random.withLock { $0.number(in: 0...40) }))
                numbers.withLock { $0.append(sum) }
            }
        }

        var delivered: [Int] { numbers.withLock { $0 } }

        /// Each value, or newer ones only.
        var isInOrder: Bool {
            let delivered = delivered
            return zip(delivered, delivered.dropFirst()).allSatisfy { isEvery ? $1 == $0 + 1 : $1 > $0 }
        }
    }
}
