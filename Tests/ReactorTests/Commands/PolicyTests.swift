import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Policies of commands with one id")
struct PolicyTests {
    @Test("Enqueue continues without a body that exceeds its grace period, and reports it")
    func grace() async {
        let (clock, reports) = (ManualClock(), Reports())
        let stage = Stage(.enqueue, count: 1, runtime: .testing(reports, clock: clock), grace: .seconds(3))
        await stage.gate.arrived()
        stage.handles[0].cancel()
        let next = stage.core.fire(command: Note(9), options: stage.options)
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await next.end == "finished")
        #expect(
            reports.sentences == [
                "Errand (launch 1) was canceled and its body did not return within its grace, so the commands that waited "
                    + "for it continue. Check Task.isCancelled in the body, or increase CommandOptions.grace."
            ])
        stage.gate.open()
    }

    @Test("Without an id, two types of the same name in different places are not grouped")
    func sameNameInDifferentPlaces() async {
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let options = CommandOptions(policy: .drop)
        let first = core.fire(command: Here.Load(gate: gate), options: options)
        await gate.arrived()
        #expect(await core.fire(command: There.Load(), options: options).end == "finished")
        gate.open()
        #expect(await first.end == "finished")
    }

    @Test("Without an id, closures are grouped by their place in the source")
    func closuresWithoutID() async {
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let options = CommandOptions(policy: .drop)
        var handles: [CommandHandle] = []
        for _ in 0..<2 { handles.append(core.perform(options: options) { _ in await gate.wait() }) }
        #expect(await handles[1].end == "dropped")
        #expect(await core.perform(options: options) { $0.fire(event: Noted(1)) }.end == "finished")
        gate.open()
        #expect(await handles[0].end == "finished")
    }
}

private enum Here {
    struct Load: Command {
        let gate: Gate<Void>
        func execute(state: Notes, core: Core<Notes>) async { await gate.wait() }
    }
}

private enum There {
    struct Load: Command {
        func execute(state: Notes, core: Core<Notes>) {}
    }
}

/// Some commands with one id, fired in a row, each of which waits at the gate and then notes its number.
private struct Stage {
    let gate = Gate<Void>()
    let core: Core<Notes>
    let options: CommandOptions
    let handles: [CommandHandle]
    /// The number of running bodies, and its maximum.
    let most = Locked((now: 0, most: 0))

    init(
        _ policy: CommandPolicy, max: Int? = nil, count: Int, runtime: Runtime = .testing(),
        grace: Duration = .seconds(5)
    ) {
        let core = Core(state: Notes(), runtime: runtime)
        let options = CommandOptions(id: "a", policy: policy, max: max, grace: grace)
        self.core = core
        self.options = options
        handles = (0..<count).map { [gate, most] number in
            core.fire(
                command: Errand { _, core in
                    most.withLock { most in
                        most.now += 1
                        most.most = Swift.max(most.most, most.now)
                    }
                    await gate.wait()
                    core.fire(event: Noted(number))
                    most.withLock { $0.now -= 1 }
                }, options: options)
        }
    }

    func ends() async -> [String] {
        var ends: [String] = []
        for handle in handles { ends.append(await handle.end) }
        return ends
    }
}
