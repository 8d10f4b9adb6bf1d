import Reactor
import ReactorRecording

/// Seats that are taken twice in some order, as the guide "Exploration" has it.
struct Seats: State, Hashable {
    var taken: [String] = []

    mutating func react(to event: any Event) {
        switch event {
        case let event as SeatTaken: taken.append(event.name)
        case let event as SeatsRead: taken = event.names
        default: break
        }
    }

    static let invariants = [Invariant<Seats>("nobody sits twice") { Set($0.taken).count == $0.taken.count }]
}

struct SeatTaken: Event, Hashable { var name: String }
struct SeatsRead: Event, Hashable { var names: [String] }
