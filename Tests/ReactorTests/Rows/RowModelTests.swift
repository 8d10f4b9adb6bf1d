import Foundation
import Reactor
import ReactorTesting
import ReactorTestSupport
import Testing

/// Random histories of rows, delivered to subscriptions, against looking at every row after every step.
@Suite("Subscriptions to changed rows against full rescans")
struct RowModelTests {
    @Test("No change is missed", arguments: 0..<UInt64(16))
    func neverMissed(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let core = Core(state: Market())
        var changes = ChangesFollower(core)
        for step in 0..<150 {
            // As one step: of several, the number of deliveries would depend on the speed of the core's thread.
            core.fire(events: (0...random.next() % 3).map { _ in RowModelTests.change(&random) })
            await core.settled()
            let rows = await core.state.prices
            try changes.check(rows, "seed \(seed), step \(step)")
        }
    }

    /// Something that can happen to rows, made of random numbers drawn now.
    static func change(_ random: inout SeededRandom) -> PricesChanged {
        let id = Int(random.next() % 12)
        let cents = Int(random.next() % 4)
        switch random.next() % 12 {
        case 0: return PricesChanged { $0.remove(id: id) }
        case 1, 2: return PricesChanged { $0[id: id] = Price(id: id, cents: cents) }
        case 3: return PricesChanged { $0.insert(Price(id: id, cents: cents), at: 0) }
        case 4: return PricesChanged { $0.sort { ($0.cents, $0.id) < ($1.cents, $1.id) } }
        case 5: return PricesChanged { $0.removeAll { $0.cents == cents } }
        case 6 where cents == 0: return PricesChanged { $0 = [] }
        case 6 where cents == 1: return PricesChanged { for _ in 0..<3_000 { $0[id: id]?.cents = cents } }
        case 7:
            return PricesChanged { prices in
                guard let data = try? JSONEncoder().encode(prices),
                    let decoded = try? JSONDecoder().decode(KeyedRows<Int, Price>.self, from: data)
                else {
                    Issue.record("rows do not survive encoding")
                    return
                }
                prices = decoded
            }
        default: return PricesChanged { $0[id: id]?.cents = cents }
        }
    }
}

/// Maintains a copy of rows only from a subscription to their changes, and one to their order.
struct ChangesFollower {
    private let changes = Locked<[KeyedRows<Int, Price>.Changes]>([])
    private let orders = Locked<[[Int]]>([])
    private let subscriptions: [Subscription]
    private var known: [Int: Price] = [:]

    init(_ core: Core<Market>) {
        subscriptions = [
            core.subscribe(to: .changes(of: \.prices)) { [changes] delivered in
                changes.withLock { $0.append(delivered) }
            },
            core.subscribe(to: .order(of: \.prices)) { [orders] ids in orders.withLock { $0.append(ids) } },
        ]
    }

    mutating func check(_ rows: KeyedRows<Int, Price>, _ place: Comment) throws {
        let delivered = changes.withLock { delivered in
            defer { delivered = [] }
            return delivered
        }
        for changes in delivered {
            switch changes {
            case .reload: known = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
            case .difference(let difference):
                for id in difference.ids { known[id] = rows[id: id] }
                #expect(difference.removed.allSatisfy { !rows.contains(id: $0) }, place)
                #expect(difference.inserted.union(difference.updated).allSatisfy { rows.contains(id: $0) }, place)
            }
        }
        try #require(known == Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) }), place)
        let ids = orders.copy
        try #require(ids.last == Array(rows.ids), place)
        #expect(zip(ids, ids.dropFirst()).allSatisfy { $0 != $1 }, place)
    }
}
