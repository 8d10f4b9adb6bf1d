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

    @Test("Of two that were one once it is known which rows were updated since, and not which came, went or moved")
    func updatesSinceOne() {
        struct Version {
            var rows: Quotes
            /// Each change since the beginning: its number, and the id that it updated, nil for another kind.
            var changes: [(number: Int, id: Int?)] = []
        }
        var (known, unknown, same) = (0, 0, 0)
        for seed in 1...UInt64(40) {
            var random = SeededRandom(seed: seed)
            var versions = [Version(rows: quotes(0..<8))]
            for number in 1...60 {
                // Mostly what came last: so some go far from each other.
                let parent = random.chance(70) ? versions.count - 1 : random.below(versions.count)
                var version = versions[parent]
                let id = random.below(8)
                switch random.below(12) {
                case 0: version.rows.removeAll { $0.id == id }
                case 1 where !version.rows.contains(id: id): version.rows.append(Quote(id: id))
                case 2 where version.rows.contains(id: id): version.rows.move(id: id, to: 0)
                default:
                    guard version.rows.contains(id: id) else { continue }
                    version.rows[id: id]?.price += 1
                    version.changes.append((number, id))
                    versions.append(version)
                    continue
                }
                if version.rows.revision != versions[parent].rows.revision { version.changes.append((number, nil)) }
                versions.append(version)
            }
            for left in versions {
                for right in versions {
                    let shared = zip(left.changes, right.changes).prefix { $0.number == $1.number }.count
                    let (mine, theirs) = (left.changes.dropFirst(shared), right.changes.dropFirst(shared))
                    let expected = Set((mine + theirs).map(\.id))
                    let found = left.rows.updates(sinceOneWith: right.rows, limit: 10)
                    if expected.contains(nil) || max(mine.count, theirs.count) > 10 {
                        #expect(found == nil, "seed \(seed)")
                        unknown += 1
                    } else if max(mine.count, theirs.count) < 10 {
                        #expect(found == Set(expected.compactMap(\.self)), "seed \(seed)")
                        if expected.isEmpty { same += 1 } else { known += 1 }
                    }
                }
            }
        }
        #expect(known > 100 && unknown > 100 && same > 100)
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
}
