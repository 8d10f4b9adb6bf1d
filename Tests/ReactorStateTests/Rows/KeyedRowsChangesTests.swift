import ReactorState
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

    @Test("A reader receives the net change since its revision")
    func netChange() {
        var rows = quotes([1, 2, 3])
        let revision = rows.revision
        rows[id: 1]?.price = 5
        rows.append(Quote(id: 4))
        rows.append(Quote(id: 5))
        rows.remove(id: 5)
        rows.remove(id: 2)
        rows.remove(id: 3)
        rows.append(Quote(id: 3))
        let expected = Quotes.Difference.of(inserted: [4], updated: [1, 3], removed: [2], orderChanged: true)
        #expect(rows.changes(since: revision) == .difference(expected))
        #expect(expected.ids == [1, 2, 3, 4])
        #expect(changed(rows, since: revision) == [1, 4, 5, 5, 2, 3, 3])
    }

    @Test("Nothing changed since the revision of now")
    func nothingChanged() {
        var rows = quotes([1])
        #expect(rows.changes(since: rows.revision) == .difference(.init()))
        rows.append(Quote(id: 2))
        #expect(rows.changes(since: rows.revision) == .difference(.init()))
        #expect(changed(rows, since: rows.revision) == [])
    }

    @Test("Two copies that went their own ways do not know each other's revisions, both know their ancestor's")
    func branches() {
        let ancestor = quotes([1, 2])
        var left = ancestor
        var right = ancestor
        left[id: 1]?.price = 5
        right[id: 2]?.price = 6
        #expect(left.changes(since: right.revision) == .rescan)
        #expect(right.changes(since: left.revision) == .rescan)
        #expect(left.changes(since: ancestor.revision) == .difference(.of(updated: [1])))
        #expect(right.changes(since: ancestor.revision) == .difference(.of(updated: [2])))
        #expect(ancestor.changes(since: left.revision) == .rescan)
    }

    @Test("After a rollback and as many other changes a reader of what was undone rescans")
    func rollback() {
        var rows = quotes([1, 2])
        let older = rows
        rows[id: 1]?.price = 5
        let known = rows.revision
        rows = older
        rows[id: 2]?.price = 6
        #expect(rows.changes(since: known) == .rescan)
        #expect(rows.changes(since: older.revision) == .difference(.of(updated: [2])))
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

    @Test("Removing many rows at once is one change: named by id when they fit, a rescan when they do not")
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

    @Test("After everything was removed readers rescan")
    func removeAll() {
        var rows = quotes(0..<10)
        let revision = rows.revision
        rows.removeAll()
        #expect(rows.changes(since: revision) == .rescan)
        #expect(rows.isEmpty)
    }
}
