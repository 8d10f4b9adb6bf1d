import ReactorTesting
import ReactorTestSupport
import Testing

@testable import ReactorState

/// Histories of ten thousands of rows: many chunks, chunks that come and go, logs that overflow. By default a part of the
/// steps is made and one in six looked at in full; with THOROUGH=1 all.
@Suite("KeyedRows at ten thousands of rows")
struct KeyedRowsDepthTests {
    fileprivate static let isThorough = Loops.rounds(of: 20) == 20

    /// A reader: what it saw, and under which revision.
    private struct Reader {
        let revision: Revision
        let prices: [Int: Int]
    }

    @Test(
        "Whatever happens, rows, index and log fit together, and readers hear of each change",
        arguments: 0..<UInt64(KeyedRowsDepthTests.isThorough ? 4 : 1))
    func histories(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var model = (0..<20_000 + random.below(30_000)).map { Quote(id: $0, price: $0 % 97) }
        var rows = KeyedRows<Int, Quote>(uniqueRows: model)
        var nextID = model.count
        var readers: [Reader] = []
        var (rescans, differences) = (0, 0)
        for step in 0..<Loops.rounds(of: 600) {
            let place = Comment("seed \(seed), step \(step)")
            let copy = random.chance(20) ? rows : nil
            let before = copy.map { _ in model }
            change(&rows, &model, &nextID, &random)
            if let copy, let before, random.chance(30) { try #require(copy.elementsEqual(before), place) }
            if Self.isThorough || step % 6 == 0 {
                try #require(rows.elementsEqual(model), place)
                try rows.checkInvariants(place)
            }
            if random.chance(15) {
                readers.append(
                    Reader(revision: rows.revision, prices: model.reduce(into: [:]) { $0[$1.id] = $1.price }))
            }
            if readers.count > 6 { readers.removeFirst() }
            guard let reader = random.pick(readers), random.chance(30) else { continue }
            if try check(reader, rows, model, place) { differences += 1 } else { rescans += 1 }
        }
        try #require(rows.elementsEqual(model))
        try rows.checkInvariants("seed \(seed), at the end")
        if Self.isThorough { #expect(rescans > 0 && differences > 0, "seed \(seed): not every branch was taken") }
    }

    /// Whether the reader could see a difference.
    private func check(
        _ reader: Reader, _ rows: KeyedRows<Int, Quote>, _ model: [Quote], _ place: Comment
    ) throws -> Bool {
        guard case .difference(let delivered) = rows.changes(since: reader.revision) else { return false }
        let now = model.reduce(into: [:]) { $0[$1.id] = $1.price }
        let receivesWhatIs = now.allSatisfy { id, price in
            guard let before = reader.prices[id] else { return delivered.inserted.contains(id) }
            return before == price || delivered.updated.contains(id)
        }
        try #require(receivesWhatIs, place)
        try #require(reader.prices.keys.allSatisfy { now[$0] != nil || delivered.removed.contains($0) }, place)
        try #require(delivered.ids.allSatisfy { reader.prices[$0] != nil || now[$0] != nil }, place)
        return true
    }

    private func change(
        _ rows: inout KeyedRows<Int, Quote>, _ model: inout [Quote], _ nextID: inout Int,
        _ random: inout SeededRandom
    ) {
        let count = model.count
        func fresh(_ count: Int) -> [Quote] { (0..<count).map { Quote(id: nextID + $0, price: 7) } }
        switch random.below(13) {
        case 0:
            let new = fresh(random.pick([1, 511, 512, 513, 4_000]) ?? 1)
            let position = random.below(count + 1)
            rows.insert(contentsOf: new, at: position)
            model.insert(contentsOf: new, at: position)
            nextID += new.count
        case 1:
            for new in fresh(random.below(1_500)) {
                rows.append(new)
                model.append(new)
            }
            nextID += 1_500
        case 2:
            let start = random.below(count + 1)
            let range = start..<min(count, start + (random.pick([1, 300, 512, 5_000]) ?? 1))
            rows.removeSubrange(range)
            model.removeSubrange(range)
        case 3:
            let divisor = 2 + random.below(40)
            rows.removeAll { $0.id % divisor == 1 }
            model.removeAll { $0.id % divisor == 1 }
        case 4:
            for _ in 0..<random.below(600) where !model.isEmpty {
                let position = random.below(model.count)
                rows.remove(at: position)
                model.remove(at: position)
            }
        case 5:
            for _ in 0..<random.below(2_000) where !model.isEmpty {
                #expect(rows.remove(at: rows.count - 1) == model.removeLast())
            }
        case 6 where count > 0:
            for _ in 0..<random.below(9_000) {
                let position = random.below(count)
                rows[position].price += 1
                model[position].price += 1
            }
        case 7 where count > 0:
            for _ in 0..<random.below(200) {
                let (source, target) = (random.below(count), random.below(count))
                rows.move(id: model[source].id, to: target)
                model.insert(model.remove(at: source), at: target)
            }
        case 8:
            rows.sort { ($0.price, $0.id) < ($1.price, $1.id) }
            model.sort { ($0.price, $0.id) < ($1.price, $1.id) }
        case 9:
            rows.reverse()
            model.reverse()
        case 10 where random.chance(30):
            let kept = model.filter { $0.id % 3 > 0 }
            try? rows.replaceAll(with: kept)
            model = kept
        case 11 where count > 0:
            for _ in 0..<random.below(400) where !model.isEmpty {
                let quote = model.remove(at: random.below(model.count))
                rows[id: quote.id] = nil
            }
        default:
            let new = fresh(20_000 - min(count, 20_000))
            rows.append(contentsOf: new)
            model += new
            nextID += new.count
        }
    }

    @Test(
        "The log forgets the oldest changes in whole chunks, and keeps as many as it promises",
        arguments: [1, 4_096, 40_000])
    func overflow(count: Int) throws {
        var rows = KeyedRows<Int, Quote>(uniqueRows: (0..<count).map { Quote(id: $0) })
        let kept = ChangeLog<Int>.limit(rows: count)
        var revisions = [rows.revision]
        for step in 0..<3 * kept {
            rows[id: step % count]?.price += 1
            revisions.append(rows.revision)
            if step % 2_777 == 0 { try rows.checkInvariants("step \(step)") }
        }
        // Those before one that is not known are not known either: the last of them is found by halving.
        var (unknown, first) = (-1, revisions.count - 1)
        while first - unknown > 1 {
            let middle = (first + unknown) / 2
            if rows.changes(since: revisions[middle]) == .rescan { unknown = middle } else { first = middle }
        }
        let known = revisions.count - first
        #expect(known > kept && known <= kept + 1 + KeyedRowsChunks<Int>.width)
        for index in stride(from: 0, to: revisions.count, by: max(1, revisions.count / 40)) {
            #expect((rows.changes(since: revisions[index]) == .rescan) == (index < first), "\(index) of \(first)")
        }
    }
}

extension KeyedRows where Row: Equatable {
    /// What must be so after every change.
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
        // What was recorded while there were more rows may stay until the next change.
        try #require(log.entries.count < ChangeLog<ID>.limit(rows: Swift.max(count, 400_000)) + width, place)
        try #require(log.start(after: revision) == log.entries.count || log.base == revision, place)
    }
}

extension KeyedRowsChunks {
    /// Every chunk is full but the last, and none is empty.
    fileprivate func checkChunks(_ place: Comment) throws {
        try #require(chunks.reduce(0) { $0 + $1.count } == count, place)
        try #require(chunks.dropLast().allSatisfy { $0.count == Self.width }, place)
        try #require(chunks.last.map { (1...Self.width).contains($0.count) } ?? (count == 0), place)
    }
}
