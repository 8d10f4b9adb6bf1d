import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

@Suite("Late events: events of a canceled command are refused")
struct LateEventsTests {
    @Test("Whatever a canceled command fires is refused: from its body, its tasks or a completion handler")
    func cancelled() async {
        let reports = Reports()
        let (gate, done) = (TestGate<Void>(), TestGate(isOpen: true))
        let handler = Locked<(@Sendable () -> CommandHandle)?>(nil)
        let core = Core(state: Notes(), runtime: .testing(reports))
        let handle = core.perform { core in
            core.fire(event: Noted(1))
            handler.withLock {
                $0 = {
                    core.fire(event: Noted(2))
                    return core.fire(command: Note(3))
                }
            }
            Task.detached {
                try? await gate.wait()
                core.fire(event: Noted(4))
                done.arrive()
            }
            async let child: Void = {
                try? await gate.wait()
                core.fire(event: Noted(5))
                done.arrive()
            }()
            try? await gate.wait()
            core.fire(event: Noted(6))
            core.fire(events: [Noted(7), Noted(8)])
            done.arrive()
            await child
        }
        await gate.arrived(3)
        handle.cancel()
        _ = await handle.outcome
        let fired = Locked<CommandHandle?>(nil)
        await onThreads(1) { _ in fired.withLock { $0 = handler.copy?() } }
        let end = await fired.copy?.end
        #expect(end == "dropped")
        gate.open()
        await done.arrived(3)
        #expect(await core.state.numbers == [1])
        #expect(await core.counts.refused(.late) == 6)
        #expect(reports.refusals.count == 7)
        #expect(reports.refusals.allSatisfy { $0.reason == .late && $0.cause?.launch == 1 })
        #expect(reports.refusals.filter { $0.type == "Note" }.count == 1)
        handler.withLock { $0 = nil }
    }

    @Test("The order of firing decides about late events: events before the Reset are applied, events after it are not")
    func orderDecides() async {
        let facade = Locked<Core<Notes>?>(nil)
        let core = Core(state: Notes(), runtime: .testing())
        let handle = core.perform(options: CommandOptions(owner: Screen.self)) { core in
            facade.withLock { $0 = core }
        }
        #expect(await handle.end == "finished")
        facade.copy?.fire(events: [Noted(1), Noted(2)])
        core.fire(event: Reset<Screen>())
        facade.copy?.fire(event: Noted(3))
        core.fire(event: Noted(4))
        #expect(await core.state.numbers == [1, 2, 4])
        #expect(await core.counts.refused(.late) == 1)
        #expect(await handle.end == "finished")
        facade.withLock { $0 = nil }
    }

    @Test("A command inherits the scopes of the command that fires it, and is canceled with them")
    func inheritedScopes() async {
        let gate = TestGate<Void>()
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
        #expect(await core.state == Notes(numbers: [2], ends: ["cancelled"]), "the event of the end is not late")
    }

    @Test(
        "A child task of a command that has returned fires late events after every kind of cancellation",
        arguments: 0..<7)
    func everyCancellation(kind: Int) async {
        let reports = Reports()
        let fires = Locked<[@Sendable () -> Void]>([])
        let core = Core(
            state: Notes(), reactions: [.for(\.first) { _ in Keep(fires: fires) }], runtime: .testing(reports))
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
        #expect(await core.counts.refused(.late) == 100)
        fires.withLock { $0 = [] }
        for number in 0..<200 {
            let options = CommandOptions(id: CommandID("other row \(number)"))
            _ = await core.fire(command: Note(number), options: options).outcome
        }
        await core.idle()
        #expect(await core.retiredSlots <= 130)
    }
}

/// Returns immediately, while its child task continues until the test lets it fire.
private struct Keep: Command {
    let fires: Locked<[@Sendable () -> Void]>

    func execute(state: Notes, core: Core<Notes>) { fires.withLock { $0.append { core.fire(event: Noted(9)) } } }
}

extension Notes { fileprivate var first: Int? { numbers.first == 7 ? 7 : nil } }

extension Core { fileprivate var retiredSlots: Int { engine.commands.retiredCount } }
