import Foundation
import ReactorTestSupport
@testable import Reactor
import Testing

@Suite("Subscriptions to one row")
struct RowSubscriptionTests {
    static func market(_ rows: Int) -> Market {
        Market(prices: KeyedRows(uniqueRows: (0..<rows).map { Price(id: $0, cents: 0) }))
    }

    /// What a subscription to a row received, nil as -1.
    final class Delivered: Sendable {
        private let values = Locked<[Int]>([])
        var all: [Int] { values.copy }
        func add(_ row: Price?) { values.withLock { $0.append(row?.cents ?? -1) } }
    }

    @Test("It receives the row, each change of it, nil when it is gone, and the row when it is back")
    func life() async {
        let core = Core(state: Self.market(3))
        let delivered = Delivered()
        let subscription = core.subscribe(to: .row(\.prices, id: 1)) { delivered.add($0) }
        await core.settled()
        for change in [
            { $0[id: 1]?.cents = 5 }, { $0[id: 2]?.cents = 6 }, { $0.remove(id: 1) },
            { $0.append(Price(id: 1, cents: 7)) }, { $0.sort { $0.cents < $1.cents } }, { $0[id: 1]?.cents = 7 },
        ] as [@Sendable (inout KeyedRows<Int, Price>) -> Void] {
            core.fire(event: PricesChanged(change))
            await core.settled()
        }
        #expect(delivered.all == [0, 5, -1, 7])
        withExtendedLifetime(subscription) {}
    }

    @Test("A row that is not there is delivered as nil once")
    func absent() async {
        let core = Core(state: Self.market(0))
        let delivered = Delivered()
        let subscription = core.subscribe(to: .row(\.prices, id: 1)) { delivered.add($0) }
        await core.settled()
        core.fire(event: PricesChanged { $0.append(Price(id: 2, cents: 2)) })
        await core.settled()
        #expect(delivered.all == [-1])
        withExtendedLifetime(subscription) {}
    }

    @Test("A new collection in the old one's place is looked at row by row")
    func replaced() async {
        let core = Core(state: Self.market(3))
        let delivered = [Delivered(), Delivered(), Delivered()]
        let subscriptions = delivered.indices.map { id in
            core.subscribe(to: .row(\.prices, id: id)) { delivered[id].add($0) }
        }
        await core.settled()
        core.fire(event: PricesChanged { $0 = [Price(id: 0, cents: 0), Price(id: 1, cents: 9)] })
        await core.settled()
        core.fire(event: Reset<Market>())
        await core.settled()
        #expect(delivered.map(\.all) == [[0, -1], [0, 9, -1], [0, -1]])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("Changes that fell out of the log between two looks are not missed")
    func outOfTheLog() async {
        let core = Core(state: Self.market(2))
        let delivered = Delivered()
        let subscription = core.subscribe(to: .row(\.prices, id: 0)) { delivered.add($0) }
        await core.settled()
        core.fire(
            event: PricesChanged { prices in
                prices[id: 0]?.cents = 3
                for cents in 1...5_000 { prices[id: 1]?.cents = cents }
            })
        await core.settled()
        #expect(delivered.all == [0, 3])
        withExtendedLifetime(subscription) {}
    }

    @Test("A loop over a row, and .every, follow it, too")
    func otherForms() async {
        let core = Core(state: Self.market(2))
        var loop = core.updates(of: .row(\.prices, id: 1)).makeAsyncIterator()
        #expect(await loop.next() == Price(id: 1, cents: 0))
        let delivered = Delivered()
        let subscription = core.subscribe(to: .row(\.prices, id: 1), delivery: .every) { delivered.add($0) }
        core.fire(event: PricesChanged { $0[id: 1]?.cents = 1 })
        core.fire(event: Noted(1))
        #expect(await loop.next() == Price(id: 1, cents: 1))
        await core.settled()
        #expect(delivered.all == [0, 1, 1])
        withExtendedLifetime(subscription) {}
    }

    @Test("Rows that cannot be compared are delivered when the log names them")
    func incomparable() async {
        struct Row: Identifiable, Sendable {
            var id: Int
            var number = 0
        }
        struct Rows: State {
            var rows: KeyedRows<Int, Row> = [Row(id: 0), Row(id: 1)]

            mutating func react(to event: any Event) {
                if let event = event as? Noted { rows[id: 0]?.number = event.number }
            }
        }
        let core = Core(state: Rows())
        let delivered = Locked<[String]>([])
        let subscriptions = [0, 1].map { id in
            core.subscribe(to: .row(\.rows, id: id)) { row in
                delivered.withLock { $0.append("\(id): \(row?.number ?? -1)") }
            }
        }
        await core.settled()
        delivered.withLock { $0 = [] }
        core.fire(event: Noted(0))
        await core.settled()
        #expect(delivered.copy == ["0: 0"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("A row is compared, also where it is not said that it is Equatable")
    func comparedInAnyCase() async {
        func subscribe<Row: Sendable>(
            _ core: Core<Market>, to rows: KeyPath<Market, KeyedRows<Int, Row>> & Sendable,
            _ body: @escaping @Sendable () -> Void
        ) -> Subscription {
            core.subscribe(to: .row(rows, id: 0)) { _ in body() }
        }
        let core = Core(state: Self.market(1))
        let (known, unknown) = (Delivered(), Locked(0))
        let first = core.subscribe(to: .row(\.prices, id: 0)) { known.add($0) }
        let second = subscribe(core, to: \.prices) { unknown.withLock { $0 += 1 } }
        await core.settled()
        core.fire(event: PricesChanged { $0[id: 0]?.cents = 0 })
        await core.settled()
        #expect((known.all, unknown.copy) == ([0], 1))
        withExtendedLifetime((first, second)) {}
    }

    @Test("In an absent part it is silent")
    func inAPart() async {
        struct Shop: State {
            var market: Market? = RowSubscriptionTests.market(1)

            mutating func react(to event: any Event) {
                if event is DrawerShut {
                    market = nil
                } else if event is DrawerOpened {
                    market = RowSubscriptionTests.market(1)
                } else {
                    market?.react(to: event)
                }
            }
        }
        let core = Core(state: Shop())
        let delivered = Delivered()
        let market = core.scope(to: \.market, default: Market())
        let subscription = market.subscribe(to: .row(\.prices, id: 0)) { delivered.add($0) }
        await core.settled()
        for event in [PricesChanged { $0[id: 0]?.cents = 4 }, DrawerShut(), DrawerOpened()] as [any Event] {
            core.fire(event: event)
            await core.settled()
        }
        #expect(delivered.all == [0, 4, 0])
        withExtendedLifetime(subscription) {}
    }

    @Test("Ten thousand subscriptions to rows, added and cancelled, leave nothing behind")
    func nothingLeft() async {
        let core = Core(state: Self.market(100))
        for _ in 0..<Loops.rounds(of: 100) {
            let subscriptions = (0..<100).map { id in core.subscribe(to: .row(\.prices, id: id)) { _ in } }
            core.fire(event: PricesChanged { $0[id: 5]?.cents += 1 })
            await core.settled()
            for subscription in subscriptions { subscription.cancel() }
        }
        await core.settled()
        #expect(await core.subscriptionCount == 0)
    }

    @Test("An event that concerns one row reads that row and no other, however many are subscribed to")
    func cost() async {
        for rows in [100, 10_000] {
            let reads = Locked(0)
            let market = CountingMarket(rows: rows, reads: reads)
            let core = Core(state: market)
            let subscriptions = (0..<rows).map { id in core.subscribe(to: .row(\.rows, id: id)) { _ in } }
            await core.settled()
            reads.withLock { $0 = 0 }
            core.fire(event: Noted(7))
            await core.settled()
            core.fire(event: DrawerOpened())
            await core.settled()
            // Row 7 is compared with the row before and, because it differs, with itself. The other event costs no comparison.
            #expect(reads.copy == 2, "\(rows) rows")
            withExtendedLifetime(subscriptions) {}
        }
    }
}

/// Rows that count how often they are compared.
struct CountingMarket: State {
    struct Row: Identifiable, Equatable, Sendable {
        var id: Int
        var number = 0
        let comparisons: Locked<Int>

        static func == (left: Row, right: Row) -> Bool {
            left.comparisons.withLock { $0 += 1 }
            return left.id == right.id && left.number == right.number
        }
    }

    var rows: KeyedRows<Int, Row>
    var other = 0

    init(rows count: Int, reads: Locked<Int>) {
        rows = KeyedRows(uniqueRows: (0..<count).map { Row(id: $0, comparisons: reads) })
    }

    mutating func react(to event: any Event) {
        if let event = event as? Noted { rows[id: event.number]?.number += 1 } else { other += 1 }
    }
}

extension Core {
    /// How many subscriptions the table holds.
    var subscriptionCount: Int { engine.subscriptions.count }
}
