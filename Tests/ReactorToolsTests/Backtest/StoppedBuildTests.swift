import Reactor
import ReactorRecording
import Testing

@testable import ReactorTools

/// Baselines of builds that could not read a session to its end.
@Suite("A baseline of a build that stopped")
struct StoppedBuildTests {
    private static let session: [any Event] = [
        Stocked(id: 1, price: 5), Bought(id: 1), Priced(id: 1, price: 3), Bought(id: 1), Returned(id: 1), Bought(id: 1),
    ]

    /// A build whose catalog ends before some event.
    private static func check(without name: String?) -> SessionCheck<Shop> {
        let events: [EventSchema] = [
            .event(Stocked.self, as: "item.stocked"), .event(Priced.self, as: "item.priced"),
            .event(Bought.self, as: "item.bought"), .event(Returned.self, as: "item.returned"),
        ]
        return SessionCheck(
            catalog: EventCatalog<Shop>(events: events.filter { $0.name != name }), invariants: [])
    }

    private let draft = try? Shop.recording(session)

    /// The output of this build, parsed from its line.
    private func states(without name: String?) throws -> SessionStates {
        let states = Self.check(without: name).states("a", of: try #require(draft))
        let read = try #require(SessionStates(JSON(parsing: states.json.bytes())))
        #expect(read == states)
        return read
    }

    private func row(_ check: SessionCheck<Shop>, _ states: SessionStates?) throws -> BacktestRow {
        let draft = try #require(draft)
        return check.row("a", against: .states(states)) { draft }
    }

    @Test("A stopped build is compared up to its end, and later entries of this build are not a difference")
    func reached() throws {
        let states = try states(without: "item.returned")
        #expect(states.reached == 4 && states.obstacle != nil)
        let row = try row(Self.check(without: nil), states)
        #expect(row.status == .same && row.compared == 4 && row.entries == 6)
    }

    @Test("An earlier difference is found, with its entry")
    func differs() throws {
        var states = try states(without: "item.returned")
        let place = try #require(states.changes.firstIndex { $0.seq == 2 })
        states.changes[place].digests["/total"] = .some(1)
        let row = try row(Self.check(without: nil), states)
        #expect(row.status == .differs && row.seq == 2 && row.pathInState == "/total")
    }

    @Test("If both builds stop at the same entry there is no finding, and an earlier stop is unreadable")
    func bothStop() throws {
        let both = Self.check(without: "item.returned")
        #expect(try row(both, states(without: "item.returned")).status == .same)
        let earlier = Self.check(without: "item.priced")
        #expect(try row(earlier, states(without: "item.returned")).status == .unreadable)
        #expect(try row(earlier, states(without: nil)).status == .unreadable)
    }

    @Test("A build without a first state has nothing to compare with")
    func nothing() throws {
        var states = SessionStates(path: "a", session: "shop")
        states.obstacle = "it could not be begun"
        #expect(try row(Self.check(without: nil), states).status == .nothingToCompare)
    }
}
