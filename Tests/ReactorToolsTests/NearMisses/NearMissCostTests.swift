import Reactor
import ReactorRecording
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("What near misses cost")
struct NearMissCostTests {
    @Test("Of the state that an order leads to, only what is another than in the session is encoded")
    func rows() throws {
        func encoded(_ count: Int) throws -> Int {
            let before = Drawer.encoded.copy
            var search = try NearMisses(
                in: Self.session(count), catalog: Cupboard.catalog, invariants: [Invariant("any") { _ in true }])
            let report = try search.run()
            #expect(report.orders >= count / 2 && report.found.isEmpty)
            return Drawer.encoded.copy - before
        }
        let (few, many) = (try encoded(60), try encoded(240))
        #expect(few >= 60)
        #expect(many <= 5 * few, "\(few) rows were encoded of 60, \(many) of 240")
    }

    /// Each drawer is filled once, by commands of which two are under way at a time.
    private static func session(_ count: Int) throws -> Recording {
        var cupboard = Cupboard()
        cupboard.drawers = KeyedRows(uniqueRows: (0..<count).map { Drawer(id: $0) })
        let header = JournalHeader(
            id: "cupboard", app: "cupboard", at: Timestamp(millisecondsSince1970: 0), schema: Cupboard.catalog.schema,
            base: try Cupboard.catalog.encode(state: cupboard).bytes(.canonical))
        let lines: [JournalLine] = try (0..<count).map { number in
            // Of each two the one with the lower number answers last, so the first answer had not landed when it began.
            let launch = UInt64(number ^ 1) + 1
            return .entry(
                JournalEntry(
                    seq: UInt64(number + 1), at: Timestamp(millisecondsSince1970: Int64(number)), step: .event(),
                    cause: JournalCause(command: "Fill", launch: launch),
                    event: try Cupboard.catalog.encode(DrawerFilled(id: number))))
        }
        return Recording(header: header, lines: lines)
    }
}

private struct Cupboard: State, Codable {
    var drawers: KeyedRows<Int, Drawer> = []

    mutating func react(to event: any Event) {
        if let event = event as? DrawerFilled { drawers[id: event.id]?.isFull = true }
    }

    static let catalog = EventCatalog<Cupboard>(events: [.event(DrawerFilled.self, as: "drawer.filled")])
}

private struct DrawerFilled: Event, Codable { let id: Int }

/// Counts how often one is encoded.
private struct Drawer: Identifiable, Codable, Equatable, Sendable {
    static let encoded = Locked(0)

    let id: Int
    var isFull = false

    private enum CodingKeys: CodingKey { case id, isFull }

    func encode(to encoder: any Encoder) throws {
        Self.encoded.withLock { $0 += 1 }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(isFull, forKey: .isFull)
    }
}
