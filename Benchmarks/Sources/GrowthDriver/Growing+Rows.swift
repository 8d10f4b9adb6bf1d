import Reactor
import ReactorRecording
import Workloads

/// Rows, alone.
extension Growing {
    static let rows = [
        Growing("KeyedRows.init(uniqueRows:)", "rows", count: 1_000) { n, span in
            let rows = plain(n)
            let all = span { KeyedRows(uniqueRows: rows) }
            try check(all.count == n, "not all are there")
        },
        Growing("KeyedRows.append(_:)", "rows", count: 1_000) { n, span in
            var all: KeyedRows<Int, Board.Row> = []
            span { for id in 0..<n { all.append(Board.Row(id: id)) } }
            try check(all.count == n, "not all are there")
        },
        Growing("KeyedRows.append(contentsOf:)", "rows", count: 1_000) { n, span in
            let rows = plain(n)
            var all: KeyedRows<Int, Board.Row> = []
            span { all.append(contentsOf: rows) }
            try check(all.count == n, "not all are there")
        },
        changing("KeyedRows[id:] changed in place") { rows, id in rows[id: id]?.value += 1 },
        changing("KeyedRows.update(with:)") { rows, id in rows.update(with: Board.Row(id: id, value: 1)) },
        changing("KeyedRows.remove(id:), the first", left: true) { rows, id in rows.remove(id: id) },
        changing("KeyedRows.remove(at:), the last", left: true) { rows, _ in rows.remove(at: rows.count - 1) },
        changing("KeyedRows.insert(_:at: 0)", count: 200) { rows, id in rows.insert(Board.Row(id: -1 - id), at: 0) },
        changing("KeyedRows.move(id:to:), to the next place", count: 200) { rows, id in
            rows.move(id: id, to: min(id + 1, rows.count - 1))
        },
        changing("KeyedRows.move(id:to: 0), from the end", count: 200) { rows, _ in
            rows.move(id: rows[rows.count - 1].id, to: 0)
        },
        changing("KeyedRows.index(of:)") { rows, id in _ = rows.index(of: id) },
        changing("KeyedRows.contains(id:)") { rows, id in _ = rows.contains(id: id) },
        changing("KeyedRows[position]") { rows, id in _ = rows[id] },
        Growing("KeyedRows.changes(since:), one change before", "rows and changes", count: 1_000) { n, span in
            var all = KeyedRows(uniqueRows: plain(n))
            var seen = all.revision
            var changed = 0
            span {
                for id in 0..<n {
                    all[id: id]?.value += 1
                    if case .difference(let difference) = all.changes(since: seen) {
                        changed += difference.updated.count
                    }
                    seen = all.revision
                }
            }
            try check(changed == n, "\(changed) changes were delivered")
        },
        Growing("KeyedRows[id:] changed while a copy is kept", "rows and copies", count: 600) { n, span in
            var all = KeyedRows(uniqueRows: plain(n))
            var copies: [KeyedRows<Int, Board.Row>] = []
            copies.reserveCapacity(n)
            span {
                for id in 0..<n {
                    copies.append(all)
                    all[id: id]?.value += 1
                }
            }
            try check(copies[0][0].value == 0 && all[0].value == 1, "the copy changed with it")
        },
        Growing("KeyedRows.removeAll(where:)", "rows", count: 1_000) { n, span in
            var all = KeyedRows(uniqueRows: plain(n))
            span { all.removeAll { $0.id % 2 == 0 } }
            try check(all.count == n / 2, "\(all.count) are left")
        },
        Growing("KeyedRows.sort(by:)", "rows", count: 1_000) { n, span in
            var all = KeyedRows(uniqueRows: plain(n).map { Board.Row(id: $0.id, value: $0.id * 7_919 % n) })
            span { all.sort { ($0.value, $0.id) < ($1.value, $1.id) } }
            try check(zip(all, all.dropFirst()).allSatisfy { $0.value <= $1.value }, "not in order")
        },
        Growing("KeyedRows.replaceAll(with:), the same rows", "rows", count: 1_000) { n, span in
            var all = KeyedRows(uniqueRows: plain(n))
            let rows = plain(n)
            try span { try all.replaceAll(with: rows) }
            try check(all.count == n, "not all are there")
        },
        Growing("KeyedRows.replaceAll(with:), other rows", "rows", count: 1_000) { n, span in
            var all = KeyedRows(uniqueRows: plain(n))
            let rows = (n..<2 * n).map { Board.Row(id: $0) }
            try span { try all.replaceAll(with: rows) }
            try check(all.first?.id == n, "the old ones are there")
        },
        Growing("KeyedRows ==, equal", "rows", count: 1_000) { n, span in
            let (one, other) = (KeyedRows(uniqueRows: plain(n)), KeyedRows(uniqueRows: plain(n)))
            try check(span { one == other }, "not equal")
        },
        Growing("KeyedRows, a loop over all", "rows", count: 1_000) { n, span in
            let all = KeyedRows(uniqueRows: plain(n))
            var sum = 0
            span { for row in all { sum += row.value + 1 } }
            try check(sum == n, "\(sum) were read")
        },
        Growing("KeyedRows, encoded and decoded", "rows", count: 100) { n, span in
            let all = KeyedRows(uniqueRows: plain(n))
            let back = try span { try JSON(encoding: all).decode(KeyedRows<Int, Board.Row>.self) }
            try check(all == back, "the result differs")
        },
        Growing("ServerRows.receive(_:at:), new rows", "rows", count: 1_000) { n, span in
            var all = ServerRows<Board.Row, Int>()
            var taken = 0
            span { for id in 0..<n where all.receive(Board.Row(id: id), at: id) { taken += 1 } }
            try check(taken == n, "\(taken) were taken")
        },
        Growing("ServerRows.receive(_:at:), known rows", "rows", count: 1_000) { n, span in
            var all = ServerRows<Board.Row, Int>(KeyedRows(uniqueRows: plain(n)), asOf: 0)
            var taken = 0
            span { for id in 0..<n where all.receive(Board.Row(id: id, value: 1), at: 1 + id) { taken += 1 } }
            try check(taken == n, "\(taken) were taken")
        },
        Growing("ServerRows.receiveDeletion(of:at:), the first", "rows", count: 200) { n, span in
            var all = ServerRows<Board.Row, Int>(KeyedRows(uniqueRows: plain(n)), asOf: 0)
            var taken = 0
            span { for id in 0..<n where all.receiveDeletion(of: id, at: 1 + id) { taken += 1 } }
            try check(taken == n && all.rows.isEmpty, "\(taken) were taken")
        },
        Growing("ServerRows.receive(all:asOf:)", "rows", count: 1_000) { n, span in
            var all = ServerRows<Board.Row, Int>(KeyedRows(uniqueRows: plain(n)), asOf: 0)
            let rows = plain(n).map { Board.Row(id: $0.id, value: 1) }
            let isTaken = span { all.receive(all: rows, asOf: 1) }
            try check(isTaken && all.rows[0].value == 1, "they were not taken")
        },
        Growing("ServerRows.receive(_:at:), rows of a page", "rows", count: 1_000) { n, span in
            var all = ServerRows<Board.Row, Int>()
            let rows = plain(n)
            span { all.receive(rows) { _ in 1 } }
            try check(all.rows.count == n, "not all are there")
        },
    ]

    private static func plain(_ n: Int) -> [Board.Row] { (0..<n).map { Board.Row(id: $0) } }

    /// n changes of n rows, each by id.
    private static func changing(
        _ call: String, left isEmpty: Bool = false, count: Int = 1_000,
        _ change: @escaping @Sendable (inout KeyedRows<Int, Board.Row>, Int) -> Void
    ) -> Growing {
        Growing(call, "rows", count: count) { n, span in
            var all = KeyedRows(uniqueRows: plain(n))
            span { for id in 0..<n { change(&all, id) } }
            try check(all.isEmpty == isEmpty, "\(all.count) are left")
        }
    }
}
