import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Settled and idle")
struct IdleTests {
    let core = Core(state: Notes(), runtime: .testing())

    @Test("Settled returns when everything fired before is applied and delivered, to slow subscribers too")
    func settled() async {
        let recorder = Recorder<[Int]>()
        core.add(subscriber: recorder, selecting: \.numbers)
        for number in 0..<Loops.rounds(of: 2_000) {
            core.fire(event: Noted(number))
            await core.settled()
            #expect(recorder.values.last?.last == number)
        }
    }

    @Test("Settled does not wait for a command")
    func settledBesidesCommands() async {
        let gate = Gate<Void>()
        let handle = core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        await core.settled()
        gate.open()
        #expect(await handle.end == "finished")
    }

    @Test("Idle does not wait for the body of a canceled command")
    func idleBesidesCancelledBodies() async {
        let gate = Gate<Void>()
        let handle = core.fire(command: NoteAfter(gate, 1))
        await gate.arrived()
        handle.cancel()
        await core.idle()
        #expect(await handle.end == "cancelled")
        gate.open()
    }
}
