import Reactor
import ReactorTesting
import Testing

/// Scenarios that the suites of redux-saga and of the listener middleware of RTK describe.
@Suite("Reactions and commands, as redux-saga and RTK describe sagas and listeners")
struct ListenerScenarios {
    private func started(_ gate: TestGate<Void>, _ change: (inout CommandOptions) -> Void) -> Core<Counter> {
        var options = CommandOptions(id: "saga")
        change(&options)
        let chosen = options
        return Core(
            state: Counter(),
            reactions: [.on(Selected.self, options: chosen) { LogText(text: "\($0.id ?? 0)", gate: gate) }])
    }

    @Test("takeEvery: each event starts a separate command")
    func takeEvery() async {
        let gate = TestGate<Void>()
        let core = started(gate) { $0.id = nil }
        for id in 1...3 { core.fire(event: Selected(id: id)) }
        await gate.arrived(3)
        gate.open()
        await core.idle()
        #expect(await core.state.log.sorted() == ["1", "2", "3"])
    }

    @Test("takeLatest: a newer event cancels the command of the older one")
    func takeLatest() async {
        let gate = TestGate<Void>()
        let core = started(gate) { $0.policy = .restart }
        for id in 1...3 {
            core.fire(event: Selected(id: id))
            await gate.arrived(id)
        }
        gate.open()
        await core.idle()
        #expect(await core.state.log == ["3"])
    }

    @Test("takeLeading: events are ignored while a command runs")
    func takeLeading() async {
        let gate = TestGate<Void>()
        let core = started(gate) { $0.policy = .drop }
        core.fire(event: Selected(id: 1))
        await gate.arrived()
        core.fire(event: Selected(id: 2))
        await core.settled()
        gate.open()
        await core.idle()
        core.fire(event: Selected(id: 3))
        await core.idle()
        #expect(await core.state.log == ["1", "3"])
    }

    @Test("actionChannel: events are handled one at a time, in their order")
    func channel() async {
        let gate = TestGate<Void>()
        gate.open()
        let core = started(gate) { $0.policy = .enqueue }
        for id in 1...20 { core.fire(event: Selected(id: id)) }
        await core.idle()
        #expect(await core.state.log == (1...20).map(String.init))
    }

    @Test("A sliding buffer of one contains the newest waiting event")
    func sliding() async {
        let gate = TestGate<Void>()
        let core = started(gate) { $0.policy = .keepLatest }
        core.fire(event: Selected(id: 1))
        await gate.arrived()
        for id in 2...5 { core.fire(event: Selected(id: id)) }
        await core.settled()
        gate.open()
        await core.idle()
        #expect(await core.state.log == ["1", "5"])
    }

    @Test("A fork is joined by its outcome, and a canceled one ends as canceled")
    func fork() async {
        let (core, gate) = (Core(state: Counter()), TestGate<Void>())
        let joined = core.perform { core in core.fire(event: Added(amount: 3)) }
        let cancelled = core.perform { _ in try await gate.wait() }
        await gate.arrived()
        cancelled.cancel()
        gate.open()
        #expect(await joined.outcome.isFinished)
        #expect(await cancelled.outcome.isCancelled)
        #expect(await core.state.count == 3)
    }

    @Test("A command that fails ends no other command and no reaction")
    func isolated() async {
        let core = Core(
            state: Counter(), reactions: [.on(Selected.self) { event in FailOrLog(id: event.id) }],
            runtime: Runtime(report: { _ in }))
        core.fire(event: Selected(id: nil))
        core.fire(event: Selected(id: 2))
        await core.idle()
        #expect(await core.state.log == ["2"])
    }

    private struct FailOrLog: Command {
        let id: Int?

        func execute(state: Counter, core: Core<Counter>) async throws {
            guard let id else { throw Failure() }
            core.fire(event: Logged(text: "\(id)"))
        }
    }

    @Test("race: a command that takes longer than its timeout ends as failed")
    func race() async throws {
        let (core, gate) = (TestCore(state: Counter()), TestGate<Void>(heedsCancellation: true))
        let handle = try await core.fire(command: LogText(text: "late", gate: gate)) { $0.timeout = .seconds(2) }
        await core.advance(by: .seconds(2))
        #expect(try await core.receive(CommandEnded.self).outcome.error is CommandTimedOut)
        #expect(await handle.outcome.error is CommandTimedOut)
        try await core.finish()
    }

    @Test("retry: attempts are repeated until one succeeds")
    func retry() async throws {
        let (core, attempts) = (TestCore(state: Counter()), Notes<Int>())
        core.stub(LogText.self) { _, core in
            attempts.note(attempts.all.count)
            if attempts.all.count < 3 { throw Failure() }
            core.fire(event: Added())
        }
        try await core.fire(command: LogText(text: "a")) { $0.retry = .exponential(attempts: 5) }
        for _ in 1...2 { try await core.advanceToNextSleeper() }
        try await core.receive(Added()) { $0.count = 1 }
        #expect(attempts.all.count == 3)
        try await core.finish()
    }

    @Test("put: the events of one command have its order, whatever others fire in between")
    func put() async {
        let core = Core(state: Counter())
        let handles = (0..<4).map { number in
            core.perform { core in for step in 0..<25 { core.fire(event: Logged(text: "\(number) \(step)")) } }
        }
        for handle in handles { _ = await handle.outcome }
        let log = await core.state.log
        #expect(log.count == 100)
        for number in 0..<4 {
            #expect(log.filter { $0.hasPrefix("\(number) ") } == (0..<25).map { "\(number) \($0)" })
        }
    }

    @Test("condition: a command waits until the state fulfills a condition")
    func condition() async {
        let core = Core(state: Counter())
        let handle = core.perform { core in
            for await count in core.updates(of: \.count) where count >= 3 { break }
            core.fire(event: Logged(text: "three"))
        }
        for _ in 1...3 { core.fire(event: Added()) }
        #expect(await handle.outcome.isFinished)
        #expect(await core.state.log == ["three"])
    }

    @Test("A reaction sees its event after the reducer, and starts nothing if it returns nil")
    func filtered() async {
        let core = Core(
            state: Counter(), reactions: [.on(Added.self) { $0.amount > 1 ? LogText(text: "\($0.amount)") : nil }])
        core.fire(event: Added(amount: 1))
        core.fire(event: Added(amount: 2))
        await core.idle()
        #expect(await core.state.log == ["2"])
    }

    @Test("A reaction to a value starts again for each other value, and ends if there is no value")
    func forEachValue() async {
        let gate = TestGate<Void>()
        let core = Core(state: Counter(), reactions: [.for(\Counter.selected) { LogText(text: "\($0)", gate: gate) }])
        core.fire(event: Selected(id: 1))
        await gate.arrived(1)
        core.fire(event: Selected(id: 1))
        core.fire(event: Selected(id: 2))
        await gate.arrived(2)
        core.fire(event: Selected(id: nil))
        await core.settled()
        gate.open()
        await core.idle()
        #expect(await core.state.log == [])
        #expect(gate.arrivals == 2)
    }
}
