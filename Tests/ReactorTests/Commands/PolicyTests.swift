import Reactor
import ReactorTesting
import Testing

@Suite("Policies of commands with one id")
struct PolicyTests {
    @Test("Enqueue continues without a body that exceeds its grace period, and reports it")
    func grace() async {
        let (clock, reports, gate) = (ManualClock(), Reports(), TestGate<Void>())
        let core = Core(state: Notes(), runtime: .testing(reports, clock: clock))
        let options = CommandOptions(id: "a", policy: .enqueue, grace: .seconds(3))
        let first = core.fire(command: NoteAfter(gate, 1), options: options)
        await gate.arrived()
        first.cancel()
        let next = core.fire(command: Note(9), options: options)
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        #expect(await next.end == "finished")
        #expect(
            reports.sentences == [
                "NoteAfter (launch 1) was canceled and its body did not return within its grace, so the commands that "
                    + "waited for it continue. Check Task.isCancelled in the body, or increase CommandOptions.grace."
            ])
        gate.open()
    }

    @Test("Without an id, two types of the same name in different places are not grouped")
    func sameNameInDifferentPlaces() async {
        let gate = TestGate<Void>()
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
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let options = CommandOptions(policy: .drop)
        var handles: [CommandHandle] = []
        for _ in 0..<2 { handles.append(core.perform(options: options) { _ in try? await gate.wait() }) }
        #expect(await handles[1].end == "dropped")
        #expect(await core.perform(options: options) { $0.fire(event: Noted(1)) }.end == "finished")
        gate.open()
        #expect(await handles[0].end == "finished")
    }
}

private enum Here {
    struct Load: Command {
        let gate: TestGate<Void>
        func execute(state: Notes, core: Core<Notes>) async { try? await gate.wait() }
    }
}

private enum There {
    struct Load: Command {
        func execute(state: Notes, core: Core<Notes>) {}
    }
}
