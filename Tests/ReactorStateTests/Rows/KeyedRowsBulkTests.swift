import ReactorTesting
import ReactorTestSupport
import Testing

import ReactorState
@testable import ReactorRows

/// Bulk changes of many rows, mixed with single ones, against a model that stores every version.
@Suite("KeyedRows in bulk")
struct KeyedRowsBulkTests {
    typealias Quotes = KeyedRows<Int, Quote>

    /// A version of the rows, and the change that led to it.
    private struct Version {
        var rows: [Quote]
        /// The ids that the change before it inserted, updated or removed.
        var touched: Set<Int> = []
        /// Whether that change may have put another sequence of ids.
        var reorders = false
        /// Whether that change kept no id, after which every row has to be read.
        var keepsNone = false
        var revision: Revision

        var ids: Set<Int> { Set(rows.map(\.id)) }
    }

    @Test(
        "One bulk change is one revision, and a reader of any earlier one receives exactly the changes since then",
        arguments: Loops.seeds(of: 80))
    func againstEveryVersion(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let ids = [12, 80, 1_500, 4_000][Int(seed % 4)]
        let start = (0..<ids / 2).map { Quote(id: $0, price: $0 % 7) }
        var quotes = Quotes(uniqueRows: start)
        var versions = [Version(rows: start, revision: quotes.revision)]
        var (differences, rescans) = (0, 0)
        for step in 0..<(ids < 1_000 ? 250 : 60) {
            let place = Comment("seed \(seed), step \(step)")
            let known = quotes.revision
            let before = versions[versions.count - 1]
            var next = before
            (next.touched, next.reorders) = change(&quotes, &next.rows, ids: ids, using: &random)
            next.keepsNone = before.ids.isDisjoint(with: next.ids)
            next.revision = quotes.revision
            try #require(Array(quotes) == next.rows, place)
            try quotes.checkInvariants(place)
            let changes = !next.touched.isEmpty || next.reorders
            try #require((quotes.revision != known) == changes, place)
            if changes { versions.append(next) }
            for _ in 0..<4 {
                let reader = max(0, versions.count - 1 - random.below(random.chance(50) ? 4 : 40))
                let missed = versions[(reader + 1)...]
                switch quotes.changes(since: versions[reader].revision) {
                case .reload:
                    let count = missed.reduce(0) { $0 + max(1, $1.touched.count) }
                    try #require(count >= 1_024 || missed.contains(where: \.keepsNone), place)
                    rescans += 1
                case .difference(let difference):
                    try #require(difference == expected(from: versions[reader], missed, next), place)
                    differences += 1
                }
            }
        }
        #expect(differences > 50, "seed \(seed): readers mostly rescanned")
        #expect(rescans > 0 || ids < 4_000, "seed \(seed): no log was ever too short")
    }

    private func expected(
        from known: Version, _ missed: ArraySlice<Version>, _ now: Version
    ) -> Quotes.Difference {
        let touched = missed.reduce(into: Set<Int>()) { $0.formUnion($1.touched) }
        var difference = Quotes.Difference()
        difference.inserted = now.ids.subtracting(known.ids)
        difference.removed = known.ids.subtracting(now.ids)
        difference.updated = touched.intersection(known.ids).intersection(now.ids)
        difference.orderChanged = missed.contains(where: \.reorders)
        return difference
    }

    /// Changes both in the same way. Returns the touched rows, and whether the sequence of ids may differ.
    private func change(
        _ quotes: inout Quotes, _ model: inout [Quote], ids: Int, using random: inout SeededRandom
    ) -> (touched: Set<Int>, reorders: Bool) {
        let before = model
        let quote = Quote(id: random.below(ids), price: random.below(100))
        let index = model.firstIndex { $0.id == quote.id }
        let size = random.pick([0, 1, 3, 40, ids / 2, ids]) ?? 1
        switch random.below(14) {
        case 0, 1:
            let page = page(of: size, ids: ids, using: &random)
            let position = random.chance(50) ? model.count : random.below(model.count + 1)
            if position == model.count {
                quotes.append(contentsOf: page)
            } else {
                quotes.insert(contentsOf: page, at: position)
            }
            var present = Set(model.map(\.id))
            model.insert(contentsOf: page.filter { present.insert($0.id).inserted }, at: position)
        case 2, 3:
            var refreshed = model.filter { _ in random.chance(90) }
            for index in refreshed.indices where random.chance(10) { refreshed[index].price += 1 }
            var present = Set(refreshed.map(\.id))
            refreshed += page(of: size / 8, ids: ids, using: &random).filter { present.insert($0.id).inserted }
            if random.chance(30) { refreshed.shuffle(using: &random) }
            replaceAll(&quotes, &model, with: refreshed)
        case 4:
            let others = page(of: size, ids: ids, using: &random).map { Quote(id: $0.id + 2 * ids, price: $0.price) }
            let mine = Set(model.map(\.id))
            var present: Set<Int> = []
            replaceAll(
                &quotes, &model, with: others.filter { !mine.contains($0.id) && present.insert($0.id).inserted })
        case 5:
            replaceAll(&quotes, &model, with: model)
        case 6:
            let divisor = 1 + random.below(6)
            quotes.removeAll { $0.id % divisor == 0 && $0.price > 50 }
            model.removeAll { $0.id % divisor == 0 && $0.price > 50 }
        case 7:
            let first = random.below(model.count + 1)
            let range = first..<min(model.count, first + size)
            quotes.removeSubrange(range)
            model.removeSubrange(range)
        case 8 where !model.isEmpty:
            let offsets = (0..<min(size, 50)).map { _ in random.below(model.count) }
            quotes.remove(atOffsets: offsets)
            let removed = Set(offsets)
            model = model.indices.filter { !removed.contains($0) }.map { model[$0] }
        case 9 where !model.isEmpty:
            let (left, right) = (random.below(model.count), random.below(model.count))
            quotes.swapAt(left, right)
            model.swapAt(left, right)
        case 10 where !model.isEmpty:
            let target = random.below(model.count)
            quotes.move(id: quote.id, to: target)
            if let index { model.insert(model.remove(at: index), at: target) }
        case 11:
            quotes.remove(id: quote.id)
            if let index { model.remove(at: index) }
        default:
            quotes.update(with: quote)
            if let index { model[index] = quote } else { model.append(quote) }
            return ([quote.id], index == nil)
        }
        return touched(from: before, to: model)
    }

    private func replaceAll(_ quotes: inout Quotes, _ model: inout [Quote], with rows: [Quote]) {
        model = rows
        do { try quotes.replaceAll(with: rows) } catch { Issue.record(error) }
    }

    /// Rows of which some have the same id.
    private func page(of size: Int, ids: Int, using random: inout SeededRandom) -> [Quote] {
        (0..<size).map { _ in Quote(id: random.below(ids), price: random.below(100)) }
    }

    private func touched(from before: [Quote], to after: [Quote]) -> (touched: Set<Int>, reorders: Bool) {
        let old = before.reduce(into: [:]) { $0[$1.id] = $1 }
        let new = after.reduce(into: [:]) { $0[$1.id] = $1 }
        let touched = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
        return (touched, before.map(\.id) != after.map(\.id))
    }

    @Test("Each bulk change is entered under one revision, that of the rows after it")
    func oneRevision() throws {
        let bulk: [(inout Quotes) throws -> Void] = [
            { $0.append(contentsOf: (100..<107).map { Quote(id: $0) }) },
            { $0.insert(contentsOf: (100..<105).map { Quote(id: $0) }, at: 3) },
            { try $0.replaceAll(with: (4..<30).reversed().map { Quote(id: $0, price: $0 % 3) }) },
            { $0.remove(atOffsets: [1, 5, 9]) },
            { $0.removeSubrange(2..<9) },
            { $0.removeAll { $0.id % 2 == 0 } },
        ]
        for (number, change) in bulk.enumerated() {
            var quotes = Quotes(uniqueRows: (0..<20).map { Quote(id: $0) })
            let known = quotes.log.entries.count
            try change(&quotes)
            let entered = (known..<quotes.log.entries.count).map { quotes.log.entries[$0].revision }
            #expect(entered.count >= 3, "change \(number)")
            #expect(Set(entered) == [quotes.revision], "change \(number)")
        }
    }

    @Test("After all rows were replaced by rows with other ids, every row has to be read")
    func othersOnly() throws {
        var quotes = Quotes(uniqueRows: (0..<5).map { Quote(id: $0) })
        for ids in [10..<13, 20..<20, 30..<31] {
            let known = quotes.revision
            try quotes.replaceAll(with: ids.map { Quote(id: $0) })
            #expect(quotes.changes(since: known) == .reload && quotes.orderRevision != known)
        }
    }

    @Test("A log that drops a part of one bulk change still distinguishes the readers that have seen all of it")
    func droppedInPart() {
        var quotes = Quotes()
        let empty = quotes.revision
        quotes.append(contentsOf: (0..<1_000).map { Quote(id: $0) })
        let full = quotes.revision
        quotes.append(contentsOf: (1_000..<1_600).map { Quote(id: $0) })
        #expect(quotes.changes(since: empty) == .reload)
        #expect(quotes.changes(since: full) == .difference(.of(inserted: Set(1_000..<1_600), orderChanged: true)))
    }
}
