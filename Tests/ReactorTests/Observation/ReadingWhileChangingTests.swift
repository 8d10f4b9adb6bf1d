import Observation
@testable import Reactor
import Testing

/// Readers that change the value that they read, or run together with such readers, within one job of the main actor.
@MainActor
@Suite("An ObservableCore that is read while the state changes")
struct ReadingWhileChangingTests {
    private let app = Lying.onMain.mirror(Shelf())

    private func settle() async { await app.settled() }

    @Test("A reader that changes the value it has read, before it observes, is invalidated when it observes")
    func changedBeforeListening() async {
        var seen: [Int] = []
        let reader = Reader { [app] in
            seen.append(app.first)
            if app.first < 3 { app.fire(event: Put(\.first, app.first + 3)) }
        }
        await settle()
        #expect(seen == [0] && app.first == 3)
        #expect(reader.invalidations == 1)
        reader.read()
        await settle()
        #expect(seen == [0, 3] && reader.invalidations == 1)
    }

    @Test("A reader that sees the value return before it observes is not invalidated")
    func cameBack() async {
        let reader = Reader { [app] in
            _ = app.second
            app.fire(event: Put(\.second, 9))
            app.fire(event: Put(\.second, 0))
        }
        await settle()
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
        await settle()
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
        await settle()
        #expect(listening.invalidations == 1)
        #expect(changing.invalidations == 1)
    }

    @Test("It discards key paths without observers, and none with observers")
    func forgets() async {
        let core = Core(state: Row.Table(), runtime: .testing(executor: .main))
        let app = ObservableCore(core)
        let early = Reader { _ = app[\.[3]] }
        for number in 0..<20_000 { _ = app[\.[number]] }
        #expect(app.members.count + app.staleMembers.count + app.changedThisTurn.count < 5_000)
        await app.settled()
        #expect(early.invalidations == 0)
        app.fire(event: Noted(3))
        #expect(early.invalidations == 1)
    }
}

/// Values by number, each with its own key path.
private enum Row {
    struct Table: State {
        var values: [Int: Int] = [:]
        subscript(number: Int) -> Int { values[number, default: 0] }

        mutating func react(to event: any Event) {
            if let event = event as? Noted { values[event.number, default: 0] += 1 }
        }
    }
}
