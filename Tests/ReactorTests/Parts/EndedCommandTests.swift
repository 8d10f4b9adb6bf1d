import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Commands that have returned, and whose callbacks still fire.
@Suite("Law 7: the callbacks of a command that has returned reach only the child state of the command")
struct EndedCommandTests {
    private let reports = Reports()

    /// A core with two rows and a panel, and the core of a command that ran in one of the three and has returned.
    private func returned(in place: Place) async -> (core: Core<House>, late: Core<Room>) {
        let core = Core(state: House.furnished, runtime: .testing(reports))
        let late = Locked<Core<Room>?>(nil)
        let room =
            switch place {
            case .row(let id): core.scope(to: \.rooms, id: id, default: Room(id: id))
            case .panel: core.scope(to: \.panel, default: Room(id: 0))
            }
        let handle = room.perform { core in late.withLock { $0 = core } }
        _ = await handle.outcome
        guard let kept = late.withLock({ $0.take() }) else { preconditionFailure("The command has stored its core.") }
        return (core, kept)
    }

    @Test("A callback does not reach a later child state with the same id", arguments: [Place.row(8), .panel])
    func laterChild(place: Place) async {
        let (core, late) = await returned(in: place)
        late.fire(event: Knocked())
        await core.settled()
        #expect(await core.state.knocks(in: place) == 1, "The child state still exists.")
        core.fire(event: Rebuilt { $0.remove(place) })
        core.fire(event: Rebuilt { $0.add(place) })
        late.fire(event: Knocked())
        #expect(await core.state.knocks(in: place) == 0)
        #expect(reports.refusals.map(\.reason) == [.absent])
    }

    @Test("A callback that removes its own child state does not reach a later one", arguments: [Place.row(8), .panel])
    func ownRemoval(place: Place) async {
        let (core, late) = await returned(in: place)
        late.fire(event: Rebuilt { $0.remove(place) })
        core.fire(event: Rebuilt { $0.add(place) })
        late.fire(event: Knocked())
        #expect(await core.state.knocks(in: place) == 0)
    }

    @Test("A command that removed its own child state and has returned does not reach a later one")
    func returnsAfterRemoval() async {
        let core = Core(state: House.furnished, runtime: .testing(reports))
        let (gate, late) = (TestGate<Void>(), Locked<(Core<Room>, Prediction)?>(nil))
        let handle = core.scope(to: \.rooms, id: 8, default: Room(id: 8)).perform { core in
            let removal = core.predict(Rebuilt { $0.remove(.row(8)) })
            late.withLock { $0 = (core, removal) }
            try? await gate.wait()
        }
        await gate.arrived()
        await core.settled()
        gate.open()
        _ = await handle.outcome
        late.copy?.1.commit()
        core.fire(event: Rebuilt { $0.add(.row(8)) })
        late.copy?.0.fire(event: Knocked())
        #expect(await core.state.knocks(in: .row(8)) == 0)
        late.withLock { $0 = nil }
    }

    @Test("If the prediction of a command removed its child state, its rollback lets the callbacks reach it again")
    func rolledBack() async {
        let (core, late) = await returned(in: .row(8))
        let removal = late.predict(Rebuilt { $0.remove(.row(8)) })
        await core.settled()
        removal.rollback()
        late.fire(event: Knocked())
        #expect(await core.state.knocks(in: .row(8)) == 1)
    }

    @Test("Commands that have returned are followed only as long as a callback retains their cores")
    func released() async {
        let core = Core(state: House.furnished, runtime: .testing(reports))
        let room = core.scope(to: \.rooms, id: 8, default: Room(id: 8))
        for _ in 0..<300 {
            for _ in 0..<10 { room.perform { _ in } }
            await core.idle()
        }
        core.fire(event: Rebuilt { _ in })
        await core.settled()
        #expect(core.engine.commandsInParts.isEmpty)
    }

    @Test("A reset of commands that no wish has started leaves nothing in the table of commands")
    func resetOfEventCommands() async {
        let core = Core(
            state: House.furnished, reactions: [.on(Knocked.self) { _ in Stay() }], runtime: .testing(reports))
        for _ in 0..<20 {
            core.fire(event: Knocked())
            core.fire(event: Reset<House>())
            await core.settled()
        }
        #expect(await core.counts.applied >= 60)
        #expect(core.engine.commands.reset.isEmpty)
        await core.close(grace: .zero)
    }
}

/// The place of a child state.
enum Place: Sendable { case row(Int), panel }

private struct Room: State, Identifiable {
    var id: Int
    var knocks = 0
    mutating func react(to event: any Event) { if event is Knocked { knocks += 1 } }
}

private struct House: State {
    var rooms: KeyedRows<Int, Room> = []
    var panel: Room?
    static let furnished = House(rooms: [Room(id: 3), Room(id: 8)], panel: Room(id: 0))

    mutating func react(to event: any Event) {
        if let event = event as? Rebuilt { event.change(&self) }
        for id in Array(rooms.ids) { rooms[id: id]?.react(to: event) }
        panel?.react(to: event)
    }

    mutating func remove(_ place: Place) {
        switch place {
        case .row(let id): rooms.remove(id: id)
        case .panel: panel = nil
        }
    }

    mutating func add(_ place: Place) {
        switch place {
        case .row(let id): rooms.update(with: Room(id: id))
        case .panel: panel = Room(id: 0)
        }
    }

    func knocks(in place: Place) -> Int? {
        switch place {
        case .row(let id): rooms[id: id]?.knocks
        case .panel: panel?.knocks
        }
    }
}

private struct Knocked: Event {}

private struct Rebuilt: Event {
    let change: @Sendable (inout House) -> Void
    init(_ change: @escaping @Sendable (inout House) -> Void) { self.change = change }
}

private struct Stay: Command {
    let options = CommandOptions(owner: House.self)
    func execute(state: House, core: Core<House>) async throws { await Signal().waitOrCancel() }
}
