import Reactor
import ReactorRecording

/// Plain arrays, of rows with ids and of numbers.
struct Shelf: State, Codable {
    var things: [Thing] = []
    var plain = Array(repeating: 0, count: 1_000)
    var count = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as Put:
            count += 1
            plain[event.id % plain.count] = event.grams
            if let place = event.place {
                things.insert(Thing(id: event.id, grams: event.grams), at: Swift.min(place, things.count))
            } else if let index = things.firstIndex(where: { $0.id == event.id }) {
                things[index].grams = event.grams
            }
        case let event as Gone: things.removeAll { $0.id == event.id }
        default: break
        }
    }

    static let catalog = EventCatalog<Shelf>(events: [.event(Put.self, as: "put"), .event(Gone.self, as: "gone")])
}

/// Rows with ids, of which there are more and more.
struct Ledger: State, Codable {
    var rows = KeyedRows<Int, Thing>()

    mutating func react(to event: any Event) {
        guard let event = event as? Put else { return }
        if event.place != nil {
            rows.append(Thing(id: event.id, grams: event.grams))
        } else {
            rows[id: event.id]?.grams = event.grams
        }
    }

    static let catalog = EventCatalog<Ledger>(events: [.event(Put.self, as: "put")])
}

struct Thing: Codable, Sendable, Identifiable {
    var id: Int
    var grams = 0
    var owner = "Ada"
}

/// Weighs an item, and puts it at a place if one is given.
struct Put: Event, Codable {
    let id: Int
    let grams: Int
    let place: Int?
}

struct Gone: Event, Codable { let id: Int }
