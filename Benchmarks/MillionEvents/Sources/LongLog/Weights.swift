import Reactor
import ReactorRecording

/// The events of weightlog, member for member: its own types are not in a library.
struct Weights: State, Codable {
    var weights = ServerRows<Record, Int>()
    var nextID = 1
    var pending: [Change] = []
    var withdrawals: [Withdrawn] = []
    var deeds: [Deed] = []
    var refreshes = 0
    var refreshedCount = 0

    mutating func react(to event: any Event) {
        switch event {
        case let event as Predicted:
            apply(event.change)
            pending.append(event.change)
        case let event as Confirmed: apply(event.saved)
        case let event as Withdrawn: withdrawals.append(event)
        case let event as DeedDone: deeds = deeds.suffix(99) + [event.deed]
        default: break
        }
    }

    private mutating func apply(_ change: Change) {
        for record in change.add ?? [] {
            weights.rows.append(record)
            nextID = max(nextID, record.id + 1)
        }
        if let update = change.update, weights.rows.contains(id: update.id) { weights.rows.update(with: update) }
    }

    static let catalog = EventCatalog<Weights>(
        version: 2, upcasting: [1: { _ in }],
        events: [
            .event(Predicted.self, as: "change.predicted"),
            .event(Confirmed.self, as: "change.confirmed"),
            .event(Withdrawn.self, as: "change.withdrawn"),
            .event(DeedDone.self, as: "deed.done"),
        ])
}

struct Record: Codable, Sendable, Hashable, Identifiable {
    var id: Int
    var reading: Reading
    var original: Reading?
}

struct Reading: Codable, Sendable, Hashable {
    var day: String
    var grams: Int
}

struct Change: Codable, Sendable {
    var add: [Record]?
    var update: Record?
}

struct Deed: Codable, Sendable {
    var added: ClosedRange<Int>?
    var edited: Record?
}

struct Predicted: Event, Codable { var change: Change }
struct Confirmed: Event, Codable { var saved: Change }
struct DeedDone: Event, Codable { var deed: Deed }

struct Withdrawn: Event, Codable {
    var change: Change
    var reason: String
}
