import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// Subscriptions that are evaluated together: in child states of rows, to rows, and to values derived from equal inputs.
@Suite("Subscriptions that are evaluated together")
struct GroupedSubscriptionTests {
    @Test("Each receives the values that it would receive if it were evaluated alone", arguments: 0..<UInt64(24))
    func agrees(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let core = Core(state: Depot())
        var watchers: [Watcher] = []
        for step in 0..<120 {
            switch random.below(8) {
            case 0...2:
                let isEvery = random.chance(25)
                let watcher = Watcher(
                    Subject.random(&random), of: core, isEvery: isEvery, initial: random.chance(70),
                    isSubscriber: random.chance(40), await core.state)
                watchers.append(watcher)
            case 3: if !watchers.isEmpty { watchers.remove(at: random.below(watchers.count)).end(core) }
            default: break
            }
            await core.settled()
            let changes = (0...random.below(3)).map { _ in Depot.change(&random) }
            core.fire(events: changes)
            await core.settled()
            let depot = await core.state
            for watcher in watchers {
                watcher.look(at: depot)
                try #require(
                    watcher.delivered.copy == watcher.expected, "seed \(seed), step \(step), \(watcher.subject)")
            }
        }
        for watcher in watchers { watcher.end(core) }
        await core.settled()
        #expect(await core.groupsLeft == 0)
    }

    @Test("A value that cannot be compared, in a child state of a row, counts as changed when the row has changed")
    func incomparable() async {
        struct Word: Sendable { var text = "" }
        struct Page: State, Identifiable {
            let id: Int
            var word = Word()
            mutating func react(to event: any Event) {}
        }
        struct Book: State {
            var pages: KeyedRows<Int, Page> = [Page(id: 0), Page(id: 1)]
            mutating func react(to event: any Event) {
                if let event = event as? Noted { pages[id: event.number]?.word.text += "!" }
            }
        }
        let core = Core(state: Book())
        let delivered = Locked<[String]>([])
        let subscriptions = [0, 1].map { id in
            core.scope(to: \.pages, id: id, default: Page(id: id)).subscribe(to: \.word, initial: false) { word in
                delivered.withLock { $0.append("\(id)\(word.text)") }
            }
        }
        for number in [0, 5, 1, 0] {
            core.fire(event: Noted(number))
            await core.settled()
        }
        #expect(delivered.copy == ["0!", "1!", "0!!"])
        withExtendedLifetime(subscriptions) {}
    }
}

extension GroupedSubscriptionTests {
    /// A market that returns to its earlier value.
    private struct Square: State {
        var market: Market? = RowSubscriptionTests.market(2)
        private var kept: Market?

        mutating func react(to event: any Event) {
            switch event {
            case is DrawerShut: (market, kept) = (nil, market)
            case is DrawerOpened: market = kept
            default: market?.react(to: event)
            }
        }
    }

    @Test("A change of rows is a rescan first, also for a subscriber that was added while its child state was nil")
    func changesBegunWhileAbsent() async {
        let core = Core(state: Square())
        let market = core.scope(to: \.market, default: Market())
        let told = Locked<[String]>([])
        func follow(_ name: String, _ delivery: Delivery) -> Subscription {
            market.subscribe(to: .changes(of: \.prices), delivery: delivery, initial: name != "early") { changes in
                let text = if case .reload = changes { "rescan" } else { "difference" }
                told.withLock { $0.append("\(name) \(text)") }
            }
        }
        let early = follow("early", .latest)
        await core.settled()
        core.fire(event: DrawerShut())
        let late = [follow("latest", .latest), follow("every", .every)]
        await core.settled()
        #expect(told.copy.isEmpty)
        core.fire(event: DrawerOpened())
        await core.settled()
        #expect(told.copy.filter { !$0.hasPrefix("every") } == ["latest rescan"])
        #expect(told.copy.first { $0.hasPrefix("every") } == "every rescan")
        told.withLock { $0 = [] }
        core.fire(event: PricesChanged { $0[id: 1]?.cents = 3 })
        await core.settled()
        #expect(told.copy.sorted() == ["early difference", "every difference", "latest difference"])
        withExtendedLifetime((early, late)) {}
    }
}

extension Core {
    fileprivate var groupsLeft: Int {
        let table = engine.subscriptions
        return table.latest.groups.count + table.every.groups.count
    }
}

// MARK: Subscribed states

/// Boxes with rows and an optional child state, and two numbers.
private struct Depot: State {
    struct Item: State, Identifiable, Equatable {
        let id: Int
        var number = 0
        mutating func react(to event: any Event) {}
    }

    struct Label: State, Equatable {
        var text = 0
        mutating func react(to event: any Event) {}
    }

    struct Box: State, Identifiable, Equatable, CustomStringConvertible {
        let id: Int
        var number = 0
        var other = 0
        var label: Label?
        var items: KeyedRows<Int, Item> = []
        var description: String { "\(id) \(number) \(other) \(label?.text ?? -1) \(items.map { [$0.id, $0.number] })" }
        mutating func react(to event: any Event) {}
    }

    var boxes: KeyedRows<Int, Box> = []
    var left = 0
    var right = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as DepotChanged: event.change(&self)
        case is Reset<Depot>: self = Depot(boxes: boxes.count > 2 ? [Box(id: 0, number: 3)] : [])
        default: break
        }
    }

    /// Something that can happen, made of random numbers drawn now.
    static func change(_ random: inout SeededRandom) -> any Event {
        let (box, item, number) = (random.below(4), random.below(3), random.below(3))
        switch random.below(16) {
        case 0: return DepotChanged { $0.boxes.remove(id: box) }
        case 1, 2: return DepotChanged { $0.boxes.append(Box(id: box, number: number)) }
        case 3: return DepotChanged { $0.boxes[id: box] = Box(id: box, other: number, items: [Item(id: item)]) }
        case 4: return DepotChanged { $0.boxes.sort { ($0.number, $0.id) < ($1.number, $1.id) } }
        case 5: return DepotChanged { $0.boxes[id: box]?.items.append(Item(id: item, number: number)) }
        case 6: return DepotChanged { $0.boxes[id: box]?.items.remove(id: item) }
        case 7, 8: return DepotChanged { $0.boxes[id: box]?.items[id: item]?.number = number }
        case 9: return DepotChanged { $0.boxes[id: box]?.label = number == 0 ? nil : Label(text: number) }
        case 10: return DepotChanged { $0.left = number }
        case 11: return DepotChanged { $0.right = number }
        case 12 where number == 0: return Reset<Depot>()
        case 12 where number == 1:
            return DepotChanged { for _ in 0..<3_000 { $0.boxes[id: box]?.other = number } }
        case 13: return DepotChanged { $0.boxes[id: box]?.other = number }
        // The same rows with another log, as after decoding.
        case 14 where number == 0: return DepotChanged { $0.boxes = KeyedRows(uniqueRows: Array($0.boxes)) }
        default: return DepotChanged { $0.boxes[id: box]?.number = number }
        }
    }
}

private struct DepotChanged: Event {
    let change: @Sendable (inout Depot) -> Void
    init(_ change: @escaping @Sendable (inout Depot) -> Void) { self.change = change }
}

/// The subscribed value. Equal ones share a group, if they can be compared.
private enum Subject: Equatable {
    case boxNumber(Int), box(Int), boxSum(Int), boxClosure(Int), boxOrder(Int), label(Int)
    case item(Int, Int), rowOfItem(Int, Int), rowOfBox(Int), boxIDs, sum(Int), both(Int), left

    static func random(_ random: inout SeededRandom) -> Subject {
        let (box, item) = (random.below(4), random.below(3))
        switch random.below(13) {
        case 0: return .boxNumber(box)
        case 1: return .box(box)
        case 2: return .boxSum(box)
        case 3: return .boxClosure(box)
        case 4: return .boxOrder(box)
        case 5: return .label(box)
        case 6: return .item(box, item)
        case 7: return .rowOfItem(box, item)
        case 8: return .rowOfBox(box)
        case 9: return .boxIDs
        case 10: return .sum(item)
        case 11: return .both(item)
        default: return .left
        }
    }

    /// The value of the state; nil while the child state is nil.
    func value(in depot: Depot) -> String? {
        switch self {
        case .boxNumber(let box): depot.boxes[id: box].map { "\($0.number)" }
        case .box(let box): depot.boxes[id: box].map { "\($0)" }
        case .boxSum(let box): depot.boxes[id: box].map { "\($0.number + $0.other)" }
        case .boxClosure(let box): depot.boxes[id: box].map { "\($0.number * 10 + $0.other)" }
        case .boxOrder(let box): depot.boxes[id: box].map { "\(Array($0.items.ids))" }
        case .label(let box): depot.boxes[id: box]?.label.map { "\($0.text)" }
        case .item(let box, let item): depot.boxes[id: box]?.items[id: item].map { "\($0.number)" }
        case .rowOfItem(let box, let item): depot.boxes[id: box].map { "\(String(describing: $0.items[id: item]))" }
        case .rowOfBox(let box): String(describing: depot.boxes[id: box])
        case .boxIDs: "\(Array(depot.boxes.ids))"
        case .sum(let number): "\(depot.left + number)"
        case .both(let number): "\(depot.left * 10 + depot.right + number)"
        case .left: "\(depot.left)"
        }
    }
}

/// A subscription, and the values that a read of the state after each change would have shown.
private final class Watcher {
    private final class Named<Value: Sendable>: Subscriber {
        let body: @Sendable (Value) -> Void
        init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }
        func update(with state: Value) { body(state) }
    }

    // Values that are derived in the same way are copies of one.
    private static let sums = (0..<3).map { number in Derived(\Depot.left) { $0 + number } }
    private static let both = (0..<3).map { number in
        Derived(\Depot.left, \Depot.right) { $0 * 10 + $1 + number }
    }
    private static let boxSum = Derived(\Depot.Box.number, \Depot.Box.other) { $0 + $1 }

    let subject: Subject
    let delivered = Locked<[String]>([])
    private(set) var expected: [String] = []
    private var last: String?
    private let isEvery: Bool
    private var subscription: Subscription?
    private var subscriber: (any Subscriber)?

    init(
        _ subject: Subject, of core: Core<Depot>, isEvery: Bool, initial: Bool, isSubscriber: Bool, _ depot: Depot
    ) {
        self.subject = subject
        self.isEvery = isEvery
        last = subject.value(in: depot)
        if initial, let last { expected.append(last) }
        subscribe(core, isEvery ? .every : .latest, initial, isSubscriber)
    }

    /// The state after an atomic group of events.
    func look(at depot: Depot) {
        guard let now = subject.value(in: depot), isEvery || now != last else { return }
        last = now
        expected.append(now)
    }

    func end(_ core: Core<Depot>) {
        subscription?.cancel()
        if let subscriber { core.remove(subscriber: subscriber) }
    }

    private func subscribe(_ core: Core<Depot>, _ delivery: Delivery, _ initial: Bool, _ isSubscriber: Bool) {
        func box(_ id: Int) -> Core<Depot.Box> { core.scope(to: \.boxes, id: id, default: Depot.Box(id: id)) }
        func property<Part: State, Value: Sendable>(_ core: Core<Part>, _ property: KeyPath<Part, Value> & Sendable) {
            let body = note(Value.self)
            guard isSubscriber else {
                subscription = core.subscribe(to: property, delivery: delivery, initial: initial) { body($0) }
                return
            }
            let named = Named(body)
            subscriber = named
            core.add(subscriber: named, selecting: property, delivery: delivery, initial: initial)
        }
        func derived<Part: State, Value: Sendable>(_ core: Core<Part>, _ value: Derived<Part, Value>) {
            let body = note(Value.self)
            guard isSubscriber else {
                subscription = core.subscribe(to: value, delivery: delivery, initial: initial) { body($0) }
                return
            }
            let named = Named(body)
            subscriber = named
            core.add(subscriber: named, selecting: value, delivery: delivery, initial: initial)
        }
        switch subject {
        case .boxNumber(let id): property(box(id), \.number)
        case .box(let id): property(box(id), \.self)
        case .boxSum(let id): derived(box(id), Self.boxSum)
        case .boxClosure(let id):
            let named = Named(note(Int.self))
            subscriber = named
            box(id).add(
                subscriber: named, selector: { $0.number * 10 + $0.other }, delivery: delivery, initial: initial)
        case .boxOrder(let id): derived(box(id), .order(of: \.items))
        case .label(let id): property(box(id).scope(to: \.label, default: Depot.Label()), \.text)
        case .item(let id, let item):
            property(box(id).scope(to: \.items, id: item, default: Depot.Item(id: item)), \.number)
        case .rowOfItem(let id, let item): derived(box(id), .row(\.items, id: item))
        case .rowOfBox(let id): derived(core, .row(\.boxes, id: id))
        case .boxIDs: derived(core, .order(of: \.boxes))
        case .sum(let number): derived(core, Self.sums[number])
        case .both(let number): derived(core, Self.both[number])
        case .left: property(core, \.left)
        }
    }

    private func note<Value>(_ type: Value.Type) -> @Sendable (Value) -> Void {
        { [delivered] value in delivered.withLock { $0.append("\(value)") } }
    }
}
