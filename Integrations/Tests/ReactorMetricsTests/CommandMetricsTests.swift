import Dispatch
import MetricsTestKit
import Reactor
import ReactorMetrics
import ReactorTesting
import Synchronization
import Testing

private struct Tally: State {
    var count = 0

    mutating func react(to event: any Event) {
        switch event {
        case is Up: count += 1
        case is Down: count -= 1
        case is Reset<Tally>: count = 0
        case let event as Hold: event.hold()
        default: break
        }
    }
}

private struct Up: Event {}
private struct Down: Event {}
private struct Broken: Error {}
/// Keeps the core busy.
private struct Hold: Event { var hold: @Sendable () -> Void }

/// Refuses every seventh event.
private final class Seventh: Middleware {
    private let seen = Mutex(0)

    func intercept(event: any Event, state: Tally) -> (any Event)? {
        let number = seen.withLock { seen in
            seen += 1
            return seen
        }
        return number.isMultiple(of: 7) ? nil : event
    }
}

@Suite("The metrics of a core")
struct CommandMetricsTests {
    private let factory = TestMetrics()

    private func core(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) -> (
        Core<Tally>, CommandMetrics
    ) {
        let metrics = CommandMetrics(core: "tally", factory: factory, now: now)
        var runtime = Runtime.live
        runtime.observers = [metrics]
        runtime.report = { metrics.report($0) }
        return (Core(state: Tally(), middlewares: [Seventh()], runtime: runtime), metrics)
    }

    @Test(
        "The metrics equal the counts of the core after ten thousand simulated events, and failed or dropped commands"
    )
    func counts() async throws {
        try await Simulation.check(seeds: 0..<3, options: SimulationOptions(turnLimit: 1_000_000)) { sim in
            let factory = TestMetrics()
            let metrics = CommandMetrics(core: "tally", factory: factory)
            var runtime = sim.runtime("tally")
            runtime.observers = [metrics]
            runtime.report = { metrics.report($0) }
            let core = Core(state: Tally(), middlewares: [Seventh()], runtime: runtime)
            sim.watch(core, "tally")
            let network = sim.service("network", faults: .flaky)
            var (random, launched) = (sim.random, 0)
            for _ in 1...11_000 {
                switch random.number(in: 0...99) {
                case 0...39: core.fire(event: Up())
                case 40...69: core.fire(event: Down())
                case 70...79: core.fire(events: [Up(), Down()])
                case 80...84: core.fire(event: Reset<Tally>())
                case 85...89:
                    let isKept = random.number(in: 0...1) == 0
                    try await core.optimistically(Up()) { _ in isKept ? .commit : .rollback() }
                case 90...97:
                    launched += 1
                    let policy: CommandPolicy = random.number(in: 0...1) == 0 ? .drop : .restart
                    core.perform("asks", options: CommandOptions(id: "one", policy: policy)) { core in
                        // A replaced command fires anyway, and is late.
                        defer { core.fire(event: Up()) }
                        try await network.call("ask") {}
                    }
                default: try await sim.sleep(for: .milliseconds(random.number(in: 1...100)))
                }
            }
            await sim.settled()
            let counts = await core.counts
            func sum(_ label: String, _ dimension: (String, String)? = nil) -> Int {
                factory.counters(label: label).filter { counter in
                    dimension.map { wanted in counter.dimensions.contains { $0 == wanted } } ?? true
                }.reduce(0) { $0 + Int($1.totalValue) }
            }
            try await sim.expect("applied") { sum("reactor_events_applied") == counts.applied }
            try await sim.expect("refused") {
                sum("reactor_refused") == counts.total - counts.applied + counts.refusedCommands
            }
            try await sim.expect("by the middleware") {
                sum("reactor_refused", ("reason", "middleware")) == counts.refused(.middleware)
            }
            try await sim.expect("as late") {
                sum("reactor_refused", ("reason", "late")) == counts.refused(.late) + counts.refusedCommands
            }
            let timers = factory.timers(label: "reactor_command_duration")
            try await sim.expect("ended") { timers.reduce(0) { $0 + $1.values.count } == launched }
            for outcome in ["finished", "failed", "cancelled", "dropped"] {
                sim.sometimes(outcome, timers.contains { $0.dimensions.contains { $0 == ("outcome", outcome) } })
            }
            sim.sometimes("late", counts.refused(.late) > 0)
            try await sim.expect("ten thousand") { counts.total >= 10_000 && counts.refused(.middleware) > 1_000 }
            let running = try factory.expectGauge("reactor_commands_running", [("core", "tally")]).lastValue
            try await sim.expect("none runs") { running == 0 }
        }
    }

    @Test("A command is timed from its launch to its end, by its outcome, and its retries are counted")
    func durations() async throws {
        let start = ContinuousClock.now
        let passed = Mutex(0)
        let (core, metrics) = core(now: { start + .seconds(passed.withLock { $0 }) })
        var options = CommandOptions()
        options.retry = .exponential(attempts: 3, base: .milliseconds(1), cap: .milliseconds(2))
        _ = await core.perform("slow", options: options) { _ in
            passed.withLock { $0 += 2 }
            throw Broken()
        }.outcome
        await core.settled()
        let dimensions = [("core", "tally"), ("command", "slow"), ("outcome", "failed")]
        let timer = try factory.expectTimer("reactor_command_duration", dimensions)
        #expect(timer.values == [6_000_000_000])
        let retries = try factory.expectCounter("reactor_command_retries", [("core", "tally"), ("command", "slow")])
        #expect(retries.totalValue == 2)
        metrics.sample(core)
        #expect(try factory.expectGauge("reactor_events_waiting", [("core", "tally")]).lastValue == 0)
    }

    @Test("Canceled and dropped commands are timed with these outcomes")
    func outcomes() async throws {
        let (core, _) = core()
        let gate = AsyncStream<Void>.makeStream()
        let waiting = core.perform("waits", options: CommandOptions(id: "one", policy: .drop)) { _ in
            for await _ in gate.stream {}
        }
        core.perform("is dropped", options: CommandOptions(id: "one", policy: .drop)) { _ in }
        await core.settled()
        waiting.cancel()
        await core.close()
        for (command, outcome) in [("waits", "cancelled"), ("is dropped", "dropped")] {
            let dimensions = [("core", "tally"), ("command", command), ("outcome", outcome)]
            #expect(try factory.expectTimer("reactor_command_duration", dimensions).values.count == 1)
        }
    }

    @Test("A sample contains the number of waiting events")
    func waitingEvents() async throws {
        let (core, metrics) = core()
        let (isHeld, held) = AsyncStream<Void>.makeStream()
        let released = DispatchSemaphore(value: 0)
        core.fire(
            event: Hold {
                held.yield()
                released.wait()
            })
        for await _ in isHeld { break }
        for _ in 1...3 { core.fire(event: Up()) }
        let waiting = core.waitingEvents
        metrics.sample(core)
        released.signal()
        #expect(waiting >= 3)
        #expect(try factory.expectGauge("reactor_events_waiting", [("core", "tally")]).lastValue == Double(waiting))
        await core.close()
    }

    @Test("A sample of predictions contains the number of pending predictions")
    func pendingPredictions() async throws {
        let (core, metrics) = core()
        let dimensions = [("core", "tally")]
        let (first, second) = (core.predict(Up()), core.predict(Up()))
        await core.settled()
        await metrics.samplePredictions(core)
        #expect(try factory.expectGauge("reactor_predictions_pending", dimensions).lastValue == 2)
        first.commit()
        await core.settled()
        await metrics.samplePredictions(core)
        #expect(try factory.expectGauge("reactor_predictions_pending", dimensions).lastValue == 1)
        second.rollback()
        await core.settled()
        await metrics.samplePredictions(core)
        #expect(try factory.expectGauge("reactor_predictions_pending", dimensions).lastValue == 0)
        await core.close()
    }
}
