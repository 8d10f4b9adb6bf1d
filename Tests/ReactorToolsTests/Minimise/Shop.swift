import Reactor
import ReactorRecording
import ReactorTesting

/// A small app with bugs that its tests know of.
struct Shop: State, Codable, Equatable {
    struct Item: Codable, Equatable {
        var id: Int
        var price: Int
        var tags: [String] = []
    }

    var items: [Item] = []
    var basket: [Int] = []
    var total = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as Stocked: items.append(Item(id: event.id, price: event.price, tags: event.tags))
        case let event as Priced:
            for index in items.indices where items[index].id == event.id { items[index].price = event.price }
        case let event as Bought:
            guard let item = items.first(where: { $0.id == event.id }) else { return }
            basket.append(item.id)
            total += item.price
        case let event as Returned:
            guard let place = basket.firstIndex(of: event.id) else { return }
            basket.remove(at: place)
            // The bug: the paid price may have been different.
            total -= items.first { $0.id == event.id }?.price ?? 0
        case is Reset<Shop>: self = Shop()
        default: break
        }
    }

    static let catalog = EventCatalog<Shop>(events: [
        .event(Stocked.self, as: "item.stocked"), .event(Priced.self, as: "item.priced"),
        .event(Bought.self, as: "item.bought"), .event(Returned.self, as: "item.returned"),
        .reset(Shop.self, as: "shop.reset"),
    ])

    static let invariant = Invariant<Shop>("nobody is paid for shopping") { $0.total >= 0 }
}

struct Stocked: Event, Codable {
    var id: Int
    var price: Int
    var tags: [String] = []
}

struct Priced: Event, Codable {
    var id: Int
    var price: Int
}

struct Bought: Event, Codable { var id: Int }

struct Returned: Event, Codable { var id: Int }

extension Shop {
    /// The header of a session of a new shop.
    static let header = JournalHeader(
        id: "shop", app: "shop", at: Timestamp(millisecondsSince1970: 0), schema: catalog.schema,
        base: Array(#"{"basket":[],"items":[],"total":0}"#.utf8))

    /// A recording of these steps, each of them separate.
    static func recording(_ steps: [(JournalStep, (any Event)?)]) throws -> RecordingDraft {
        let entries = try steps.enumerated().map { index, step in
            JournalEntry(
                seq: UInt64(index + 1), at: Timestamp(millisecondsSince1970: 0), step: step.0,
                event: try step.1.map(catalog.encode))
        }
        return RecordingDraft(header: header, entries: entries)
    }

    static func recording(_ events: [any Event]) throws -> RecordingDraft {
        try recording(events.map { (.event(), $0) })
    }

    /// A random session in which a user somewhere returns an item whose price has risen.
    static func session(seed: UInt64, count: Int) throws -> RecordingDraft {
        var random = SeededRandom(seed: seed)
        var events: [any Event] = []
        for _ in 0..<count { events.append(event(&random, prices: 10...20)) }
        let place = random.number(in: count / 4...count / 2)
        let broken: [any Event] = [
            Stocked(id: 77, price: 5, tags: ["new", "red"]), Bought(id: 77), Priced(id: 77, price: 90_000),
            Returned(id: 77),
        ]
        for (index, event) in broken.enumerated() { events.insert(event, at: place + index * (count / 8)) }
        return try recording(events)
    }

    static func event(_ random: inout SeededRandom, prices: ClosedRange<Int>) -> any Event {
        let id = random.below(20)
        return switch random.below(4) {
        case 0: Stocked(id: id, price: random.number(in: prices), tags: ["a", "b"])
        case 1: Priced(id: id, price: random.number(in: 10...11))
        case 2: Bought(id: id)
        default: random.chance(5) ? Returned(id: id + 100) : Bought(id: id)
        }
    }
}
