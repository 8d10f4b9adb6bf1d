import Observation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorStateSupport

/// A place on a ``Bench`` where a number can be put.
private enum Spot: Hashable, CaseIterable {
    case left, right, drawer, firstCard, lastCard

    func value(in desk: Bench) -> Int {
        switch self {
        case .left: desk.left
        case .right: desk.right
        case .drawer: desk.drawer.number
        case .firstCard: desk.cards[id: 1]?.number ?? -1
        case .lastCard: desk.cards[id: 3]?.number ?? -1
        }
    }
}

private struct Laid: Event, Hashable {
    var spot: Spot
    var number: Int
}

private struct Tray: State, Equatable {
    var number = 0

    mutating func react(to event: any Event) {
        if let event = event as? Laid { number = event.number }
    }
}

private struct Card: State, Equatable, Identifiable {
    let id: Int
    var number = 0

    mutating func react(to event: any Event) {
        if let event = event as? Laid { number = event.number }
    }
}

private struct Bench: AssignableState, Equatable {
    var left = 0
    var right = 0
    var drawer = Tray()
    var cards: KeyedRows<Int, Card> = [Card(id: 1), Card(id: 2), Card(id: 3)]
    var failures = 0

    static let left = Assignable("desk.left", \Bench.left)
    static let assignables = Assignables(left)
    static let right = Control(\Bench.right) { Laid(spot: .right, number: $0) }
    static let swept = Control(\Bench.right) { Sweep(events: [Laid(spot: .right, number: $0)]) }

    mutating func react(to event: any Event) {
        if assign(event) { return }
        switch event {
        case let event as Laid:
            switch event.spot {
            case .left: left = event.number
            case .right: right = event.number
            case .drawer: drawer.react(to: event)
            case .firstCard: cards[id: 1]?.react(to: event)
            case .lastCard: cards[id: 3]?.react(to: event)
            }
        case is CommandEnded: failures += 1
        default: break
        }
    }
}

/// Fires events, predicts one, and then suspends. Its first awaits are no suspensions: they stay on the main actor.
private struct Sweep: Command {
    var events: [Laid] = []
    var predicted: Laid?
    var held = Locked<[Prediction]>([])

    func execute(state: Bench, core: Core<Bench>) async throws {
        for event in events {
            let before = await core.read { $0.left }
            core.fire(event: event)
            _ = before
        }
        if let predicted {
            let prediction = core.predict(predicted)
            held.withLock { $0.append(prediction) }
        }
        await leaveMainActor()
    }
}

/// A reader of one wrapper, and its naive model.
@MainActor
private struct WatchedValue {
    let reader: Reader
    let value: (Bench) -> [Int]
    var seen: [Int]
    var invalidations = 0
    var listens = true

    mutating func shows(_ desk: Bench) {
        guard listens, value(desk) != seen else { return }
        invalidations += 1
        listens = false
    }
}

/// The log of a desk as a list: each entry with the prediction to which it belongs, if any.
private struct NaiveLog {
    var entries: [(event: Laid, prediction: PredictionID?)] = []

    var desk: Bench {
        var desk = Bench()
        for entry in entries { desk.react(to: entry.event) }
        return desk
    }
}

@MainActor
@Suite("Law 10: in the same call")
struct InTheSameCallTests {
    /// The wrappers of one core.
    @MainActor
    private struct Wrappers {
        let core: Core<Bench>
        let first: ObservableCore<Bench>
        let second: ObservableCore<Bench>
        let drawer: ObservableCore<Tray>
        let card: ObservableCore<Card>

        init(_ core: Core<Bench>) {
            self.core = core
            first = ObservableCore(core)
            second = ObservableCore(core)
            drawer = ObservableCore(core.scope(to: \.drawer))
            card = ObservableCore(core.scope(to: \.cards, id: 3, default: Card(id: 0)))
        }

        /// Fires one event through the core or through a wrapper.
        func fire(_ event: Laid, through number: Int) {
            switch number {
            case 0: core.fire(event: event)
            case 1: first.fire(event: event)
            case 2: second.fire(event: event)
            case 3: drawer.fire(event: event)
            default: card.fire(event: event)
            }
        }

        func fire(_ command: Sweep, through number: Int) {
            switch number % 3 {
            case 0: core.fire(command: command)
            case 1: first.fire(command: command)
            default: core.perform { core in try await command.execute(state: core.state, core: core) }
            }
        }

        func watch(_ spots: [Spot], _ number: Int, _ desk: Bench) -> WatchedValue {
            switch number {
            case 0, 1:
                let app = number == 0 ? first : second
                let reader = Reader {
                    for spot in spots {
                        switch spot {
                        case .left: _ = app.left
                        case .right: _ = app[Bench.right]
                        case .drawer: _ = app[\.drawer.number]
                        case .firstCard: _ = app[\.cards[id: 1]?.number]
                        case .lastCard: _ = app[\.cards[id: 3]?.number]
                        }
                    }
                }
                let value: (Bench) -> [Int] = { desk in spots.map { $0.value(in: desk) } }
                return WatchedValue(reader: reader, value: value, seen: value(desk))
            case 2:
                let reader = Reader { _ = drawer.number }
                return WatchedValue(reader: reader, value: { [$0.drawer.number] }, seen: [desk.drawer.number])
            default:
                let reader = Reader { _ = card.number }
                let value: (Bench) -> [Int] = { [Spot.lastCard.value(in: $0)] }
                return WatchedValue(reader: reader, value: value, seen: value(desk))
            }
        }
    }

    @Test(
        "After each call, the state contains what the call did, and exactly the readers of changes are invalidated",
        arguments: 0..<12)
    func random(seed: Int) async {
        var random = SeededRandom(seed: UInt64(seed))
        let wrappers = Wrappers(Core(state: Bench(), runtime: .testing(executor: .main)))
        let core = wrappers.core
        var log = NaiveLog()
        var readers: [WatchedValue] = []
        let held = Locked<[Prediction]>([])
        func laid() -> Laid {
            Laid(
                spot: Spot.allCases.randomElement(using: &random) ?? .left,
                number: Int.random(in: 0..<3, using: &random))
        }
        func shows() {
            let desk = log.desk
            for index in readers.indices { readers[index].shows(desk) }
        }
        func apply(_ event: Laid, _ prediction: PredictionID? = nil) {
            log.entries.append((event, prediction))
            shows()
        }
        for step in 0..<max(150, Loops.rounds(of: 2_000)) {
            let caller = Int.random(in: 0..<5, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0 where readers.count < 24:
                let spots = (0..<Int.random(in: 1...3, using: &random)).map { _ in laid().spot }
                readers.append(wrappers.watch(spots, Int.random(in: 0..<4, using: &random), log.desk))
            case 0, 1, 2:
                guard let index = readers.indices.randomElement(using: &random), !readers[index].listens else {
                    continue
                }
                readers[index].reader.read()
                readers[index].seen = readers[index].value(log.desk)
                readers[index].listens = true
            case 3, 4:
                let event = laid()
                wrappers.fire(event, through: caller)
                apply(event)
            case 5:
                let events = (0..<Int.random(in: 1...3, using: &random)).map { _ in laid() }
                if caller < 3 { core.fire(events: events) } else { wrappers.second.fire(events: events) }
                log.entries += events.map { ($0, nil) }
                shows()
            case 6:
                let predicted = laid()
                let command = Sweep(
                    events: (0..<Int.random(in: 0...2, using: &random)).map { _ in laid() }, predicted: predicted,
                    held: held)
                await inAction { wrappers.fire(command, through: caller) }
                for event in command.events { apply(event) }
                apply(predicted, held.withLock { $0.last?.id })
            case 7:
                let event = laid()
                let prediction = core.predict(event)
                held.withLock { $0.append(prediction) }
                apply(event, prediction.id)
            case 8, 9:
                let all = held.withLock { $0 }
                guard let prediction = all.randomElement(using: &random) else { continue }
                held.withLock { $0.removeAll { $0 === prediction } }
                if Bool.random(using: &random) {
                    prediction.commit()
                } else {
                    prediction.rollback()
                    log.entries.removeAll { $0.prediction == prediction.id }
                    shows()
                }
            case 10:
                let number = Int.random(in: 0..<3, using: &random)
                let isLeft = Bool.random(using: &random)
                if isLeft { wrappers.first[Bench.left] = number } else { wrappers.second[Bench.right] = number }
                apply(Laid(spot: isLeft ? .left : .right, number: number))
            default:
                if Bool.random(using: &random) { await leaveMainActor() } else { await core.settled() }
            }
            // No suspension is between the call and these checks, except on systems without immediate tasks.
            let desk = log.desk
            #expect(wrappers.first[\.self] == desk, "seed \(seed), step \(step)")
            #expect(
                (wrappers.drawer.number, wrappers.card.number) == (desk.drawer.number, Spot.lastCard.value(in: desk)))
            #expect(readers.map(\.reader.invalidations) == readers.map(\.invalidations), "seed \(seed), step \(step)")
        }
        await core.settled()
        #expect(readers.map(\.reader.invalidations) == readers.map(\.invalidations), "seed \(seed), afterwards")
        #expect(readers.contains { $0.invalidations > 3 }, "seed \(seed) tests nothing")
        for prediction in held.withLock({ $0 }) { prediction.commit() }
    }

    // MARK: Calls inside calls

    @Test("A reader that fires when it is invalidated has its event in the state before the first call returns")
    func firesInReader() {
        let wrappers = Wrappers(Core(state: Bench(), runtime: .testing(executor: .main)))
        let right = Reader { _ = wrappers.second.right }
        withObservationTracking {
            _ = wrappers.first.left
        } onChange: {
            MainActor.assumeIsolated { wrappers.drawer.fire(event: Laid(spot: .right, number: 8)) }
        }
        wrappers.card.fire(event: Laid(spot: .left, number: 7))
        #expect((wrappers.first.left, wrappers.first.right, right.invalidations) == (7, 8, 1))
    }

    @Test("An event of a subscriber on the main actor is in the state when its call returns")
    func firesInSubscriber() async {
        let wrappers = Wrappers(Core(state: Bench(), runtime: .testing(executor: .main)))
        let right = Reader { _ = wrappers.second.right }
        let seen = Locked<[Int]>([])
        let subscription = wrappers.core.subscribe(to: \.left, initial: false) { @MainActor left in
            wrappers.core.fire(event: Laid(spot: .right, number: left + 1))
            seen.withLock { $0 += [wrappers.first.right, right.invalidations] }
        }
        wrappers.core.fire(event: Laid(spot: .left, number: 4))
        #expect(right.invalidations == 0, "subscribers are notified later")
        await wrappers.core.settled()
        #expect(seen.withLock { $0 } == [5, 1])
        subscription.cancel()
    }

    /// Fires at the core after each event on the left.
    private struct Echo: Middleware {
        let core: Locked<Core<Bench>?>

        func process(event: any Event, state: Bench) {
            guard let event = event as? Laid, event.spot == .left else { return }
            MainActor.assumeIsolated {
                core.withLock { $0 }?.fire(event: Laid(spot: .right, number: event.number))
            }
        }
    }

    @Test("An event that is fired on the main actor inside an event is applied after it, before the outer call returns")
    func firesInEvent() {
        let box = Locked<Core<Bench>?>(nil)
        let core = Core(state: Bench(), middlewares: [Echo(core: box)], runtime: .testing(executor: .main))
        box.withLock { $0 = core }
        let app = ObservableCore(core)
        let right = Reader { _ = app[\.right] }
        app.fire(event: Laid(spot: .left, number: 2))
        #expect((app.left, app.right, right.invalidations) == (2, 2, 1))
        box.withLock { $0 = nil }
    }

    /// Fires at the core, and sets a control, after each event on the left. It is isolated to no actor, as most
    /// middlewares are.
    private struct Follow: Middleware {
        let fire: @Sendable (Laid) -> Void

        func process(event: any Event, state: Bench) {
            if let event = event as? Laid, event.spot == .left { fire(event) }
        }
    }

    @Test("An event of code inside an event that is isolated to no actor is applied before the outer call returns")
    func firesWithoutActor() {
        let box = Locked<Core<Bench>?>(nil)
        let follow = Follow { event in
            box.withLock { $0 }?.fire(event: Laid(spot: .lastCard, number: event.number * 3))
        }
        let core = Core(state: Bench(), middlewares: [follow], runtime: .testing(executor: .main))
        box.withLock { $0 = core }
        let wrappers = Wrappers(core)
        let card = Reader { _ = wrappers.card.number }
        wrappers.drawer.fire(event: Laid(spot: .left, number: 5))
        #expect(card.invalidations == 1)
        #expect((wrappers.first.left, wrappers.card.number) == (5, 15))
        box.withLock { $0 = nil }
    }

    @Test("An event of an onChange that is isolated to no actor is applied before the outer call returns")
    func firesInPlainReader() {
        let wrappers = Wrappers(Core(state: Bench(), runtime: .testing(executor: .main)))
        let core = wrappers.core
        let drawer = Reader { _ = wrappers.first[\.drawer.number] }
        withObservationTracking {
            _ = wrappers.second.right
        } onChange: {
            core.fire(event: Laid(spot: .drawer, number: 11))
        }
        wrappers.first.fire(event: Laid(spot: .right, number: 2))
        #expect(drawer.invalidations == 1)
        #expect((wrappers.first.right, wrappers.drawer.number) == (2, 11))
    }

    @Test("A control that is set inside an event has changed the state before the outer call returns")
    func setsControlInEvent() {
        let box = Locked<ObservableCore<Bench>?>(nil)
        let follow = Follow { event in
            MainActor.assumeIsolated { box.withLock { $0 }?[Bench.right] = event.number + 1 }
        }
        let core = Core(state: Bench(), middlewares: [follow], runtime: .testing(executor: .main))
        let wrappers = Wrappers(core)
        box.withLock { $0 = wrappers.second }
        let right = Reader { _ = wrappers.first.right }
        wrappers.first.fire(event: Laid(spot: .left, number: 6))
        #expect((right.invalidations, wrappers.first.right) == (1, 7))
        box.withLock { $0 = nil }
    }

    // MARK: Wrappers that come and go

    @Test("A wrapper that is made while another one is notified shows the state, and is notified of the next change")
    func madeInNotification() {
        let wrappers = Wrappers(Core(state: Bench(), runtime: .testing(executor: .main)))
        var made: ObservableCore<Card>?
        var late: Reader?
        withObservationTracking {
            _ = wrappers.first[\.cards[id: 3]?.number]
        } onChange: {
            MainActor.assumeIsolated {
                let card = ObservableCore(wrappers.core.scope(to: \.cards, id: 3, default: Card(id: 0)))
                made = card
                late = Reader { _ = card.number }
            }
        }
        wrappers.drawer.fire(event: Laid(spot: .lastCard, number: 4))
        #expect(made?.number == 4)
        #expect(late?.invalidations == 0)
        wrappers.drawer.fire(event: Laid(spot: .lastCard, number: 5))
        #expect(made?.number == 5)
        #expect(late?.invalidations == 1)
    }

    @Test("A wrapper can be released while another one is notified, and leaves nothing in the core")
    func releasedInNotification() async {
        let core = Core(state: Bench(), runtime: .testing(executor: .main))
        let first = ObservableCore(core)
        var others = (0..<4).map { _ in ObservableCore(core.scope(to: \.cards, id: 1, default: Card(id: 0))) }
        weak let last = others[3]
        withObservationTracking {
            _ = first.left
        } onChange: {
            MainActor.assumeIsolated { others.removeAll() }
        }
        core.fire(events: [Laid(spot: .left, number: 3), Laid(spot: .firstCard, number: 3)])
        #expect(last == nil)
        await core.settled()
        core.fire(event: Laid(spot: .firstCard, number: 8))
        #expect(first[\.cards[id: 1]?.number] == 8)
    }

    @Test("An event of another thread is shown in a separate turn of the main actor")
    func firedElsewhere() async {
        let wrappers = Wrappers(Core(state: Bench(), runtime: .testing(executor: .main)))
        let readers = [Reader { _ = wrappers.first.left }, Reader { _ = wrappers.second.left }]
        let core = wrappers.core
        await Task.detached { core.fire(event: Laid(spot: .left, number: 6)) }.value
        await core.settled()
        #expect(readers.map(\.invalidations) == [1, 1])
    }
}
