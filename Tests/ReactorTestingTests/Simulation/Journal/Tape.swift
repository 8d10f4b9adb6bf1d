import Reactor
import ReactorRecording

/// Numbers in the order of their arrival.
struct Tape: State, Codable, Equatable {
    var numbers: [Int] = []

    mutating func react(to event: any Event) {
        if let event = event as? Taped { numbers.append(event.number) }
    }

    static let catalog = EventCatalog<Tape>(events: [.event(Taped.self, as: "taped")])
}

struct Taped: Event, Codable, Equatable {
    let number: Int
}
