import Reactor
import ReactorOffline
import ReactorQueries
import ReactorRecording
import ReactorServices

/// A state with a part for each feature that has one.
struct House: State, Codable, Equatable {
    var user = "anna"
    var token = ""
    var prices = ServerRows<Price, Int>()
    var page = Undoable(Page())
    var rooms: KeyedRows<String, Room> = []
    var names = QueryCache<String, String>("names")
    var status = RequestStatus<[String: String], String>()
    var isHeated = false

    struct Page: State, UndoableDocument, Codable {
        var lines: [Int] = []
        mutating func react(to event: any Event) {
            if let event = event as? Wrote { lines.append(event.number) }
        }
    }

    struct Room: State, Identifiable, Codable, Equatable {
        var id: String
        var content = ""
        var visits = 0
        mutating func react(to event: any Event) {
            if let event = event as? Visited, event.room == id { visits += 1 }
        }
    }

    struct Price: Identifiable, Codable, Equatable {
        var id: Int
        var cents: Int
        /// The number of raises that the server's price does not contain yet.
        var raises = 0
    }

    struct Raised: Event, Codable { var id: Int }
    struct Priced: Event, Codable {
        var price: Price
        var version: Int
    }
    struct PriceRemoved: Event, Codable { var id, version: Int }
    struct PricesRead: Event, Codable {
        var prices: [Price]
        var version: Int
    }
    struct Wrote: Event, Codable { var number: Int }
    struct Filled: Event, Codable { var room, content: String }
    struct Visited: Event, Codable { var room: String }
    struct RoomsRead: Event, Codable { var contents: [String: String] }
    struct Heated: Event, Codable { var isHeated: Bool }
    struct SignedIn: Event, Codable { var user, token: String }

    mutating func react(to event: any Event) {
        page.react(to: event)
        if names.react(to: event) || status.react(to: event, as: "status") { return }
        switch event {
        case let event as Filled:
            if rooms[id: event.room] == nil { rooms.append(Room(id: event.room)) }
            rooms[id: event.room]?.content = event.content
        case let event as Visited: rooms[id: event.room]?.react(to: event)
        case let event as RoomsRead:
            rooms = KeyedRows(
                uniqueRows: event.contents.sorted { $0.key < $1.key }.map { Room(id: $0.key, content: $0.value) })
        case let event as Heated: isHeated = event.isHeated
        case let event as SignedIn: (user, token) = (event.user, event.token)
        case let event as Raised: prices.rows[id: event.id]?.raises += 1
        case let event as Priced: prices.receive(event.price, at: event.version)
        case let event as PriceRemoved: prices.receiveDeletion(of: event.id, at: event.version)
        case let event as PricesRead: _ = prices.receive(all: event.prices, asOf: event.version)
        case is Reset<House>: self = House()
        default: break
        }
    }

    static var catalog: EventCatalog<House> {
        EventCatalog(
            parts: [.part(\.page, as: "page"), .part(\.names, as: "names"), .part(\.status, as: "status")],
            events: [
                .event(Wrote.self, as: "wrote"), .event(Filled.self, as: "filled"), .event(Visited.self, as: "visited"),
                .event(RoomsRead.self, as: "rooms"), .event(Heated.self, as: "heated"),
                .event(SignedIn.self, as: "user"), .event(Raised.self, as: "raised"), .event(Priced.self, as: "priced"),
                .event(PriceRemoved.self, as: "price.removed"), .event(PricesRead.self, as: "prices"),
            ])
    }

    static let secrets = Redactor(state: [["token"]], events: ["user": [["token"]]])

    static let name = ServerQuery("names", \House.names, tags: { id, _ in [QueryTag("name", id)] }) { id, core in
        try await core.dependencies.house.read(id)
    }

    /// Numbers that end in seven are refused.
    struct Seven: Middleware {
        func intercept(event: any Event, state: House) -> (any Event)? {
            (event as? Wrote).map { $0.number % 10 == 7 } == true ? nil : event
        }
    }
}

/// The requests of a house, and the commands that run.
struct HouseService: Sendable {
    var read: @Sendable (String) async throws -> String = { $0 }
    var all: @Sendable (_ user: String) async throws -> [String: String] = { _ in [:] }
    var works: @Sendable (_ name: String, _ change: Int) -> Void = { _, _ in }

    enum Key: DependencyKey { static let liveValue = HouseService() }
}

extension Dependencies {
    var house: HouseService {
        get { self[HouseService.Key.self] }
        set { self[HouseService.Key.self] = newValue }
    }
}

/// Work that lasts as long as the state wishes it.
struct Working: Command {
    var name: String
    var options: CommandOptions { CommandOptions(id: "work") }

    func execute(state: House, core: Core<House>) async throws {
        let house = core.dependencies.house
        house.works(name, 1)
        defer { house.works(name, -1) }
        try await core.runtime.clock.sleep(for: .seconds(1_000_000))
    }
}

/// A change of a room, which the server knows as the room of its author.
struct Fill: OfflineChange {
    var author, room, content: String

    var lane: LaneName { LaneName(rawValue: room) }
    var entities: [any Hashable & Sendable] { [room] }
    var requests: any RequestSequence {
        DescribedChange(
            lane: lane,
            steps: [
                RequestDescription(
                    operation: content, step: "put", method: .put, target: .path("\(author)/\(room)"),
                    body: .text(content))
            ])
    }
    var predicted: [any Event] { [House.Filled(room: room, content: content)] }
}
