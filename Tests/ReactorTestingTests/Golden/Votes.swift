import Reactor
import ReactorRecording

/// A state that sessions are recorded of.
struct Votes: State, Codable, Equatable {
    var counts: [String: Int] = [:]
    var last: String?

    mutating func react(to event: any Event) {
        switch event {
        case let event as Voted:
            counts[event.name, default: 0] += event.amount
            last = event.name
        case is Reset<Votes>: self = Votes()
        default: break
        }
    }

    static let catalogEvents: [EventSchema] = [.event(Voted.self, as: "voted")]
    static let catalog = EventCatalog<Votes>(events: catalogEvents)
}

struct Voted: Event, Codable, Equatable {
    var name: String
    var amount = 1
}

/// The same state, whose reducer was changed later, without a new version.
struct ChangedVotes: State, Codable, Equatable {
    var counts: [String: Int] = [:]
    var last: String?

    mutating func react(to event: any Event) {
        guard let event = event as? Voted else { return }
        counts[event.name, default: 0] += event.amount * 2
        last = event.name
    }

    static let catalog = EventCatalog<ChangedVotes>(events: [.event(Voted.self, as: "voted")])
}
