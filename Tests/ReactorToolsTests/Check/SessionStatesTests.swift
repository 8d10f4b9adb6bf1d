import Reactor
import ReactorRecording
import Testing

@testable import ReactorTools

@Suite("The states of a recording with two builds")
struct SessionStatesTests {
    private static let session: [any Event] = [
        Stocked(id: 1, price: 5), Bought(id: 1), Priced(id: 1, price: 3), Bought(id: 1), Returned(id: 1), Bought(id: 1),
    ]

    private let draft = try? Shop.recording(session)

    /// The states of a build whose catalog lacks an event, parsed from their line.
    private func states(without name: String? = nil) throws -> SessionStates {
        let events: [EventSchema] = [
            .event(Stocked.self, as: "item.stocked"), .event(Priced.self, as: "item.priced"),
            .event(Bought.self, as: "item.bought"), .event(Returned.self, as: "item.returned"),
        ]
        let catalog = EventCatalog<Shop>(events: events.filter { $0.name != name })
        let states = SessionStates("a", of: try #require(draft), catalog: catalog)
        let line = states.json.compact
        let read = try #require(SessionStates(JSON(parsing: line)))
        #expect(read.json.compact == line)
        return read
    }

    /// The states with another digest after an entry.
    private func changed(_ states: SessionStates, at seq: Int) throws -> SessionStates {
        var json = states.json
        json["states"] = .array(
            try #require(json["states"]?.array).map { $0[0]?.int == seq ? .array([$0[0] ?? .null, "f00d"]) : $0 })
        return try #require(SessionStates(json))
    }

    @Test("The first entry with another state is found in both directions")
    func differs() throws {
        let states = try states()
        #expect(states.firstDifference(from: states) == nil)
        for seq in 1...6 {
            let other = try changed(states, at: seq)
            #expect(states.firstDifference(from: other) == UInt64(seq))
            #expect(other.firstDifference(from: states) == UInt64(seq))
        }
    }

    @Test("A build that stopped is compared up to its end")
    func stopped() throws {
        let (states, stopped) = (try states(), try states(without: "item.returned"))
        #expect(stopped.reached == 4 && stopped.obstacle != nil && states.obstacle == nil)
        for seq in 1...6 {
            let difference = try changed(states, at: seq).firstDifference(from: stopped)
            #expect(difference == (seq <= 4 ? UInt64(seq) : nil))
        }
    }

    @Test("A build without a first state has nothing to compare with")
    func nothing() throws {
        let none = try #require(SessionStates(["path": "a", "session": "shop", "states": [], "obstacle": "no state"]))
        #expect(try states().firstDifference(from: none) == nil)
        #expect(none.firstDifference(from: try states()) == nil)
    }
}
