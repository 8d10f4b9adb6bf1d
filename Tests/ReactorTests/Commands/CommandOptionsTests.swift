import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Options of commands")
struct CommandOptionsTests {
    let gate = TestGate<Void>()
    let core = Core(state: Notes(), runtime: .testing())

    @Test("A command runs with its own options")
    func own() async {
        let first = core.fire(command: Polite(gate: gate))
        let second = core.fire(command: Polite(gate: gate))
        #expect(await first.end == "cancelled")
        core.fire(event: Reset<Screen>())
        #expect(await second.end == "cancelled")
        gate.open()
    }

    @Test("The caller can change some of the options, and the others stay")
    func changed() async {
        let first = core.fire(command: Polite(gate: gate)) { $0.owners = [] }
        await gate.arrived()
        core.fire(event: Reset<Screen>())
        let second = core.fire(command: Polite(gate: gate)) { $0.policy = .drop }
        #expect(await second.end == "dropped")
        gate.open()
        #expect(await first.end == "finished")
    }

    @Test("The caller can replace all options")
    func replaced() async {
        let handles = (0..<2).map { _ in core.fire(command: Polite(gate: gate), options: .default) }
        await gate.arrived(2)
        core.fire(event: Reset<Screen>())
        core.cancel(id: "polite")
        gate.open()
        for handle in handles { #expect(await handle.end == "finished") }
    }

    @Test("Ids made from equal values of two types do not group commands, and a name repeats in each run")
    func typedIDs() async {
        let first = core.fire(command: Polite(gate: gate), options: CommandOptions(id: CommandID(Finder.Work.find)))
        core.fire(command: Note(1), options: CommandOptions(id: CommandID(Album.Work.find), policy: .restart))
        await gate.arrived()
        core.cancel(id: CommandID(Album.Work.find))
        core.cancel(id: CommandID(Finder.Work.page(2)))
        core.cancel(id: "find")
        await core.settled()
        core.cancel(id: CommandID(Finder.Work.find))
        #expect(await first.end == "cancelled")
        #expect(CommandID(Finder.Work.find).description == "ReactorTests.Finder.Work.find")
        #expect(CommandID(Finder.Work.page(2)).description == "ReactorTests.Finder.Work.page(2)")
        gate.open()
    }

    @Test("They are read once, when the command is fired, even if it is retried")
    func readOnce() async {
        let reads = Locked(0)
        let clock = ManualClock()
        let core = Core(state: Notes(), runtime: .testing(clock: clock, random: { .max }))
        let handle = core.fire(command: Counting(reads: reads))
        for _ in 0..<2 {
            await clock.sleepers(1)
            clock.advance(by: .seconds(5))
        }
        _ = await handle.outcome
        #expect(reads.copy == 1)
    }
}

/// Restarts, and belongs to a screen.
private struct Polite: Command {
    let gate: TestGate<Void>
    var options: CommandOptions { CommandOptions(id: "polite", policy: .restart, owner: Screen.self) }

    func execute(state: Notes, core: Core<Notes>) async { try? await gate.wait() }
}

private struct Counting: Command {
    let reads: Locked<Int>

    var options: CommandOptions {
        reads.withLock { $0 += 1 }
        return CommandOptions(retry: .exponential(attempts: 3, base: .seconds(4), cap: .seconds(4)))
    }

    func execute(state: Notes, core: Core<Notes>) throws { throw Broken() }
}

private enum Finder {
    enum Work: Hashable { case find, page(Int) }
}

private enum Album {
    enum Work: Hashable { case find }
}
