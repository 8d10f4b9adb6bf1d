import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Law 7: every command ends once")
struct CommandsEndTests {
    @Test("A canceled command ends as canceled immediately, although its body continues")
    func cancelled() async {
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.fire(command: NoteAfter(gate, 1), options: CommandOptions(id: "note"))
        await gate.arrived()
        handle.cancel()
        #expect(await handle.end == "cancelled")
        #expect(await core.state.ends == ["note cancelled"])
        gate.open()
    }

    @Test("A body that observes its cancellation, throws and returns ends the command as canceled")
    func cancelledBody() async {
        let clock = ManualClock()
        let core = Core(state: Notes(), runtime: .testing(clock: clock))
        let handle = core.fire(command: Errand { _, _ in try await clock.sleep(for: .seconds(1)) })
        await clock.sleepers(1)
        handle.cancel()
        #expect(await handle.end == "cancelled")
        await clock.sleepers(0)
        #expect(await core.state.ends == ["cancelled"])
    }

    @Test("A body that throws CancellationError on its own ends the command as canceled")
    func threwCancellation() async {
        let core = Core(state: Notes(), runtime: .testing())
        #expect(await core.fire(command: Errand { _, _ in throw CancellationError() }).end == "cancelled")
    }

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
        #expect(state.numbers.count + state.ends.count + counts.refusedAsLate >= Loops.rounds(of: 2_000))
    }

    @Test("All waiters for an outcome receive the same one, early or late")
    func manyWaiters() async {
        let gate = Gate<Void>()
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
        let gate = Gate<Void>()
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

    @Test(
        "For random commands, cancellations and resets each command ends once, in one way",
        arguments: 0..<10 as Range<UInt64>)
    func randomCommands(seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        var handles: [CommandHandle] = []
        for number in 0..<300 {
            let policy = CommandPolicy.allCases.randomElement(using: &random) ?? .parallel
            let id = ["a", "b", "c"].randomElement(using: &random).map { CommandID($0) }
            let options = CommandOptions(
                id: id, policy: policy, owner: Bool.random(using: &random) ? Screen.self : nil)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: handles.append(core.fire(command: NoteAfter(gate, number), options: options))
            case 1: handles.append(core.fire(command: Errand { _, _ in throw Broken() }, options: options))
            case 2: core.fire(event: Reset<Screen>())
            case 3: handles.randomElement(using: &random)?.cancel()
            case 4: core.cancel(id: "a")
            case 5: gate.letThrough()
            default: handles.append(core.fire(command: Note(number), options: options))
            }
        }
        gate.open()
        await core.idle()
        var ends: [String: Int] = [:]
        for handle in handles { ends[await handle.end, default: 0] += 1 }
        let state = await core.state
        #expect(ends.values.reduce(0, +) == handles.count, "seed \(seed)")
        #expect(state.ends.filter { $0.hasSuffix("cancelled") }.count == ends["cancelled", default: 0], "seed \(seed)")
        #expect(
            state.ends.filter { $0.contains("failed") }.count == ends["failed: broken 0", default: 0], "seed \(seed)")
        #expect(Set(state.numbers).count == state.numbers.count, "seed \(seed)")
    }
}
