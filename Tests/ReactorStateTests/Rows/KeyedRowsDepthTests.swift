import ReactorTesting
import ReactorTestSupport
import Testing

import ReactorState
@testable import ReactorRows

/// The log of rows that change tens of thousands of times.
@Suite("KeyedRows whose log overflows")
struct KeyedRowsDepthTests {
    @Test(
        "The log discards the oldest changes in whole chunks, and stores as many as it promises",
        arguments: [1, 4_096, 40_000])
    func overflow(count: Int) throws {
        var rows = KeyedRows<Int, Quote>(uniqueRows: (0..<count).map { Quote(id: $0) })
        let kept = max(1_024, count / 4)
        var revisions = [rows.revision]
        for step in 0..<3 * kept {
            rows[id: step % count]?.price += 1
            revisions.append(rows.revision)
            if step % 2_777 == 0 { try rows.checkInvariants("step \(step)") }
        }
        // The revisions before an unknown one are unknown too: the last of them is found by binary search.
        var (unknown, first) = (-1, revisions.count - 1)
        while first - unknown > 1 {
            let middle = (first + unknown) / 2
            if rows.changes(since: revisions[middle]) == .reload { unknown = middle } else { first = middle }
        }
        let known = revisions.count - first
        #expect(known > kept && known <= kept + 1 + KeyedRowsChunks<Int>.width)
        for index in stride(from: 0, to: revisions.count, by: max(1, revisions.count / 40)) {
            #expect((rows.changes(since: revisions[index]) == .reload) == (index < first), "\(index) of \(first)")
        }
    }
}

extension KeyedRows where Row: Equatable {
    /// The invariants after every change.
    func checkInvariants(_ place: Comment) throws {
        try rows.checkChunks(place)
        try log.entries.checkChunks(place)
        try #require(rows.count == count && slots.order.count == count && slots.positions.count == count, place)
        try #require(slots.slots.count == count, place)
        let isIndexed = (0..<count).allSatisfy { position in
            let slot = Int(slots.order[position])
            return Int(slots.positions[slot]) == position && slots.slots[rows[slot].id] == Int32(slot)
        }
        try #require(isIndexed, place)
        let width = KeyedRowsChunks<Row>.width
        // Entries that were recorded while there were more rows may stay until the next change.
        try #require(log.entries.count < ChangeLog<ID>.limit(rows: Swift.max(count, 400_000)) + width, place)
        try #require(log.start(after: revision) == log.entries.count || log.base == revision, place)
    }
}

extension KeyedRowsChunks {
    /// Every chunk except the last is full, and none is empty.
    fileprivate func checkChunks(_ place: Comment) throws {
        try #require(chunks.reduce(0) { $0 + $1.count } == count, place)
        try #require(chunks.dropLast().allSatisfy { $0.count == Self.width }, place)
        try #require(chunks.last.map { (1...Self.width).contains($0.count) } ?? (count == 0), place)
    }
}
