@testable import Reactor
import ReactorTesting
import Testing

@Suite("A core for a child state")
struct ScopeTests {
    @Test("Two child states of one type are distinguished, even by one subscriber")
    func twoParts() async {
        let core = Core(state: Desk())
        let (left, right) = (core.scope(to: \.left), core.scope(to: \.right))
        let texts = Recorder<String>()
        left.add(subscriber: texts, selecting: \.text)
        right.add(subscriber: texts, selecting: \.text)
        let wholes = Recorder<Search>()
        left.add(subscriber: wholes)
        right.add(subscriber: wholes)
        let lengths = Recorder<Int>()
        left.add(subscriber: lengths, selector: { $0.text.count })
        right.add(subscriber: lengths, selector: { $0.text.count })
        await core.settled()
        core.fire(event: SearchTyped(text: "l"))
        await core.settled()
        core.fire(event: RightTyped(text: "rr"))
        await core.settled()
        #expect(texts.values == ["", "", "l", "rr"])
        #expect(wholes.values.map(\.text) == ["", "", "l", "rr"])
        #expect(lengths.values == [0, 0, 1, 2])
    }

    @Test("A subscriber that is added through two cores for the same child state is one subscriber")
    func samePart() async {
        let core = Core(state: Desk())
        let recorder = Recorder<String>()
        core.scope(to: \.left).add(subscriber: recorder, selecting: \.text)
        core.scope(to: \.left).add(subscriber: recorder, selecting: \.text)
        await core.settled()
        core.fire(event: SearchTyped(text: "a"))
        await core.settled()
        #expect(recorder.values == ["", "a"])
    }

    @Test("A child state at the start of the whole state is not confused with it")
    func atTheStart() async {
        let core = Core(state: Level(below: Level(below: Search())))
        // Both begin at distance 0 and have states of different types.
        let outer = Recorder<Level<Level<Search>>>()
        let inner = Recorder<Int>()
        core.add(subscriber: outer)
        core.scope(to: \.below).add(subscriber: inner, selecting: \.number)
        core.fire(event: Noted(3))
        await core.settled()
        #expect(outer.values.last?.below.number == 3)
        #expect(inner.values.last == 3)
    }

    @Test("A computed child state is read through its getter")
    func computed() async {
        let core = Core(state: Desk())
        let joined = core.scope(to: \.joined)
        let texts = Recorder<String>()
        joined.add(subscriber: texts, selecting: \.text)
        await core.settled()
        joined.fire(event: SearchTyped(text: "l"))
        joined.fire(event: RightTyped(text: "r"))
        #expect(await joined.state.text == "lr")
        #expect(await joined.isPresent)
        await core.settled()
        #expect(texts.values == ["", "lr"])
        #expect(await joined.fire(command: FindResults()).end == "finished")
        #expect(await core.state.left.results == ["lr 1", "lr 2"])
    }

    @Test("The core that a command received has scopes that belong to the command, also of optional states and of rows")
    func ofACommand() async {
        let reports = Reports()
        let state = Level(below: Gallery(shown: Detail(id: 1), details: [Detail(id: 2)]))
        let core = Core(state: state, runtime: .testing(reports))
        let gate = TestGate<Void>()
        let handle = core.perform { core in
            try? await gate.wait()
            let gallery = core.scope(to: \.below)
            gallery.fire(event: DetailChosen(id: 3))
            gallery.scope(to: \.shown, default: Detail(id: 0)).fire(event: Noted(1))
            gallery.scope(to: \.details, id: 2, default: Detail(id: 0)).fire(event: DetailNoted(id: 2, number: 1))
        }
        await gate.arrived()
        handle.cancel()
        #expect(await handle.end == "cancelled")
        gate.open()
        await core.close()
        #expect(reports.refusals.map(\.reason) == [.late, .late, .late])
        #expect(await core.state == state)
    }

    @Test("Over a core pinned to the main actor, a read after fire in the same job includes the event")
    @MainActor
    func pinned() {
        let core = Core(state: Drawer(search: Search()), runtime: .main)
        let search = core.scope(to: \.search, default: Search(text: "none"))
        search.fire(event: SearchTyped(text: "a"))
        #expect(search.assumeIsolated { $0.state.text } == "a")
        search.fire(event: DrawerShut())
        #expect(search.assumeIsolated { $0.state.text } == "none")
    }
}
