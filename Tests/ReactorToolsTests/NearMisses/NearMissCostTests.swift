import Reactor
import ReactorRecording
import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorTools

@Suite("What near misses cost")
struct NearMissCostTests {
    @Test("For an order a few events are folded, and of the state only what is another than in the session is encoded")
    func rows() throws {
        func cost(_ count: Int) throws -> Work {
            let before = Work.done.copy
            var search = try NearMisses(
                in: Self.session(count), catalog: Cupboard.catalog, invariants: [Invariant("any") { _ in true }])
            let report = try search.run()
            #expect(report.orders >= count / 2 && report.found.isEmpty)
            return Work.done.copy - before
        }
        let (few, many) = (try cost(60), try cost(240))
        #expect(few.encoded >= 60 && few.folded >= 60)
        #expect(many.encoded <= 5 * few.encoded, "rows of 60 and 240")
        #expect(many.folded <= 5 * few.folded, "events of 60 and 240")
    }

    /// Each drawer is filled once, by commands of which four are under way at a time.
    private static func session(_ count: Int) throws -> Recording {
        var cupboard = Cupboard()
        cupboard.drawers = KeyedRows(uniqueRows: (0..<count).map { Drawer(id: $0) })
        let header = JournalHeader(
            id: "cupboard", app: "cupboard", at: Timestamp(millisecondsSince1970: 0), schema: Cupboard.catalog.schema,
            base: try Cupboard.catalog.encode(state: cupboard).bytes(.canonical))
        let lines: [JournalLine] = try (0..<count).map { number in
            // Of each four the one that began first answers last, so no answer had landed when any of them began.
            let launch = UInt64(number ^ 3) + 1
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
        guard let event = event as? DrawerFilled else { return }
        Work.done.withLock { $0.folded += 1 }
        drawers[id: event.id]?.isFull = true
    }

    static let catalog = EventCatalog<Cupboard>(events: [.event(DrawerFilled.self, as: "drawer.filled")])
}

private struct DrawerFilled: Event, Codable { let id: Int }

/// How often a row was encoded, and an event folded.
private struct Work {
    static let done = Locked(Work())

    var encoded = 0
    var folded = 0

    static func - (more: Work, less: Work) -> Work {
        Work(encoded: more.encoded - less.encoded, folded: more.folded - less.folded)
    }
}

private struct Drawer: Identifiable, Codable, Equatable, Sendable {
    let id: Int
    var isFull = false

    private enum CodingKeys: CodingKey { case id, isFull }

    func encode(to encoder: any Encoder) throws {
        Work.done.withLock { $0.encoded += 1 }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(isFull, forKey: .isFull)
    }
}
