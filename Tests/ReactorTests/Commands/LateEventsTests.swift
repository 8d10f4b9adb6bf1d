import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite("Late events: events of a canceled command are refused")
struct LateEventsTests {
    @Test("Events that the body fires after its cancellation are refused")
    func body() async {
        let reports = Reports()
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let handle = core.perform { core in
            core.fire(event: Noted(1))
            await gate.wait()
            core.fire(event: Noted(2))
            core.fire(events: [Noted(3), Noted(4)])
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await reports.reached(3)
        #expect(await core.state.numbers == [1])
        #expect(await core.counts.refusedAsLate == 3)
    }

    @Test("Events that a completion handler on another thread fires after the cancellation are refused")
    func completionHandler() async {
        let reports = Reports()
        let gate = Gate<Void>()
        let answer = Locked<(@Sendable () -> Void)?>(nil)
        let core = Core(state: Notes(), runtime: .testing(reports))
        let handle = core.perform { core in
            answer.withLock { $0 = { core.fire(event: Noted(1)) } }
            await gate.wait()
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        await onThreads(1) { _ in answer.copy?() }
        #expect(await core.state.numbers == [])
        #expect(reports.refusals.map(\.reason) == [.late])
        gate.open()
    }

    @Test("Events that detached and child tasks of a command fire after the cancellation are refused")
    func tasksOfACommand() async {
        let gate = Gate<Void>()
        let done = Gate(isOpen: true)
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.perform { core in
            Task.detached {
                await gate.wait()
                core.fire(event: Noted(1))
                done.arrive()
            }
            async let child: Void = {
                await gate.wait()
                core.fire(event: Noted(2))
                done.arrive()
            }()
            await child
        }
        await gate.arrived(2)
        handle.cancel()
        _ = await handle.outcome
        gate.open()
        await done.arrived(2)
        #expect(await core.state.numbers == [])
        #expect(await core.counts.refusedAsLate == 2)
    }

    @Test("Events that a command fires after it has returned are applied, unless its scope was reset")
    func afterReturning() async {
        let answers = Locked<[@Sendable () -> Void]>([])
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.perform(options: CommandOptions(owner: Screen.self)) { core in
            answers.withLock { $0 = [{ core.fire(event: Noted(1)) }, { core.fire(event: Noted(2)) }] }
        }
        #expect(await handle.end == "finished")
        answers.copy.first?()
        #expect(await core.state.numbers == [1])
        core.fire(event: Reset<Screen>())
        answers.copy.last?()
        #expect(await core.state.numbers == [1])
        #expect(await core.counts.refusedAsLate == 1)
        #expect(await handle.end == "finished")
    }

    @Test("The order of firing decides about late events: events before the Reset are applied, events after it are not")
    func orderDecides() async {
        let facade = Locked<Core<Notes>?>(nil)
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.perform(options: CommandOptions(owner: Screen.self)) { core in
            facade.withLock { $0 = core }
        }
        _ = await handle.outcome
        facade.copy?.fire(event: Noted(1))
        core.fire(event: Reset<Screen>())
        facade.copy?.fire(event: Noted(2))
        core.fire(event: Noted(3))
        #expect(await core.state.numbers == [1, 3])
        facade.withLock { $0 = nil }
    }

    @Test("Commands launched after the Reset, in the same scope, still fire")
    func laterCommands() async {
        let core = Core(state: Notes(), runtime: .testing())
        let options = CommandOptions(owner: Screen.self)
        core.fire(event: Reset<Screen>())
        let handle = core.fire(command: Note(1), options: options)
        #expect(await handle.end == "finished")
        #expect(await core.state.numbers == [1])
    }

    @Test("A command that a canceled command fires is refused, ends as dropped, and is reported with its cause")
    func commandOfALateOne() async {
        let reports = Reports()
        let facade = Locked<Core<Notes>?>(nil)
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing(reports))
        let handle = core.perform { core in
            facade.withLock { $0 = core }
            await gate.wait()
        }
        await gate.arrived()
        handle.cancel()
        _ = await handle.outcome
        let child = facade.copy?.fire(command: Note(1))
        #expect(await child?.end == "dropped")
        await core.settled()
        #expect(reports.refusals.map(\.type) == ["Note"])
        #expect(reports.refusals.first?.cause?.launch == 1)
        #expect(await core.state.numbers == [])
        gate.open()
        facade.withLock { $0 = nil }
    }

    @Test("A command inherits the scopes of the command that fires it, and is canceled with them")
    func inheritedScopes() async {
        let gate = Gate<Void>()
        let child = Locked<CommandHandle?>(nil)
        let free = Locked<CommandHandle?>(nil)
        let core = Core(state: Notes(), runtime: .testing())
        let parent = core.perform(options: CommandOptions(owner: Screen.self)) { core in
            let handle = core.fire(command: NoteAfter(gate, 1))
            child.withLock { $0 = handle }
            let other = core.fire(command: NoteAfter(gate, 2), options: CommandOptions(owners: []))
            free.withLock { $0 = other }
        }
        #expect(await parent.end == "finished")
        await gate.arrived(2)
        core.fire(event: Reset<Screen>())
        let end = await child.copy?.end
        #expect(end == "cancelled")
        gate.open()
        let freeEnd = await free.copy?.end
        #expect(freeEnd == "finished")
        await core.settled()
        #expect(await core.state.numbers == [2])
    }

    @Test("Events that a command fires after its timeout are refused")
    func timedOut() async {
        let gate = Gate<Void>()
        let clock = ManualClock()
        let reports = Reports()
        let core = Core(state: Notes(), runtime: .testing(reports, clock: clock))
        let handle = core.fire(command: NoteAfter(gate, 1), options: CommandOptions(timeout: .seconds(1)))
        await gate.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        _ = await handle.outcome
        gate.open()
        await reports.reached(1)
        #expect(await core.state.numbers == [])
        #expect(reports.refusals.map(\.reason) == [.late])
    }

    @Test(
        "A child task of a command that has returned fires late events after every kind of cancellation",
        arguments: 0..<7)
    func everyCancellation(kind: Int) async {
        let reports = Reports()
        let fires = Locked<[@Sendable () -> Void]>([])
        let core = Core(
            state: Notes(), reactions: { For(\.first) { _ in Keep(fires: fires) } }, runtime: .testing(reports))
        let options = CommandOptions(id: "keep", owner: Screen.self)
        if kind == 6 { core.fire(event: Noted(7)) }
        await core.idle()
        let handle = kind == 6 ? nil : core.fire(command: Keep(fires: fires), options: options)
        await core.idle()
        let free = core.fire(command: Keep(fires: fires), options: CommandOptions(id: "free", owners: []))
        #expect(await free.end == "finished")
        let before = await core.state.numbers
        switch kind {
        case 0: core.cancelAll()
        case 1: core.cancel(id: "keep")
        case 2: core.cancel(owner: Screen.self)
        case 3: handle?.cancel()
        case 4: core.fire(event: Reset<Screen>())
        case 5: await core.close()
        default: core.fire(event: Reset<Notes>())
        }
        for fire in fires.copy { fire() }
        await core.settled()
        let freeIsApplied = kind != 0 && kind != 5
        #expect(await core.state.numbers == (kind == 6 ? [] : before) + (freeIsApplied ? [9] : []), "kind \(kind)")
        #expect(reports.refusals.map(\.reason) == (kind == 5 ? [.closed] : freeIsApplied ? [.late] : [.late, .late]))
        // Commands that are fired after the cancellation are not meant by it.
        guard kind != 5 else { return }
        #expect(await core.fire(command: Note(3), options: options).end == "finished")
        #expect(await core.state.numbers.last == 3)
    }

    @Test("The cancellation of an id covers the commands of the child state, ended or not, and leaves nothing behind")
    func cancelledIDs() async {
        let fires = Locked<[@Sendable () -> Void]>([])
        let core = Core(state: Notes(), runtime: .testing())
        for number in 0..<200 {
            let options = CommandOptions(id: CommandID("row \(number)"))
            _ = await core.fire(command: Keep(fires: fires), options: options).outcome
        }
        await core.idle()
        for number in 0..<100 { core.cancel(id: CommandID("row \(number)")) }
        for fire in fires.copy { fire() }
        await core.settled()
        #expect(await core.state.numbers.count == 100)
        #expect(await core.counts.refusedAsLate == 100)
        fires.withLock { $0 = [] }
        for number in 0..<200 {
            let options = CommandOptions(id: CommandID("other row \(number)"))
            _ = await core.fire(command: Note(number), options: options).outcome
        }
        await core.idle()
        #expect(await core.retiredSlots <= 130)
    }

    @Test("The core's own event at the end of a canceled command is never late")
    func ownWord() async {
        let gate = Gate<Void>()
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.fire(
            command: NoteAfter(gate, 1), options: CommandOptions(id: "note", owner: Screen.self))
        await gate.arrived()
        core.fire(event: Reset<Screen>())
        #expect(await handle.end == "cancelled")
        #expect(await core.state.ends == ["note cancelled"])
        gate.open()
    }
}

/// Returns immediately, while its child task continues until the test lets it fire.
private struct Keep: Command {
    let fires: Locked<[@Sendable () -> Void]>

    func execute(state: Notes, core: Core<Notes>) { fires.withLock { $0.append { core.fire(event: Noted(9)) } } }
}

extension Notes { fileprivate var first: Int? { numbers.first == 7 ? 7 : nil } }

extension Core { fileprivate var retiredSlots: Int { engine.commands.retiredCount } }
