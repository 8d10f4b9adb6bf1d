import Observation
@testable import Reactor
import Testing

@MainActor
@Suite("An ObservableCore that is read")
struct ReadingTests {
    @Test("A value that cannot be compared counts as changed after every event", arguments: Lying.allCases)
    func withoutEquality(lying: Lying) async {
        let app = lying.mirror(Shelf())
        let reader = Reader { _ = app.label }
        let path = Reader { _ = app[\.label] }
        app.core.fire(event: Ticked())
        await app.settled()
        #expect([reader, path].map(\.invalidations) == [1, 1])
    }

    @Test("Over a core on the main actor, a read is exact in the same job in which an event was fired")
    func sameTurn() {
        let app = Lying.onMain.mirror(Shelf())
        app.core.fire(event: Put(\.first, 1))
        #expect(app.first == 1)
        app.fire(events: [Put(\.first, 2), Put(\.second, 3)])
        #expect((app.first, app[\.second]) == (2, 3))
        nonisolated func fireFromNowhere(_ core: Core<Shelf>) { core.fire(event: Put(\.first, 4)) }
        fireFromNowhere(app.core)
        #expect(app.first == 4, "waiting events are applied for the read")
    }

    @Test("A reader that fires while it reads is notified of later changes", arguments: Lying.allCases)
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
}
