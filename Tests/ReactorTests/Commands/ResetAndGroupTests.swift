import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("Commands, Resets and groups")
struct ResetAndGroupTests {
    @Test(
        "A Reset from inside a command of its scope is applied, alone or with its whole group, and cancels that command",
        arguments: [false, true])
    func resetFromInside(isGroup: Bool) async {
        let core = Core(state: Notes(), runtime: .testing())
        let gate = TestGate<Void>()
        core.fire(event: Noted(1))
        let handle = core.perform(options: CommandOptions(owner: Notes.self)) { core in
            if isGroup {
                core.fire(events: [Noted(2), Reset<Notes>(), Noted(3)])
            } else {
                core.fire(event: Reset<Notes>())
            }
            core.fire(event: Noted(4))
            try? await gate.wait()
        }
        #expect(await handle.end == "cancelled")
        #expect(await core.state.numbers == (isGroup ? [3] : []))
        #expect(await core.counts.refused(.late) == 1)
        gate.open()
    }

    @Test("A Reset of a generic type cancels the commands in its scope, not those of another argument")
    func genericScope() async {
        let gate = TestGate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let ints = core.fire(command: NoteAfter(gate, 1), options: CommandOptions(owner: [Int].self))
        let strings = core.fire(command: NoteAfter(gate, 2), options: CommandOptions(owner: [String].self))
        await gate.arrived(2)
        core.fire(event: Reset<[Int]>())
        #expect(await ints.end == "cancelled")
        gate.open()
        #expect(await strings.end == "finished")
    }

    @Test("A command that starts in the place a Reset has freed sees the state after the Reset")
    func startsAfterTheReset() async {
        let core = Core(state: Notes())
        let runs = TestGate<Void>()
        core.fire(event: Noted(1))
        core.perform(options: CommandOptions(id: "one", policy: .parallel, max: 1, owner: Notes.self)) { _ in
            try? await runs.wait()
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
        let runs = TestGate<Void>()
        core.perform(options: CommandOptions(id: "one", policy: .parallel, max: 1, owner: Notes.self)) { _ in
            try? await runs.wait()
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
}

private struct LookAtNumbers: Command {
    let seen: Locked<[Int]?>

    func execute(state: Notes, core: Core<Notes>) { seen.withLock { $0 = state.numbers } }
}
