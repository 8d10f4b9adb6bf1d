import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 7: every command ends once")
struct CommandsEndTests {
    @Test("A command canceled before it started never starts")
    func cancelledBeforeStart() async {
        let core = Core(state: Notes(), runtime: .testing())
        for number in 0..<Loops.rounds(of: 2_000) {
            let handle = core.fire(command: Note(number))
            handle.cancel()
            _ = await handle.outcome
        }
        await core.idle()
        let state = await core.state
        // Either it had ended before its cancellation was processed, or it had no effect.
        let counts = await core.counts
        #expect(state.numbers.count + state.ends.count + counts.refused(.late) >= Loops.rounds(of: 2_000))
    }

    @Test("All waiters for an outcome receive the same one, early or late")
    func manyWaiters() async {
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.fire(command: NoteAfter(gate, 1))
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { await handle.end } }
            await gate.arrived()
            gate.open()
            for await end in group { #expect(end == "finished") }
        }
        #expect(await handle.end == "finished")
    }

    @Test("The end of a command is an event in the order, before the events of its successor")
    func endComesFirst() async {
        let gate = TestGate<Void>()
        let log = EventLog()
        let core = Core(state: Notes(), middlewares: [log], runtime: .testing())
        let options = CommandOptions(id: "note", policy: .restart)
        core.fire(command: NoteAfter(gate, 1), options: options)
        await gate.arrived()
        #expect(await core.fire(command: Note(2), options: options).end == "finished")
        await core.settled()
        #expect(log.all.map { "\(type(of: $0))" } == ["CommandEnded", "Noted"])
        let ended = log.all.first as? CommandEnded
        #expect(ended?.launch == 1)
        #expect(ended?.id == "note")
        #expect(ended?.command == "NoteAfter")
        #expect(ended?.outcome.description == "cancelled")
        gate.open()
    }
}
