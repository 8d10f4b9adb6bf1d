import Foundation
import ReactorRows
import ReactorState
import ReactorTesting
import ReactorTestSupport
import Testing

/// Random histories of several values that are copied over each other, against plain arrays that are compared as a whole.
@Suite("KeyedRows against plain arrays")
struct KeyedRowsModelTests {
    struct Pair {
        var rows = KeyedRows<Int, Quote>()
        var model: [Quote] = []
    }

    /// A reader: the rows that it saw, with their revisions.
    struct Reader {
        let revision: Revision
        let orderRevision: Revision
        let seen: [Quote]
    }

    @Test("No change is ever missed, by any reader of any copy", arguments: Loops.seeds(of: 120))
    func neverMissed(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var pairs = [Pair(), Pair(), Pair()]
        var readers: [Reader] = []
        var differences = 0
        // Some runs stay small, so that emptiness is met; some grow over several chunks.
        let ids = [8, 60, 3_000][Int(seed % 3)]
        if ids == 3_000 { pairs = pairs.map { _ in grown(to: 2_000, using: &random) } }
        for step in 0..<(ids == 3_000 ? 150 : 600) {
            let which = random.below(pairs.count)
            change(&pairs, which, ids: ids, using: &random)
            let pair = pairs[which]
            try #require(Array(pair.rows) == pair.model, "seed \(seed), step \(step)")
            try #require(
                pair.model.indices.allSatisfy { pair.rows.index(of: pair.model[$0].id) == $0 },
                "seed \(seed), step \(step)")
            if random.below(3) == 0 { readers.append(reader(of: pair)) }
            for _ in 0..<4 where !readers.isEmpty {
                let reader = readers[max(0, readers.count - 1 - random.below(30))]
                if check(reader, pair, "seed \(seed), step \(step)") { differences += 1 }
            }
        }
        #expect(differences > 50, "seed \(seed): readers mostly rescanned, the log is of no use")
    }

    private func reader(of pair: Pair) -> Reader {
        Reader(revision: pair.rows.revision, orderRevision: pair.rows.orderRevision, seen: pair.model)
    }

    /// Whether the reader could see a difference.
    private func check(_ reader: Reader, _ pair: Pair, _ place: Comment) -> Bool {
        if reader.revision == pair.rows.revision { #expect(reader.seen == pair.model, place) }
        if reader.orderRevision == pair.rows.orderRevision {
            #expect(reader.seen.map(\.id) == pair.model.map(\.id), place)
        }
        guard case .difference(let delivered) = pair.rows.changes(since: reader.revision) else { return false }
        let before = Dictionary(uniqueKeysWithValues: reader.seen.map { ($0.id, $0) })
        let after = Dictionary(uniqueKeysWithValues: pair.model.map { ($0.id, $0) })
        #expect(delivered.inserted == Set(after.keys).subtracting(before.keys), place)
        #expect(delivered.removed == Set(before.keys).subtracting(after.keys), place)
        #expect(
            delivered.updated.isSuperset(of: after.keys.filter { before[$0] != nil && before[$0] != after[$0] }), place)
        #expect(delivered.updated.isSubset(of: Set(before.keys).intersection(after.keys)), place)
        #expect(delivered.orderChanged || reader.seen.map(\.id) == pair.model.map(\.id), place)
        return true
    }

    private func grown(to count: Int, using random: inout SeededRandom) -> Pair {
        let rows = (0..<count).map { Quote(id: $0, price: random.below(100)) }
        return Pair(rows: KeyedRows(uniqueRows: rows), model: rows)
    }

    private func change(_ pairs: inout [Pair], _ which: Int, ids: Int, using random: inout SeededRandom) {
        switch random.below(24) {
        case 0: pairs[which] = pairs[random.below(pairs.count)]
        case 1 where random.below(6) == 0: pairs[which] = Pair()
        case 2:
            guard let data = try? JSONEncoder().encode(pairs[which].rows),
                let rows = try? JSONDecoder().decode(KeyedRows<Int, Quote>.self, from: data)
            else {
                Issue.record("a value does not survive encoding")
                return
            }
            pairs[which].rows = rows
        default: change(&pairs[which], ids: ids, using: &random)
        }
    }

    private func change(_ pair: inout Pair, ids: Int, using random: inout SeededRandom) {
        let quote = Quote(id: random.below(ids), price: random.below(100))
        let index = pair.model.firstIndex { $0.id == quote.id }
        switch random.below(20) {
        case 0:
            pair.rows.append(quote)
            if index == nil { pair.model.append(quote) }
        case 1, 2:
            let position = random.below(pair.model.count + 1)
            pair.rows.insert(quote, at: position)
            if index == nil { pair.model.insert(quote, at: position) }
        case 3, 4:
            pair.rows[id: quote.id]?.price = quote.price
            if let index { pair.model[index].price = quote.price }
        case 5:
            #expect(pair.rows.update(with: quote) == index.map { pair.model[$0] })
            if let index { pair.model[index] = quote } else { pair.model.append(quote) }
        case 6:
            #expect(pair.rows.remove(id: quote.id) == index.map { pair.model.remove(at: $0) })
        case 7:
            pair.rows[id: quote.id] = nil
            if let index { pair.model.remove(at: index) }
        case 8:
            pair.rows[id: quote.id] = quote
            if let index { pair.model[index] = quote } else { pair.model.append(quote) }
        case 9 where !pair.model.isEmpty:
            let position = random.below(pair.model.count)
            pair.rows[position].price = quote.price
            pair.model[position].price = quote.price
        case 10 where !pair.model.isEmpty:
            let position = random.below(pair.model.count)
            #expect(pair.rows.remove(at: position) == pair.model.remove(at: position))
        case 11:
            let divisor = 2 + random.below(9)
            pair.rows.removeAll { $0.id % divisor == 0 && $0.price > 50 }
            pair.model.removeAll { $0.id % divisor == 0 && $0.price > 50 }
        case 12: several(&pair, ids: ids, using: &random)
        case 13 where !pair.model.isEmpty:
            #expect(pair.rows.remove(at: 0) == pair.model.removeFirst())
        case 14 where !pair.model.isEmpty:
            #expect(pair.rows.remove(at: pair.rows.count - 1) == pair.model.removeLast())
        case 15:
            let start = random.below(pair.model.count + 1)
            let range = start..<min(pair.model.count, start + random.below(5))
            pair.rows.removeSubrange(range)
            pair.model.removeSubrange(range)
        default: reorder(&pair, quote: quote, index: index, using: &random)
        }
    }

    private func several(_ pair: inout Pair, ids: Int, using random: inout SeededRandom) {
        let quotes = (0..<random.below(6)).map { _ in Quote(id: random.below(ids), price: random.below(100)) }
        let position = random.below(pair.model.count + 1)
        pair.rows.insert(contentsOf: quotes, at: position)
        var known = Set(pair.model.map(\.id))
        pair.model.insert(contentsOf: quotes.filter { known.insert($0.id).inserted }, at: position)
    }

    private func reorder(_ pair: inout Pair, quote: Quote, index: Int?, using random: inout SeededRandom) {
        guard !pair.model.isEmpty else { return }
        let count = pair.model.count
        switch random.below(6) {
        case 0:
            pair.rows.sort { ($0.price, $0.id) < ($1.price, $1.id) }
            pair.model.sort { ($0.price, $0.id) < ($1.price, $1.id) }
        case 1:
            let (left, right) = (random.below(count), random.below(count))
            pair.rows.swapAt(left, right)
            pair.model.swapAt(left, right)
        case 2:
            let target = random.below(count)
            #expect(pair.rows.move(id: quote.id, to: target) == (index != nil))
            if let index { pair.model.insert(pair.model.remove(at: index), at: target) }
        case 3:
            let offsets = Set((0..<random.below(5)).map { _ in random.below(count) })
            let target = random.below(count + 1)
            pair.rows.move(fromOffsets: offsets, toOffset: target)
            let moving = offsets.sorted().map { pair.model[$0] }
            let head = (0..<target).filter { !offsets.contains($0) }.map { pair.model[$0] }
            let tail = (target..<count).filter { !offsets.contains($0) }.map { pair.model[$0] }
            pair.model = head + moving + tail
        case 4:
            pair.rows.sort { $0.id > $1.id }
            pair.model.sort { $0.id > $1.id }
        default:
            var fresh = pair.model.filter { $0.price > 20 }
            if !fresh.isEmpty { fresh[0].price += 1 }
            fresh.append(Quote(id: -1 - random.below(5)))
            let unique = KeyedRows<Int, Quote>(fresh) { first, _ in first }
            try? pair.rows.replaceAll(with: unique)
            pair.model = Array(unique)
        }
    }
}
