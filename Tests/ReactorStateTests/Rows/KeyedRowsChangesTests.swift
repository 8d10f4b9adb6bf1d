import ReactorRows
import ReactorState
import ReactorTesting
import Testing

@Suite("KeyedRows changes")
struct KeyedRowsChangesTests {
    typealias Quotes = KeyedRows<Int, Quote>

    private func quotes(_ ids: some Sequence<Int>) -> Quotes {
        Quotes(uniqueRows: ids.map { Quote(id: $0) })
    }

    private func changed(_ rows: Quotes, since revision: Revision) -> [Int]? {
        var ids: [Int] = []
        return rows.forEachChange(since: revision) { ids.append($0) } ? ids : nil
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

    @Test("The last 1,024 changes are remembered, and the log stops growing", arguments: [10, 20_000])
    func bounded(count: Int) {
        var rows = quotes(0..<count)
        let remembered = max(1_024, count / 4)
        var revisions = [rows.revision]
        for change in 0..<remembered * 3 {
            rows[id: change % count]?.price += 1
            revisions.append(rows.revision)
        }
        #expect(changed(rows, since: revisions[revisions.count - 1 - remembered])?.count == remembered)
        #expect(changed(rows, since: revisions[revisions.count - 1 - remembered - 512]) == nil)
        #expect(changed(rows, since: revisions[0]) == nil)
    }

    @Test("Removing many rows in one call is one change: listed by id if they fit, a rescan otherwise")
    func bulk() {
        var rows = quotes(0..<10_000)
        let before = rows.revision
        rows.removeAll { $0.id < 1_000 }
        #expect(rows.changes(since: before) == .difference(.of(removed: Set(0..<1_000), orderChanged: true)))
        let between = rows.revision
        rows.removeAll { $0.id < 9_000 }
        #expect(rows.changes(since: between) == .rescan)
        let after = rows.revision
        rows[id: 9_500]?.price = 1
        #expect(rows.changes(since: after) == .difference(.of(updated: [9_500])))
    }
}
