import Foundation
import ReactorRows
import ReactorState
import Testing

struct Quote: Identifiable, Hashable, Codable {
    var id: Int
    var price = 0
}

@Suite("KeyedRows")
struct KeyedRowsTests {
    typealias Quotes = KeyedRows<Int, Quote>

    private func quotes(_ ids: some Sequence<Int>) -> Quotes {
        Quotes(uniqueRows: ids.map { Quote(id: $0) })
    }

    @Test("A change without an effect is not a change: of a row that does not exist, or of the order to the same one")
    func withoutEffect() {
        var rows = quotes(0..<6)
        let revision = rows.revision
        rows[id: 9]?.price = 90
        rows[id: 9] = nil
        rows.sort { $0.id < $1.id }
        rows.move(id: 3, to: 3)
        rows.move(fromOffsets: [1], toOffset: 2)
        #expect(rows.revision == revision)
    }

    @Test("A row is changed by id or by position without a copy of its content")
    func changesInPlace() {
        struct Page: Identifiable {
            let id: Int
            var words: [Int] = []
            var buffer: UInt { words.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
        }
        var pages = KeyedRows<Int, Page>(uniqueRows: (0..<1_500).map { Page(id: $0) })
        for id in [0, 511, 512, 1_499] {
            pages[id: id]?.words.reserveCapacity(64)
            // After every change: alternating copies would use the first buffer every second time.
            var buffers: Set<UInt?> = [pages[id: id]?.buffer]
            for word in 0..<32 {
                pages[id: id]?.words.append(word)
                buffers.insert(pages[id: id]?.buffer)
                pages[id].words.append(word)
                buffers.insert(pages[id: id]?.buffer)
            }
            #expect(buffers.count == 1)
            #expect(pages[id: id]?.words.count == 64)
        }
    }

    @Test("A change by id that throws half way preserves the row and is logged")
    func throwingChange() {
        struct Interrupted: Error {}
        func halfWay(_ quote: inout Quote?) throws {
            quote?.price = 5
            throw Interrupted()
        }
        var rows = quotes([1, 2])
        let revision = rows.revision
        #expect(throws: Interrupted.self) { try halfWay(&rows[id: 1]) }
        #expect(rows.map(\.price) == [5, 0])
        #expect(rows.changes(since: revision) == .difference(.of(updated: [1])))
    }

    @Test("An update preserves the order's revision")
    func orderRevision() {
        var rows = quotes([2, 1])
        let known = rows.orderRevision
        rows[id: 1]?.price = 5
        rows[0].price = 5
        rows.update(with: Quote(id: 1))
        #expect(rows.orderRevision == known)
    }

    @Test("The log returns the changes since the newest known revision, and all of them if none is known")
    func logSinceNewest() {
        var rows = quotes([1, 2])
        let base = rows.revision
        rows[id: 1]?.price = 5
        let updated = rows.revision
        rows.append(Quote(id: 3))
        rows.move(id: 3, to: 0)
        let newest = rows.log { [base, updated].contains($0) }
        #expect(newest.since == updated && newest.isKnown)
        #expect(newest.changes.map(\.id) == [3, nil])
        #expect(newest.changes.last?.revision == rows.revision)
        #expect(newest.changes.map(\.reorders) == [true, true])
        #expect(rows.log { $0 == base }.changes.map(\.id) == [1, 3, nil])
        #expect(rows.log { $0 == rows.revision }.changes.isEmpty)
        let unknown = rows.log { _ in false }
        #expect(unknown.since == base && !unknown.isKnown && unknown.changes.count == 3)
    }

    @Test("Equality, hashing and encoding see rows in order, as an array of them")
    func ordinaryValue() throws {
        let left = quotes([1, 2])
        var right = quotes([2])
        right.insert(Quote(id: 1), at: 0)
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != quotes([2, 1]))
        let data = try JSONEncoder().encode(left)
        #expect(try JSONDecoder().decode([Quote].self, from: data) == Array(left))
        let decoded = try JSONDecoder().decode(Quotes.self, from: data)
        #expect(decoded == left)
        #expect(decoded.revision != left.revision)
        #expect("\(left)" == "\(Array(left))")
    }
}

extension KeyedRows.Difference {
    static func of(
        inserted: Set<ID> = [], updated: Set<ID> = [], removed: Set<ID> = [], orderChanged: Bool = false
    ) -> Self {
        var difference = Self()
        difference.inserted = inserted
        difference.updated = updated
        difference.removed = removed
        difference.orderChanged = orderChanged
        return difference
    }
}
