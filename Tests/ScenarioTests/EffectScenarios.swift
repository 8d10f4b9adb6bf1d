import Reactor
import ReactorTesting
import Testing

/// Scenarios that the suites of TCA describe for effects.
@Suite("Commands, as TCA's suites describe effects")
struct EffectScenarios {
    private func command(
        _ text: String, _ gate: TestGate<Void>? = nil, _ core: Core<Counter>,
        _ change: (inout CommandOptions) -> Void = { _ in }
    ) -> CommandHandle {
        core.fire(command: LogText(text: text, gate: gate), change)
    }

    @Test("An effect that is canceled by its id fires nothing any more")
    func cancelID() async {
        let (core, gate) = (Core(state: Counter()), TestGate<Void>())
        let handle = command("late", gate, core) { $0.id = "search" }
        await gate.arrived()
        core.cancel(id: "search")
        gate.open()
        #expect(await handle.outcome.isCancelled)
        await core.idle()
        #expect(await core.state.log == [])
        #expect(await core.counts.refused(.late) <= 1)
    }

    @Test("One cancellation ends every effect with the id, and no effect with another id")
    func several() async {
        let (core, gate) = (Core(state: Counter()), TestGate<Void>())
        let cancelled = (0..<3).map { command("\($0)", gate, core) { $0.id = "a" } }
        let other = command("other", gate, core) { $0.id = "b" }
        await gate.arrived(4)
        core.cancel(id: "a")
        gate.open()
        for handle in cancelled { #expect(await handle.outcome.isCancelled) }
        #expect(await other.outcome.isFinished)
        #expect(await core.state.log == ["other"])
    }

    @Test("A cancellation before anything runs does no harm, and ends nothing that starts later")
    func cancelBefore() async {
        let core = Core(state: Counter())
        core.cancel(id: "a")
        let handle = command("runs", nil, core) { $0.id = "a" }
        #expect(await handle.outcome.isFinished)
        #expect(await core.state.log == ["runs"])
    }

    @Test("Two effects run at the same time, and the first to end is the first in the state")
    func merged() async {
        let (core, slow, fast) = (Core(state: Counter()), TestGate<Void>(), TestGate<Void>())
        let handles = [command("slow", slow, core), command("fast", fast, core)]
        await slow.arrived()
        await fast.arrived()
        fast.open()
        #expect(await handles[1].outcome.isFinished)
        slow.open()
        #expect(await handles[0].outcome.isFinished)
        #expect(await core.state.log == ["fast", "slow"])
    }

    @Test("Debounced, only the last effect of a burst runs, once it has been quiet")
    func debounce() async throws {
        let core = TestCore(state: Counter())
        for number in 1...3 {
            try await core.fire(command: LogText(text: "\(number)")) {
                ($0.id, $0.debounce) = ("a", .milliseconds(100))
            }
            await core.advance(by: .milliseconds(60))
        }
        await core.advance(by: .milliseconds(40))
        try await core.receive(Logged(text: "3")) { $0.log = ["3"] }
        try await core.finish()
    }

    @Test("Throttled, the first effect runs immediately, and the newest of the others after the interval")
    func throttle() async throws {
        let core = TestCore(state: Counter())
        func fire(_ text: String) async throws {
            try await core.fire(command: LogText(text: text)) { ($0.id, $0.throttle) = ("a", .milliseconds(100)) }
        }
        try await fire("1")
        try await core.receive(Logged(text: "1")) { $0.log = ["1"] }
        try await fire("2")
        try await fire("3")
        await core.advance(by: .milliseconds(99))
        try await core.launchedNone()
        await core.advance(by: .milliseconds(1))
        try await core.receive(Logged(text: "3")) { $0.log = ["1", "3"] }
        try await core.finish()
    }

    @Test("A long-lived effect fires as long as its condition holds")
    func longLived() async throws {
        let core = TestCore(state: Counter(), reactions: [.while(\.isTracking) { Tick() }])
        try await core.fire(event: Tracking(isOn: true)) { $0.isTracking = true }
        for count in 1...3 {
            await core.advance(by: .seconds(1))
            try await core.receive(Added()) { $0.count = count }
        }
        try await core.fire(event: Tracking(isOn: false)) { $0.isTracking = false }
        try await core.receive(CommandEnded.self)
        await core.advance(by: .seconds(5))
        try await core.finish()
    }

    private struct Tick: Command {
        func execute(state: Counter, core: Core<Counter>) async throws {
            while true {
                try await core.runtime.clock.sleep(for: .seconds(1))
                core.fire(event: Added())
            }
        }
    }

    private enum Name: DependencyKey {
        static var liveValue: String { "live" }
        static var testValue: String? { "test" }
    }

    @Test("A dependency has its live value in an app, its test value in a test, and the value that overrides it")
    func dependencies() async throws {
        #expect(Core(state: Counter()).dependencies[Name.self] == "live")
        #expect(TestCore(state: Counter()).core.dependencies[Name.self] == "test")
        let core = TestCore(state: Counter(), dependencies: Dependencies(.test) { $0[Name.self] = "mine" })
        #expect(core.core.dependencies[Name.self] == "mine")
    }
}

extension CommandOutcome {
    var isFinished: Bool { if case .finished = self { true } else { false } }
    var isCancelled: Bool { if case .cancelled = self { true } else { false } }
    var isDropped: Bool { if case .dropped = self { true } else { false } }
    var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}
