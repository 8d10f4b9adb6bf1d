import Reactor
import ReactorRecording

/// What weightlog records, member for member: its own types are not a library's.
struct Weights: State, Codable {
    var book = Book()
    var pending: [Change] = []
    var withdrawals: [Withdrawn] = []
    var refreshes = 0
    var refreshedCount = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as Predicted:
            book.apply(event.change)
            pending.append(event.change)
        case let event as Confirmed: book.apply(event.saved)
        case let event as Withdrawn: withdrawals.append(event)
        default: break
        }
    }

    static let catalog = EventCatalog<Weights>(events: [
        .event(Predicted.self, as: "change.predicted"),
        .event(Confirmed.self, as: "change.confirmed"),
        .event(Withdrawn.self, as: "change.withdrawn"),
    ])
}

struct Book: Codable, Sendable {
    var records: [Record] = []
    var nextID = 1

    mutating func apply(_ change: Change) {
        for record in change.add ?? [] where !records.contains(where: { $0.id == record.id }) {
            records.append(record)
            nextID = record.id + 1
        }
        guard let update = change.update, let place = records.firstIndex(where: { $0.id == update.id }) else { return }
        records[place] = update
    }
}

struct Record: Codable, Sendable {
    var id: Int
    var reading: Reading
    var original: Reading?
}

struct Reading: Codable, Sendable {
    var day: String
    var grams: Int
}

struct Change: Codable, Sendable {
    var add: [Record]?
    var update: Record?
}

struct Predicted: Event, Codable { var change: Change }
struct Confirmed: Event, Codable { var saved: Change }

struct Withdrawn: Event, Codable {
    var change: Change
    var reason: String
}
