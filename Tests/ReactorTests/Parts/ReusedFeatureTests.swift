import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// One feature with its command, its subscriber and its tests, in every parent that has it. The tests know no parent.
@Suite("A feature in any parent")
struct ReusedFeatureTests {
    enum Parent: CaseIterable {
        case none, stored, optional, fiveLevelsDeep

        /// A core for the feature, in a parent of this kind; it keeps the parent's engine alive.
        func core(_ reports: Reports) -> Core<Search> {
            switch self {
            case .none: return Core(state: Search(), runtime: .testing(reports))
            case .stored: return Core(state: Desk(), runtime: .testing(reports)).scope(to: \.left)
            case .optional:
                return Core(state: Drawer(search: Search()), runtime: .testing(reports))
                    .scope(to: \.search, default: Search())
            case .fiveLevelsDeep:
                let state = Level(below: Level(below: Level(below: Level(below: Level(below: Search())))))
                let core = Core(state: state, runtime: .testing(reports))
                return core.scope(to: \.below).scope(to: \.below).scope(to: \.below).scope(to: \.below)
                    .scope(to: \.below)
            }
        }
    }

    @Test("Its command receives its state and changes it", arguments: Parent.allCases)
    func command(parent: Parent) async {
        let core = parent.core(Reports())
        core.fire(event: SearchTyped(text: "a"))
        let handle = core.fire(command: FindResults())
        #expect(await handle.end == "finished")
        #expect(await core.state.results == ["a 1", "a 2"])
        await core.idle()
    }

    @Test("Subscribers of the feature and loops over its members receive its states", arguments: Parent.allCases)
    func subscriber(parent: Parent) async {
        let core = parent.core(Reports())
        let whole = Recorder<Search>()
        let text = Recorder<String>()
        core.add(subscriber: whole)
        core.add(subscriber: text, selecting: \.text)
        let delivered = Locked<[Int]>([])
        let subscription = core.subscribe(to: \.results) { results in delivered.withLock { $0.append(results.count) } }
        var loop = core.updates(of: \.text).makeAsyncIterator()
        #expect(await loop.next() == "")
        await core.settled()
        core.fire(event: SearchTyped(text: "a"))
        #expect(await loop.next() == "a")
        await core.settled()
        core.fire(event: ResultsFound(results: ["x"]))
        await core.settled()
        #expect(whole.values.map(\.text) == ["", "a", "a"])
        #expect(text.values == ["", "a"])
        #expect(delivered.copy == [0, 1])
        withExtendedLifetime(subscription) {}
    }

    @Test("An ObservableCore of it shows its state", arguments: Parent.allCases)
    @MainActor
    func mirror(parent: Parent) async {
        let core = parent.core(Reports())
        let mirror = ObservableCore(core)
        #expect(mirror.text == "")
        mirror.fire(event: SearchTyped(text: "a"))
        await mirror.settled()
        #expect(mirror.text == "a")
        #expect(mirror[\.text.count] == 1)
    }

    @Test("Its reset cancels the commands of its type, and refuses their later events", arguments: Parent.allCases)
    func reset(parent: Parent) async {
        let reports = Reports()
        let core = parent.core(reports)
        let gate = TestGate<Void>()
        let handle = core.fire(command: FindLate(gate: gate), options: CommandOptions(owner: Search.self))
        await gate.arrived()
        core.fire(event: Reset<Search>())
        #expect(await handle.end == "cancelled")
        gate.open()
        await reports.reached(1)
        #expect(reports.refusals.map(\.reason) == [.late])
        #expect(await core.state == Search())
    }
}
