import Reactor
import ReactorTesting
import Testing

@Suite("Reactions")
struct ReactionTests {
    @Test("On starts the command that it creates for each event, after it, and nothing for nil")
    func on() async {
        let core = Core(
            state: Notes(),
            reactions: [.on(Noted.self) { event in event.number < 10 ? Note(event.number * 10) : nil }],
            runtime: .testing())
        core.fire(event: Noted(1))
        core.fire(event: Noted(20))
        core.fire(event: Noted(2))
        await core.idle()
        #expect(await core.state.numbers == [1, 20, 2, 10, 20])
    }

    @Test("On takes command options")
    func options() async {
        let gate = TestGate<Void>()
        let core = Core(
            state: Notes(),
            reactions: [
                .on(Noted.self, options: CommandOptions(id: "a", policy: .drop)) { event in
                    event.number < 10 ? NoteAfter(gate, event.number * 10) : nil
                }
            ], runtime: .testing())
        core.fire(events: [Noted(1), Noted(2)])
        await gate.arrived()
        gate.open()
        await core.idle()
        #expect(await core.state.numbers == [1, 2, 10])
    }

    @Test("On is not started by an event that a middleware refused")
    func refused() async {
        let core = Core(
            state: Notes(), middlewares: [Bouncer { $0 is Noted }], reactions: [.on(Noted.self) { _ in Note(1) }],
            runtime: .testing())
        core.fire(event: Noted(1))
        await core.idle()
        #expect(await core.counts.refused(.middleware) == 1)
    }

    @Test("Reactions may be listed by condition")
    func conditional() async {
        func makeCore(_ isLogging: Bool) -> Core<Notes> {
            Core(
                state: Notes(),
                reactions: [.on(Noted.self) { $0.number == 1 ? Note(isLogging ? 2 : 9) : nil }]
                    + (isLogging ? [.on(Noted.self) { $0.number == 2 ? Note(3) : nil }] : []), runtime: .testing())
        }
        for (isLogging, expected) in [(true, [1, 2, 3]), (false, [1, 9])] {
            let core = makeCore(isLogging)
            core.fire(event: Noted(1))
            await core.idle()
            #expect(await core.state.numbers == expected)
        }
    }
}

@Suite("Dependencies")
struct DependencyTests {
    @Test("A command reaches the service of its core's dependencies; another core has the live one")
    func overridden() async {
        let quoting = Errand { _, core in core.fire(event: Noted(core.dependencies.quote)) }
        let overridden = Core(state: Notes(), dependencies: Dependencies { $0.quote = 7 }, runtime: .testing())
        let live = Core(state: Notes(), runtime: .testing())
        _ = await overridden.fire(command: quoting).outcome
        _ = await live.fire(command: quoting).outcome
        #expect(await overridden.state.numbers == [7])
        #expect(await live.state.numbers == [1])
    }

    @Test("In a test context a dependency has its test value, unless overridden")
    func testValue() {
        #expect(Dependencies(.test).quote == 2)
        #expect(Dependencies(.test) { $0.quote = 5 }.quote == 5)
    }
}

private enum QuoteKey: DependencyKey {
    static var liveValue: Int { 1 }
    static var testValue: Int? { 2 }
}

extension Dependencies {
    fileprivate var quote: Int {
        get { self[QuoteKey.self] }
        set { self[QuoteKey.self] = newValue }
    }
}
