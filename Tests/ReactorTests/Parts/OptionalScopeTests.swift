import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@Suite("A core for a child state that may be nil")
struct OptionalScopeTests {
    let reports = Reports()
    let gate = TestGate<Void>()

    func drawer(_ state: Drawer = Drawer()) -> Core<Drawer> { Core(state: state, runtime: .testing(reports)) }

    @Test("An event fired into a child state that is nil is refused, counted and reported")
    func refusals() async {
        let core = drawer()
        let search = core.scope(to: \.search, default: Search())
        search.fire(event: SearchTyped(text: "a"))
        search.fire(events: [SearchTyped(text: "b"), SearchTyped(text: "c")])
        let handle = search.fire(command: FindResults())
        #expect(await handle.end == "dropped")
        #expect(await core.counts.refused(.absent) == 3)
        #expect(await core.counts.refusedCommands == 1)
        #expect(await core.counts.applied == 0)
        #expect(await core.counts.total == 3)
        #expect(reports.refusals.map(\.reason) == [.absent, .absent, .absent, .absent])
        #expect(reports.refusals.map(\.type) == ["SearchTyped", "SearchTyped", "SearchTyped", "FindResults"])
    }

    @Test("Whether the child state exists is decided when an event is processed")
    func inTheOrder() async {
        let core = drawer()
        let search = core.scope(to: \.search, default: Search())
        core.fire(event: DrawerOpened())
        search.fire(event: SearchTyped(text: "a"))
        core.fire(event: DrawerShut())
        search.fire(event: SearchTyped(text: "b"))
        core.fire(event: DrawerOpened())
        #expect(await search.state.text == "")
        #expect(await core.counts.applied == 4)
        #expect(await core.counts.refused(.absent) == 1)
    }

    @Test("A prediction into a child state that is nil is refused")
    func prediction() async {
        let core = drawer()
        let search = core.scope(to: \.search, default: Search())
        let prediction = search.predict(SearchTyped(text: "a"))
        #expect(await core.pending.isEmpty)
        prediction.commit()
        #expect(await core.counts.refused(.absent) == 1)
        #expect(reports.refusals.map(\.reason) == [.absent])
    }

    @Test("A subscriber of each event sees the state without the child state before the end of its commands")
    func everyState() async {
        struct Both: State, Equatable {
            var drawer = Drawer(search: Search())
            var ends = 0

            mutating func react(to event: any Event) {
                drawer.react(to: event)
                if event is CommandEnded { ends += 1 }
            }
        }
        let core = Core(state: Both())
        let delivered = Recorder<Both>()
        core.add(subscriber: delivered, delivery: .every)
        let search = core.scope(to: \.drawer).scope(to: \.search, default: Search())
        let handle = search.fire(command: FindLate(gate: gate))
        await gate.arrived()
        core.fire(event: DrawerShut())
        #expect(await handle.end == "cancelled")
        await core.settled()
        #expect(delivered.values.map(\.ends) == [0, 0, 1])
        #expect(delivered.values.map { $0.drawer.search == nil } == [false, true, true])
        gate.open()
    }

    @Test("A child state inside a removed child state is removed with it")
    func nested() async {
        struct House: State, Equatable {
            var drawer: Drawer? = Drawer(search: Search())

            mutating func react(to event: any Event) {
                if event is Reset<House> { drawer = nil } else { drawer?.react(to: event) }
            }
        }
        let core = Core(state: House(), runtime: .testing(reports))
        let drawer = core.scope(to: \.drawer, default: Drawer(number: -1))
        let search = drawer.scope(to: \.search, default: Search(text: "none"))
        let number = Recorder<Int>()
        drawer.add(subscriber: number, selecting: \.number)
        let handle = search.fire(command: FindLate(gate: gate))
        await gate.arrived()
        search.fire(event: SearchTyped(text: "a"))
        #expect(await search.state.text == "a")
        core.fire(event: Reset<House>())
        search.fire(event: SearchTyped(text: "b"))
        #expect(await handle.end == "cancelled")
        #expect(await search.state.text == "none")
        #expect(await drawer.state.number == -1)
        #expect(reports.refusals.map(\.reason) == [.absent])
        await core.settled()
        #expect(number.values == [0])
        gate.open()
    }

    @Test("A child state with another id is another one: the previous commands are canceled, subscriptions continue")
    func otherIdentity() async {
        let core = Core(state: Gallery(shown: Detail(id: 1)), runtime: .testing(reports))
        let shown = core.scope(to: \.shown, default: Detail(id: 0))
        let ids = Recorder<Int>()
        shown.add(subscriber: ids, selecting: \.id)
        await core.settled()
        let handle = shown.fire(command: NoteDetailAfter(gate: gate, number: 1))
        await gate.arrived()
        core.fire(event: Noted(7))
        #expect(await core.state.shown?.notes == [7])
        core.fire(event: DetailChosen(id: 2))
        #expect(await handle.end == "cancelled")
        await core.settled()
        gate.open()
        await reports.reached(2)
        #expect(ids.values == [1, 2])
        #expect(await core.state.shown == Detail(id: 2))
        #expect(reports.refusals.map(\.reason) == [.late, .late])
    }

    @Test("A child state inside a replaced child state is another one, too, although both are present")
    func otherIdentityAround() async {
        struct Page: State, Identifiable {
            var id: Int
            var search: Search? = Search()

            mutating func react(to event: any Event) { search?.react(to: event) }
        }
        struct Book: State {
            var page: Page? = Page(id: 1)

            mutating func react(to event: any Event) {
                if let event = event as? DetailChosen { page = event.id.map { Page(id: $0) } }
                page?.react(to: event)
            }
        }
        let core = Core(state: Book(), runtime: .testing(reports))
        let search = core.scope(to: \.page, default: Page(id: 0)).scope(to: \.search, default: Search())
        let handle = search.fire(command: FindLate(gate: gate))
        await gate.arrived()
        core.fire(event: DetailChosen(id: 2))
        await core.settled()
        gate.open()
        #expect(await handle.end == "cancelled")
        await core.close()
        #expect(await search.state.results == [])
        #expect(reports.refusals.map(\.reason) == [.late])
    }

    @Test("Later events of a finished command are refused if its child state was replaced in the meantime")
    func lateCallback() async {
        let core = Core(state: Gallery(shown: Detail(id: 1)), runtime: .testing(reports))
        let shown = core.scope(to: \.shown, default: Detail(id: 0))
        let callback = Locked<(@Sendable () -> Void)?>(nil)
        let handle = shown.perform { core in
            callback.withLock { $0 = { core.fire(event: Noted(1)) } }
        }
        #expect(await handle.end == "finished")
        callback.call()
        core.fire(event: DetailChosen(id: 2))
        callback.call()
        #expect(await core.state.shown == Detail(id: 2))
        #expect(reports.refusals.map(\.reason) == [.absent])
    }
}

extension Locked<(@Sendable () -> Void)?> {
    func call() { withLock { $0 }?() }
}
