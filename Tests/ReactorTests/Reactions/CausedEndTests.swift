import Reactor
import ReactorTesting
import Testing

@Suite("Law 7: the end of a command is attributed to the command that caused it")
struct CausedEndTests {
    @Test("With an observer and without reactions, a failed child ends the child state of its parent, which finishes")
    func observed() async {
        for hasFiredBefore in [false, true] {
            var runtime = Runtime.testing()
            runtime.observers = [SilentObserver()]
            let core = Core(state: Study(lamp: Study.Lamp()), runtime: runtime)
            if hasFiredBefore {
                _ = await core.perform { core in core.fire(event: LampLit(2)) }.outcome
                await core.settled()
            }
            let handle = core.scope(to: \.lamp, default: Study.Lamp()).perform { lamp in
                _ = await lamp.perform { _ in throw Broken(number: 11) }.outcome
                await lamp.settled()
                try Task.checkCancellation()
            }
            #expect(await handle.end == "finished", "\(hasFiredBefore)")
            #expect(await core.state.lamp == nil)
        }
    }

    @Test("A command that a reaction cancels after a timeout ends on behalf of the commands that led to it")
    func timedOut() async {
        let (clock, gate) = (ManualClock(), TestGate<Void>())
        let core = Core(
            state: Study(isOpen: true),
            reactions: [
                .on(LampLit.self) { event in event.number == 1 ? Sluggish() : nil },
                .on(CommandEnded.self) { event in event.id == "slow" ? Guardian() : nil },
                .while(\.isOpen) {
                    Hours { core in
                        core.fire(event: LampLit(1))
                        try await gate.wait()
                        core.fire(event: LampLit(4))
                    }
                },
            ], runtime: .testing(clock: clock))
        let guardian = core.fire(command: Guardian())
        await gate.arrived()
        await clock.sleepers(1)
        clock.advance(by: .seconds(7))
        _ = await guardian.outcome
        await core.settled()
        #expect(await !core.state.isOpen)
        gate.open()
        _ = await core.updates(of: \.lit).first { $0.last == 4 || $0.contains(-1) }
        #expect(await core.state.lit == [1, 4])
        core.cancelAll()
    }

    @Test("A command in a child state of a row ends with it, although == of the row does not compare it")
    func uncomparedPart() async {
        let core = Core(state: Study(drawers: [Study.Drawer(id: 5, lamp: Study.Lamp())]), runtime: .testing())
        let lamp = core.scope(to: \.drawers, id: 5, default: Study.Drawer(id: 5)).scope(
            to: \.lamp, default: Study.Lamp())
        let handle = lamp.perform { _ in try await TestGate<Void>().wait() }
        await core.settled()
        core.fire(event: DrawerEmptied(drawer: 5))
        await core.settled()
        #expect(await core.state.drawers[id: 5]?.lamp == nil)
        #expect(await handle.end == "cancelled")
    }
}

private struct Study: State {
    struct Lamp: State, Equatable { mutating func react(to event: any Event) {} }

    /// Two drawers with one id are equal.
    struct Drawer: State, Identifiable, Equatable {
        let id: Int
        var lamp: Lamp?
        static func == (left: Drawer, right: Drawer) -> Bool { left.id == right.id }
        mutating func react(to event: any Event) {}
    }

    var isOpen = false
    var lamp: Lamp?
    var drawers: KeyedRows<Int, Drawer> = []
    var lit: [Int] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as LampLit: lit.append(event.number)
        case let event as DrawerEmptied: try? drawers.replaceAll(with: [Drawer(id: event.drawer)])
        case let event as CommandEnded:
            lamp = nil
            switch event.outcome {
            case .cancelled where event.id == "guard": isOpen = false
            case .cancelled: lit.append(-1)
            default: break
            }
        default: break
        }
    }
}

private struct LampLit: Event {
    let number: Int
    init(_ number: Int) { self.number = number }
}

private struct DrawerEmptied: Event { let drawer: Int }

/// Times out after seven seconds.
private struct Sluggish: Command {
    var options: CommandOptions { CommandOptions(id: "slow", timeout: .seconds(7)) }
    func execute(state: Study, core: Core<Study>) async throws { try await TestGate<Void>().wait() }
}

/// Runs until another one replaces it.
private struct Guardian: Command {
    var options: CommandOptions { CommandOptions(id: "guard", policy: .restart) }
    func execute(state: Study, core: Core<Study>) async throws { try await TestGate<Void>().wait() }
}

private struct Hours: Command {
    let body: nonisolated(nonsending) @Sendable (Core<Study>) async throws -> Void

    init(_ body: nonisolated(nonsending) @escaping @Sendable (Core<Study>) async throws -> Void) { self.body = body }

    nonisolated(nonsending) func execute(state: Study, core: Core<Study>) async throws { try await body(core) }
}

private struct SilentObserver: CommandObserver {}
