import Reactor
import ReactorRecording

/// Notes in the order in which they come, which nobody has seen come in another, as the guide "Near misses" has it.
struct Wall: State, Codable {
    var notes: [Int] = []

    mutating func react(to event: any Event) {
        if let event = event as? NoteCame { notes.append(event.number) }
    }

    static let catalog = EventCatalog<Wall>(events: [.event(NoteCame.self, as: "note.came")])
    static let invariants = [Invariant<Wall>("notes are sorted") { $0.notes == $0.notes.sorted() }]
}

struct NoteCame: Event, Codable { let number: Int }
