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

    @Test("Settled inside an update counts that update as delivered")
    func settledInsideAnUpdate() async {
        let (first, second) = (Recorder<Int>(), Recorder<Int>())
        let one = core.subscribe(to: \.sum) { [core] value in
            await core.settled()
            await first.update(with: value)
        }
        let two = core.subscribe(to: \.sum) { [core] value in
            await core.settled()
            await second.update(with: value)
        }
        core.fire(event: Noted(1))
        await first.gate.arrived()
        await second.gate.arrived()
        await core.settled()
        one.cancel()
        two.cancel()
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

    @Test("Idle waits for commands, for what they fire, and for the commands that those fire")
    func idleWaitsForAll() async {
        core.perform { core in
            core.fire(event: Noted(1))
            core.perform { core in
                _ = await core.state
                core.fire(event: Noted(2))
                core.fire(command: Note(3))
            }
        }
        await core.idle()
        #expect(await core.state.numbers == [1, 2, 3])
    }

    @Test("Idle waits for commands that a subscriber fires")
    func idleWaitsForSubscribers() async {
        let subscription = core.subscribe(to: \.numbers) { [core] numbers in
            if numbers == [1] { core.fire(command: Note(2)) }
        }
        core.fire(event: Noted(1))
        await core.idle()
        #expect(await core.state.numbers == [1, 2])
        subscription.cancel()
    }

    @Test("Idle inside a command does not wait for that command, but for others")
    func idleInsideACommand() async {
        let gate = Gate<Void>()
        let other = core.fire(command: NoteAfter(gate, 1))
        let seen = Locked<[Int]>([])
        let handle = core.perform { core in
            gate.open()
            await core.idle()
            let numbers = await core.state.numbers
            seen.withLock { $0 = numbers }
        }
        #expect(await handle.end == "finished")
        #expect(await other.end == "finished")
        #expect(seen.copy == [1])
    }

    @Test("Idle inside an update does not wait for that update")
    func idleInsideAnUpdate() async {
        let done = Gate(isOpen: true)
        let subscription = core.subscribe(to: \.sum) { [core] _ in
            await core.idle()
            done.arrive()
        }
        await done.arrived()
        subscription.cancel()
    }

    @Test("Idle does not wait for the body of a cancelled command")
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
