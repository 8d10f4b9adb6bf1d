import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Commands, Resets and groups")
struct ResetAndGroupTests {
    @Test("A group with a Reset, fired from a command of that scope, is applied whole")
    func groupsStayWhole() async {
        let core = Core(state: Notes())
        let handle = core.perform(options: CommandOptions(owner: Notes.self)) { core in
            core.fire(events: [Noted(1), Reset<Notes>(), Noted(2)])
            core.fire(event: Noted(3))
        }
        _ = await handle.outcome
        await core.settled()
        #expect(await core.read { $0.numbers } == [2])
    }

    @Test("A command that starts in the place a Reset has freed sees the state after the Reset")
    func startsAfterTheReset() async {
        let core = Core(state: Notes())
        let runs = Gate<Void>()
        core.fire(event: Noted(1))
        core.perform(options: CommandOptions(id: "one", policy: .parallel, max: 1, owner: Notes.self)) { _ in
            await runs.wait()
        }
        let seen = Locked<[Int]?>(nil)
        let waiting = core.fire(
            command: LookAtNumbers(seen: seen),
            options: CommandOptions(id: "one", policy: .parallel, max: 1, owners: []))
        await runs.arrived()
        core.fire(event: Reset<Notes>())
        _ = await waiting.outcome
        #expect(seen.copy == [])
        runs.open()
    }

    @Test("A command that waited for a place, and is canceled in the group that frees it, never runs and ends")
    func cancelledWhileHeld() async {
        let core = Core(state: Notes())
        let runs = Gate<Void>()
        core.perform(options: CommandOptions(id: "one", policy: .parallel, max: 1, owner: Notes.self)) { _ in
            await runs.wait()
        }
        let seen = Locked<[Int]?>(nil)
        let waiting = core.fire(
            command: LookAtNumbers(seen: seen),
            options: CommandOptions(id: "one", policy: .parallel, max: 1, owner: Int.self))
        await runs.arrived()
        core.fire(events: [Reset<Notes>(), Reset<Int>()])
        guard case .cancelled = await waiting.outcome else {
            Issue.record("it was not cancelled")
            return
        }
        runs.open()
        await core.close()
        #expect(seen.copy == nil)
    }

    @Test("Two commands that both wait for the core to be idle do not wait for each other")
    func idleInTwoCommands() async {
        let core = Core(state: Notes())
        let both = Gate<Void>()
        let handles = (0..<2).map {
            core.perform(options: CommandOptions(id: "\($0)")) { core in
                both.arrive()
                await both.arrived(2)
                await core.idle()
            }
        }
        for handle in handles { _ = await handle.outcome }
        await core.idle()
    }
}

private struct LookAtNumbers: Command {
    let seen: Locked<[Int]?>

    func execute(state: Notes, core: Core<Notes>) { seen.withLock { $0 = state.numbers } }
}
