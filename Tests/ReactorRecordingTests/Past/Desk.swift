import Reactor
import ReactorRecording

/// The small app whose past is tested: rows with ids, a list without, and single values.
struct Desk: State, Codable, Equatable {
    struct Card: Codable, Equatable, Identifiable {
        let id: Int
        var text = ""
        var mood: String?
    }

    var cards: [Card] = []
    var tags: [String] = []
    var title = "desk"
    var looks = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as CardPut:
            guard !cards.contains(where: { $0.id == event.id }) else { return }
            cards.insert(Card(id: event.id, text: event.text), at: min(event.at, cards.count))
        case let event as CardWritten:
            guard let index = cards.firstIndex(where: { $0.id == event.id }) else { return }
            if let text = event.text { cards[index].text = text }
            if let mood = event.mood { cards[index].mood = mood }
        case let event as CardTaken: cards.removeAll { $0.id == event.id }
        case is CardsTurned: cards.reverse()
        case let event as Tagged: tags.append(event.tag)
        case let event as Titled: title = event.title
        case is Looked: looks += 1
        case let event as Restored<Desk>: event.restore(&self)
        default: break
        }
    }

    static let catalog = EventCatalog<Desk>(events: [
        .event(CardPut.self, as: "card.put"), .event(CardWritten.self, as: "card.written"),
        .event(CardTaken.self, as: "card.taken"), .empty(CardsTurned(), as: "cards.turned"),
        .event(Tagged.self, as: "tagged"), .event(Titled.self, as: "titled"), .empty(Looked(), as: "looked"),
    ])

    /// A look is nothing that a person did.
    static func words(_ event: any Event) -> String? {
        switch event {
        case let event as CardPut: "put card \(event.id)"
        case let event as CardWritten: "wrote card \(event.id)"
        case let event as CardTaken: "took card \(event.id)"
        case is CardsTurned: "turned the cards"
        case let event as Tagged: "tagged \(event.tag)"
        case let event as Titled: "titled \(event.title)"
        default: nil
        }
    }
}

struct CardPut: Event, Codable {
    let id: Int
    let text: String
    var at = Int.max
}

struct CardWritten: Event, Codable {
    let id: Int
    var text: String?
    var mood: String?
}

struct CardTaken: Event, Codable { let id: Int }
struct CardsTurned: Event {}
struct Tagged: Event, Codable { let tag: String }
struct Titled: Event, Codable { let title: String }
struct Looked: Event {}
