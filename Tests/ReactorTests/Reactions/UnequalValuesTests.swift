import Reactor
import ReactorTestSupport
import Testing

private struct Gauge: State, Equatable {
    var level: Double?
    var ticks = 0
    var levels: [Double]? { [level ?? 0, 1] }

    mutating func react(to event: any Event) {
        switch event {
        case let event as LevelSet: level = event.level
        case is Counted: ticks += 1
        default: break
        }
    }
}

private struct LevelSet: Event { var level: Double? }
private struct Counted: Event {}

private struct Watch: Command {
    let level: Double
    let starts: Locked<[Double]>

    func execute(state: Gauge, core: Core<Gauge>) async throws {
        starts.withLock { $0.append(level) }
        core.fire(event: Counted())
    }
}

@Suite("A value that is not equal to itself")
struct UnequalValuesTests {
    @Test("An unequal value starts the command of a For once, and not again until it changes")
    func reaction() async {
        let starts = Locked<[Double]>([])
        let core = Core(state: Gauge(), reactions: [.for(\.level) { Watch(level: $0, starts: starts) }])
        core.fire(event: LevelSet(level: .nan))
        await core.idle()
        core.fire(event: Counted())
        await core.idle()
        #expect(starts.copy.count == 1)
        core.fire(event: LevelSet(level: 3))
        await core.idle()
        #expect(starts.copy.dropFirst() == [3])
    }

    @Test("starts nothing if it is inside an array that each event creates again")
    func array() async {
        let starts = Locked<[Double]>([])
        let core = Core(
            state: Gauge(level: .nan),
            reactions: [.for(\.levels) { Watch(level: $0[0], starts: starts) }])
        core.fire(event: Counted())
        await core.idle()
        #expect(starts.copy.count == 1)
    }

    @Test("notifies a subscriber once, and the views of an ObservableCore not at all")
    @MainActor
    func notified() async {
        let core = Core(state: Gauge(level: .nan))
        let levels = Locked<[Double?]>([])
        let subscription = core.subscribe(to: \.level) { level in levels.withLock { $0.append(level) } }
        let app = ObservableCore(core)
        let reader = Reader { _ = app.level }
        await core.settled()
        for _ in 0..<3 {
            core.fire(event: Counted())
            await app.settled()
        }
        #expect(levels.copy.count == 1)
        #expect(reader.invalidations == 0)
        core.fire(event: LevelSet(level: 1))
        await app.settled()
        #expect(levels.copy.count == 2 && reader.invalidations == 1)
        subscription.cancel()
    }

    @Test("does not make an event count as handled")
    func unhandled() async {
        let named = Locked<[String]>([])
        let core = Core(
            state: Gauge(level: .nan),
            middlewares: [UnhandledEventMiddleware { name in named.withLock { $0.append(name) } }])
        core.fire(event: Noted(1))
        await core.settled()
        #expect(named.copy.count == 1)
    }
}

/// A row of which `==` compares the id alone.
private struct Badge: Identifiable, Equatable {
    var id: Int
    var label: String
    static func == (left: Badge, right: Badge) -> Bool { left.id == right.id }
}

private struct Badges: State {
    var rows = KeyedRows<Int, Badge>(uniqueRows: [Badge(id: 1, label: "a")])
    var first: Badge { rows[0] }

    mutating func react(to event: any Event) {
        if let event = event as? Relabeled { try? rows.replaceAll(with: [Badge(id: 1, label: event.label)]) }
    }
}

private struct Relabeled: Event { var label: String }

@Suite("A value that is equal to the previous one")
struct EqualValuesTests {
    @Test("is the value that a later subscriber receives, of a row and of a property")
    func later() async {
        let core = Core(state: Badges())
        let labels = Locked<[String]>([])
        let early = [
            core.subscribe(to: .row(\.rows, id: 1)) { row in labels.withLock { $0.append(row?.label ?? "") } },
            core.subscribe(to: \.first) { row in labels.withLock { $0.append(row.label) } },
        ]
        await core.settled()
        core.fire(event: Relabeled(label: "b"))
        await core.settled()
        #expect(labels.copy == ["a", "a"])
        let late = [
            core.subscribe(to: .row(\.rows, id: 1)) { row in labels.withLock { $0.append(row?.label ?? "") } },
            core.subscribe(to: \.first) { row in labels.withLock { $0.append(row.label) } },
        ]
        await core.settled()
        #expect(labels.copy == ["a", "a", "b", "b"])
        for subscription in early + late { subscription.cancel() }
    }
}
