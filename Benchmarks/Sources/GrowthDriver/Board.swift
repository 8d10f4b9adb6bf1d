import Reactor

/// A state with a value for each kind of call.
struct Board: State, Equatable, Codable {
    struct Row: State, Identifiable, Equatable, Codable {
        let id: Int
        var value = 0
        var text = "a row of some length"

        mutating func react(to event: any Event) {
            if let event = event as? RowRaised, event.id == id { value += 1 }
        }
    }

    struct Member: State, Equatable, Codable {
        var value = 0
        var other = 0

        mutating func react(to event: any Event) {
            if event is MemberRaised { value += 1 }
        }
    }

    var count = 0
    var quiet = 0
    var isOn = false
    var name: String?
    var loaded = RequestStatus<Int, String>()
    var member = Member()
    var rows: KeyedRows<Int, Row> = []

    init(rows count: Int = 0) { rows = KeyedRows(uniqueRows: (0..<count).map { Row(id: $0) }) }

    mutating func react(to event: any Event) {
        switch event {
        case is Raised: count += 1
        case let event as Switched: isOn = event.isOn
        case let event as RowRaised: rows[id: event.id]?.react(to: event)
        case let event as RowsRaised: for id in event.ids { rows[id: id]?.value += 1 }
        case let event as RowAdded: rows.append(Row(id: event.id))
        case is MemberRaised: member.react(to: event)
        case is Reset<Board>: self = Board()
        default: _ = loaded.react(to: event, as: "loaded")
        }
    }
}

struct Raised: Event, Codable {}
struct Switched: Event, Codable { var isOn: Bool }
struct RowRaised: Event, Codable { var id: Int }
struct RowsRaised: Event, Codable { var ids: [Int] }
struct RowAdded: Event, Codable { var id: Int }
struct MemberRaised: Event, Codable {}
struct Unrelated: Event, Codable {}
