import Observation
@testable import Reactor
import Testing

/// Readers that change the value that they read, or run together with such readers, within one job of the main actor.
@MainActor
@Suite("An ObservableCore that is read while the state changes")
struct ReadingWhileChangingTests {
    private let app = Lying.onMain.mirror(Shelf())

    @Test("A reader that changes the value it has read, before it observes, is invalidated when it observes")
    func changedBeforeListening() async {
        var seen: [Int] = []
        let reader = Reader { [app] in
            seen.append(app.first)
            if app.first < 3 { app.fire(event: Put(\.first, app.first + 3)) }
        }
        await app.settled()
        #expect(seen == [0] && app.first == 3)
        #expect(reader.invalidations == 1)
        reader.read()
        await app.settled()
        #expect(seen == [0, 3] && reader.invalidations == 1)
    }

    @Test("A reader that sees the value return before it observes is not invalidated")
    func cameBack() async {
        let reader = Reader { [app] in
            _ = app.second
            app.fire(event: Put(\.second, 9))
            app.fire(event: Put(\.second, 0))
        }
        await app.settled()
        #expect(reader.invalidations == 0)
        app.fire(event: Put(\.second, 1))
        #expect(reader.invalidations == 1)
    }

    @Test("A key path and a value that cannot be compared are not missed either")
    func otherKinds() async {
        let path = Reader { [app] in
            _ = app[\.box.width]
            app.fire(event: Put(\.box.width, 5))
        }
        let label = Reader { [app] in
            _ = app.label.text
            app.fire(event: Put(\.first, 5))
        }
        await app.settled()
        #expect(path.invalidations == 1 && label.invalidations == 1)
    }

    @Test("An observing reader is notified once, before the change returns, regardless of other readers in between")
    func beside() async {
        let listening = Reader { [app] in _ = app.first }
        let changing = Reader { [app] in
            for step in 1...4 {
                app.fire(event: Put(\.first, step))
                _ = app.first
            }
        }
        #expect(listening.invalidations == 1)
        await app.settled()
        #expect(listening.invalidations == 1)
        #expect(changing.invalidations == 1)
    }
}
