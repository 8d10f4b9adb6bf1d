import Reactor
import ReactorRecording

/// The small app whose past is tested: rows with ids, a list without, and single values.
struct Desk: State, Codable, Equatable {
    struct Card: Codable, Equatable, Identifiable {
        let id: Int
        var text = ""
        var mood: String?
    }

    enum Phase: Codable, Equatable {
        case idle
        case editing(String)
        case failed(code: Int)
    }

    var cards: [Card] = []
    var tags: [String] = []
    var title = "desk"
    var looks = 0
    var phase = Phase.idle
    var chosen: Card?

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
        case let event as Phased: phase = event.phase
        case let event as Chosen: chosen = event.card
        case let event as Arrived:
            cards.removeAll { $0.id == event.id }
            cards.append(Card(id: event.id, text: event.text))
        case let event as Restored<Desk>: event.restore(&self)
        default: break
        }
    }

    static let catalog = EventCatalog<Desk>(events: [
        .event(CardPut.self, as: "card.put"), .event(CardWritten.self, as: "card.written"),
        .event(CardTaken.self, as: "card.taken"), .empty(CardsTurned(), as: "cards.turned"),
        .event(Tagged.self, as: "tagged"), .event(Titled.self, as: "titled"), .empty(Looked(), as: "looked"),
        .event(Phased.self, as: "phased"), .event(Chosen.self, as: "chosen"), .event(Arrived.self, as: "arrived"),
    ])

    /// A look is nothing that a person did, and what arrives neither.
    static func words(_ event: any Event) -> String? {
        switch event {
        case let event as CardPut: "put card \(event.id)"
        case let event as CardWritten: "wrote card \(event.id)"
        case let event as CardTaken: "took card \(event.id)"
        case is CardsTurned: "turned the cards"
        case let event as Tagged: "tagged \(event.tag)"
        case let event as Titled: "titled \(event.title)"
        case let event as Phased: "phase \(event.phase)"
        case let event as Chosen: "chose \(event.card?.text ?? "nothing")"
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
struct Phased: Event, Codable { let phase: Desk.Phase }
struct Chosen: Event, Codable { let card: Desk.Card? }
/// A card that a server has.
struct Arrived: Event, Codable {
    let id: Int
    let text: String
}

/// What a test does in a command, so that what it fires is known to come from there.
struct Working: Command {
    let work: @Sendable (Core<Desk>) async throws -> Void
    func execute(state: Desk, core: Core<Desk>) async throws { try await work(core) }
}
