import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("The middleware that names unhandled events")
struct UnhandledEventMiddlewareTests {
    private struct Ignored: Event {}
    private struct AlsoIgnored: Event {}

    private let names = Locked<[String]>([])

    private func makeCore(refusing refuses: @escaping @Sendable (any Event) -> Bool = { _ in false }) -> Core<Notes> {
        let unhandled = UnhandledEventMiddleware<Notes> { [names] name in
            names.withLock { $0.append(name.split(separator: ".").last.map(String.init) ?? name) }
        }
        return Core(state: Notes(), middlewares: [unhandled, Bouncer(refuses: refuses)], runtime: .testing())
    }

    @Test("Names the events that did not change the state, each type once, and no others")
    func names() async {
        let core = makeCore()
        core.fire(event: Noted(1))
        core.fire(event: Ignored())
        core.fire(events: [Noted(2), AlsoIgnored(), Ignored()])
        await core.settled()
        #expect(names.copy == ["Ignored", "AlsoIgnored"])
    }

    @Test("Names a Reset without a reaction, even if it ended a command, whose end is an event in between")
    func resetThatEndsACommand() async {
        let core = makeCore()
        let gate = TestGate<Void>()
        let handle = core.perform(options: CommandOptions(id: "a", owner: Screen.self)) { _ in try? await gate.wait() }
        await gate.arrived()
        core.fire(event: Reset<Screen>())
        #expect(await handle.end == "cancelled")
        #expect(await core.state.ends == ["a cancelled"])
        #expect(names.copy == ["Screen>"], "the Reset, and not the event of the end")
        gate.open()
    }

    @Test("The middleware does not report a Reset that was handled while it ended a command")
    func resetThatIsHandled() async {
        let core = makeCore()
        let gate = TestGate<Void>()
        core.fire(event: Noted(1))
        let handle = core.perform(options: CommandOptions(owner: Notes.self)) { _ in try? await gate.wait() }
        await gate.arrived()
        core.fire(event: Reset<Notes>())
        #expect(await handle.end == "cancelled")
        #expect(await core.state.numbers == [])
        #expect(names.copy == [])
        gate.open()
    }

    @Test("An event that another middleware refused is not named, and does not hide the next one")
    func refused() async {
        let count = Locked(0)
        let core = makeCore { event in
            guard event is Ignored else { return false }
            return count.withLock { count in
                count += 1
                return count == 1
            }
        }
        core.fire(events: [Ignored(), Noted(1), Ignored()])
        await core.settled()
        #expect(names.copy == ["Ignored"])
    }
}
