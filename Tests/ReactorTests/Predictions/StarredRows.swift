import Reactor

/// A row with a counter. For each client it contains the number of the last change that it includes.
struct Starred: Identifiable, Equatable, Codable, Sendable {
    var id: Int
    var name = ""
    var stars = 0
    var applied: [String: Int] = [:]

    func holds(_ change: ChangeNumber) -> Bool { change.number <= applied[change.client, default: 0] }
}

/// Names a change of one client: they are numbered in the order in which they are made.
struct ChangeNumber: Hashable, Codable, Sendable {
    var client = "here"
    var number: Int
}

/// Rows of a server, as the page about the server's order has them.
struct StarredRows: State, Equatable, Codable {
    var rows = ServerRows<Starred, Int>()
    var other = 0

    struct Named: Event, Codable {
        var id: Int
        var name: String
    }

    struct StarGiven: Event, Codable {
        var id: Int
        var change: ChangeNumber
    }

    struct Saved: Event, Codable {
        var row: Starred
        var version: Int
    }

    struct Deleted: Event, Codable {
        var id: Int
        var version: Int
    }

    struct Received: Event, Codable {
        var rows: [Starred]
        var version: Int
    }

    struct Counted: Event, Codable {}

    mutating func react(to event: any Event) {
        switch event {
        case let event as Named: rows.rows[id: event.id]?.name = event.name
        case let event as StarGiven:
            if let row = rows.rows[id: event.id], !row.holds(event.change) { rows.rows[id: event.id]?.stars += 1 }
        case let event as Saved: rows.receive(event.row, at: event.version)
        case let event as Deleted: rows.receiveDeletion(of: event.id, at: event.version)
        case let event as Received: _ = rows.receive(all: event.rows, asOf: event.version)
        case is Counted: other += 1
        default: break
        }
    }
}
