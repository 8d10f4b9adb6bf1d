import ReactorState

/// A list as in an app. Every event names the row that it changes, and repeating an event changes nothing.
struct Rows: State, Equatable {
    struct Row: Equatable {
        var id: Int
        var value: Double
    }

    var rows: [Row] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as Added:
            if !rows.contains(where: { $0.id == event.id }) { rows.append(Row(id: event.id, value: event.value)) }
        case let event as Edited:
            if let index = rows.firstIndex(where: { $0.id == event.id }) { rows[index].value = event.value }
        case is Reset<Rows>: self = Rows()
        default: break
        }
    }
}

struct Added: Event {
    var id: Int
    var value: Double
}

struct Edited: Event {
    var id: Int
    var value: Double
}
