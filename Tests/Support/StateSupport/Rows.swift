import ReactorState

/// A list as in an app. Every event names the row that it changes, and repeating an event changes nothing.
struct Rows: State, Equatable {
    struct Row: Equatable {
        var id: Int
        var value: Double
        var isSaved = false
    }

    var rows: [Row] = []
    var message: String?

    mutating func react(to event: any Event) {
        switch event {
        case let event as Added: put(Row(id: event.id, value: event.value))
        case let event as Saved: put(Row(id: event.id, value: event.value, isSaved: true))
        case let event as Edited:
            if let index = rows.firstIndex(where: { $0.id == event.id }) { rows[index].value = event.value }
        case let event as Deleted: rows.removeAll { $0.id == event.id }
        case let event as Received: rows = event.rows
        case let event as Failed: message = "\(event.id) failed"
        case is Reset<Rows>: self = Rows()
        default: break
        }
    }

    private mutating func put(_ row: Row) {
        if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index] = row } else { rows.append(row) }
    }

    var ids: [Int] { rows.map(\.id) }
    var values: [Double] { rows.map(\.value) }
}

struct Added: Event {
    var id: Int
    var value: Double
}

struct Saved: Event {
    var id: Int
    var value: Double
}

struct Edited: Event {
    var id: Int
    var value: Double
}

struct Deleted: Event { var id: Int }

struct Received: Event { var rows: [Rows.Row] }

struct Failed: Event { var id: Int }
