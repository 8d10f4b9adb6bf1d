import Reactor
import Terminal
import Testing

@testable import Dashboard

@Suite("The market")
struct MarketTests {
    let listing = Listing(count: 100, seed: 1)

    @Test("A trade changes its row alone, and says in which direction")
    func trade() {
        var market = Market(listing: listing)
        let stamp = market.instruments.stamp
        market.react(to: Traded(id: 7, price: 1))
        #expect(market.instruments[id: 7]?.price == 1)
        #expect(market.instruments[id: 7]?.isRising == false)
        guard case .difference(let difference) = market.instruments.changes(since: stamp) else {
            Issue.record("a rescan")
            return
        }
        #expect(difference.ids == [7])
    }

    @Test("Rows are sorted as asked, equal ones by their symbols", arguments: SortOrder.allCases)
    func sorts(order: SortOrder) {
        var market = Market(listing: listing)
        var random = SeededRandom(seed: 2)
        for _ in 0..<500 {
            market.react(to: Traded(id: Int32(random.number(in: 0...99)), price: Int32(random.number(in: 1...50))))
        }
        market.react(to: Sorted(order: order))
        let rows = Array(market.instruments)
        for (left, right) in zip(rows, rows.dropFirst()) { #expect(!order.precedes(right, left)) }
        #expect(rows.count == 100)
        #expect(market.order == order)
    }

    @Test("Starting over lists the opening prices again, in a session of its own")
    func reset() {
        var market = Market(listing: listing)
        market.react(to: Traded(id: 7, price: 1))
        market.react(to: TradingPaused())
        #expect(market.session == nil)
        market.react(to: Reset<Market>())
        #expect(Array(market.instruments) == listing.instruments)
        #expect(market.session == 1)
    }

    @Test("Producers trade what is theirs until trading is paused, and then no more")
    func producers() async {
        let pace = Trade.Pace(tradesPerSecond: 1_000_000, seed: 3, clock: RuntimeClock(.continuous))
        let watching = Watching(listing: listing, pace: pace)
        for await trades in watching.core.updates(of: \.traded) where trades.count == 100 { break }
        await watching.press(.pause)
        await watching.core.idle()
        let applied = await watching.core.counts.applied
        // Bodies that had not heard of it yet are refused what they still trade.
        await watching.end()
        let counts = await watching.core.counts
        #expect(counts.applied == applied)
        #expect(counts.total == counts.applied + counts.refusedByFence)
    }
}

extension Market {
    /// The instruments that were traded.
    fileprivate var traded: [Int32] { instruments.filter { $0.trades > 0 }.map(\.id) }
}
