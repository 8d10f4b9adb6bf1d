import Observation
@testable import Reactor
import Testing

@MainActor
@Suite("A mirror that is read")
struct ReadingTests {
    @Test("Invalidates the readers of what changed, and nobody else", arguments: Lying.allCases)
    func exactly(lying: Lying) async {
        let app = lying.mirror(Shelf())
        let first = Reader { _ = app.first }
        let second = Reader { _ = app.second }
        let both = Reader { _ = app.first + app.second }
        app.core.fire(event: Put(\.first, 1))
        await app.settled()
        #expect([first, second, both].map(\.invalidations) == [1, 0, 1])
        app.core.fire(event: Put(\.second, 1))
        await app.settled()
        #expect(
            [first, second, both].map(\.invalidations) == [1, 1, 1], "who did not read again is not notified again")
        #expect((app.first, app.second) == (1, 1))
    }

    @Test("A key path is tracked to its end, a member as a whole", arguments: Lying.allCases)
    func keyPaths(lying: Lying) async {
        let app = lying.mirror(Shelf())
        let width = Reader { _ = app[\.box.width] }
        let box = Reader { _ = app.box.width }
        let everything = Reader { _ = app[\.self] }
        app.core.fire(event: Put(\.box.height, 7))
        await app.settled()
        #expect([width, box, everything].map(\.invalidations) == [0, 1, 1])
        app.core.fire(event: Put(\.box.width, 7))
        await app.settled()
        #expect(width.invalidations == 1)
        #expect(app[\.box.width] == 7)
    }

    @Test("An equal value invalidates nobody", arguments: Lying.allCases)
    func equalValues(lying: Lying) async {
        let app = lying.mirror(Shelf(first: 5))
        let reader = Reader { _ = app.first }
        app.core.fire(event: Put(\.first, 5))
        app.core.fire(events: [Put(\.first, 6), Put(\.first, 5)])
        app.core.fire(event: Ticked())
        await app.settled()
        #expect(app.ticks == 1)
        #expect(reader.invalidations == 0)
    }

    @Test("A value that cannot be compared has changed after every event", arguments: Lying.allCases)
    func withoutEquality(lying: Lying) async {
        let app = lying.mirror(Shelf())
        let reader = Reader { _ = app.label }
        let path = Reader { _ = app[\.label] }
        app.core.fire(event: Ticked())
        await app.settled()
        #expect([reader, path].map(\.invalidations) == [1, 1])
    }

    @Test("A mirror made late shows the state of now", arguments: Lying.allCases)
    func late(lying: Lying) async {
        let core = Core(state: Shelf(), runtime: .testing(executor: lying.executor))
        core.fire(event: Put(\.first, 3))
        await core.settled()
        #expect(ObservableCore(core).first == 3)
    }

    @Test("Over a core on the main actor, a read is exact in the turn in which something was fired")
    func sameTurn() {
        let app = Lying.onMain.mirror(Shelf())
        app.core.fire(event: Put(\.first, 1))
        #expect(app.first == 1)
        app.fire(events: [Put(\.first, 2), Put(\.second, 3)])
        #expect((app.first, app[\.second]) == (2, 3))
        nonisolated func fireFromNowhere(_ core: Core<Shelf>) { core.fire(event: Put(\.first, 4)) }
        fireFromNowhere(app.core)
        #expect(app.first == 4, "what waits is applied for the read")
    }

    @Test("Over a core on the main actor, what is fired through the mirror invalidates before that returns")
    func firedHere() {
        let app = Lying.onMain.mirror(Shelf())
        let first = Reader { _ = app.first }
        let second = Reader { _ = app.second }
        app.fire(event: Put(\.first, 1))
        #expect([first, second].map(\.invalidations) == [1, 0])
        app.fire(events: [Put(\.second, 1)])
        #expect([first, second].map(\.invalidations) == [1, 1])
    }

    @Test("Over a core elsewhere, what was delivered last is shown until it has settled")
    func delivered() async {
        let executor = LaggingExecutor()
        let app = ObservableCore(Core(state: Shelf(), runtime: .testing(executor: .serial(executor))))
        let reader = Reader { _ = app.first }
        app.fire(event: Put(\.first, 1))
        #expect(app.first == 0)
        executor.catchUp()
        #expect((app.first, reader.invalidations) == (0, 0), "it is applied, and not delivered yet")
        executor.open()
        await app.settled()
        #expect((app.first, reader.invalidations) == (1, 1))
    }

    @Test("Readers who saw different values are invalidated each by its own")
    func readersOfDifferentAge() async {
        let app = Lying.onMain.mirror(Shelf(first: 1))
        let early = Reader { _ = app.first }
        app.core.fire(event: Put(\.first, 2))
        let late = Reader { _ = app.first }
        app.core.fire(event: Put(\.first, 1))
        await app.settled()
        #expect([early, late].map(\.invalidations) == [0, 1])
        app.core.fire(event: Put(\.first, 3))
        await app.settled()
        #expect([early, late].map(\.invalidations) == [1, 1])
    }

    @Test("A value that comes and goes within each turn leaves nothing behind; its readers are notified when it stays")
    func comesAndGoes() async {
        let app = Lying.onMain.mirror(Shelf())
        let zero = Reader { _ = app.first }
        for _ in 0..<100 {
            for value in [1, 2, 0] {
                app.core.fire(event: Put(\.first, value))
                #expect(app.first == value)
            }
            await app.settled()
        }
        #expect(app.superseded.isEmpty)
        #expect(zero.invalidations == 0, "whenever the core notified, it was what they saw")
        app.core.fire(event: Put(\.first, 1))
        await app.settled()
        #expect(zero.invalidations == 1)
    }

    @Test("A reader that fires while it reads is notified of what comes later", arguments: Lying.allCases)
    func firesWhileReading(lying: Lying) async {
        let app = lying.mirror(Shelf())
        let reader = Reader {
            _ = app.first
            app.fire(event: Put(\.first, app.first + 1))
            app.fire(event: Put(\.first, app.first + 1))
        }
        await app.settled()
        let before = reader.invalidations
        app.fire(event: Put(\.first, 100))
        await app.settled()
        #expect(reader.invalidations == max(before, 1))
    }

    @Test("A reader may read and fire when it is invalidated", arguments: Lying.allCases)
    func readsWhenInvalidated(lying: Lying) async {
        let app = lying.mirror(Shelf())
        withObservationTracking {
            _ = app.first
        } onChange: {
            MainActor.assumeIsolated {
                #expect(app.first == 1)
                app.fire(event: Put(\.second, app.first + 1))
            }
        }
        app.fire(event: Put(\.first, 1))
        await app.settled()
        await app.settled()
        #expect(app.second == 2)
    }

    @Test("Commands fired through the mirror are those of its core")
    func commands() async {
        struct Fill: Command {
            func execute(state: Shelf, core: Core<Shelf>) { core.fire(event: Put(\.first, state.first + 1)) }
        }
        let app = Lying.elsewhere.mirror(Shelf(first: 4))
        let handle = app.fire(command: Fill())
        #expect(await handle.end == "finished")
        await app.settled()
        #expect(app.first == 5)
    }
}
