import Reactor
import ReactorRecording

/// A state of some size. A recording contains only its first number, so that the library is measured and not the encoder.
struct Room<Content: Bulk>: State, Codable, Equatable {
    var content: Content
    var count = 0
    var isOdd: Bool { count % 2 == 1 }

    init() { content = Content.copy }

    mutating func react(to event: any Event) {
        switch event {
        case is Changed: count += 1
        case let event as Replaced<Content>: content = event.content
        case is Reset<Room>: count = 0
        default: break
        }
    }

    init(from decoder: any Decoder) throws {
        content = Content.copy
        count = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(count)
    }

    static func == (first: Room, second: Room) -> Bool { first.count == second.count }

    static var catalog: EventCatalog<Room> { EventCatalog(events: [.event(Changed.self, as: "changed")]) }
}

/// Has one room for certain.
struct House<Content: Bulk>: State {
    var room = Room<Content>()
    mutating func react(to event: any Event) { room.react(to: event) }
}

/// Has a room that may be absent.
struct Tent<Content: Bulk>: State {
    var room: Room<Content>? = Room()
    mutating func react(to event: any Event) { room?.react(to: event) }
}

/// Loads the large value.
struct Loaded<Content: Bulk>: State {
    var content = RequestStatus<Content, String>()
    mutating func react(to event: any Event) { _ = content.react(to: event, as: "content") }
}

struct Changed: Event, Codable {}

/// An event that is as large as the state.
struct Replaced<Content: Bulk>: Event {
    var content: Content

    init() { content = Content.copy }
}

struct Touch<Content: Bulk>: Command {
    func execute(state: Room<Content>, core: Core<Room<Content>>) async throws {
        core.fire(event: Replaced<Content>())
    }
}

struct Pass<Content: Bulk>: Middleware {
    func intercept(event: any Event, state: Room<Content>) -> (any Event)? { event }
    func process(event: any Event, state: Room<Content>) {}
}

actor Reader<Content: Bulk>: Subscriber {
    func update(with state: Room<Content>) {}
}

@MainActor
final class MainReader<Content: Bulk>: Subscriber {
    func update(with state: Room<Content>) {}
}
