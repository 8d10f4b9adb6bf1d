import Reactor
import ReactorPlatform
import ReactorTerminal
import Testing

@testable import ExampleDashboard

@Suite("The market")
struct MarketTests {
    let listing = Listing(count: 100, seed: 1)

    @Test("A trade changes only its row")
    func trade() {
        var market = Market(listing: listing)
        let revision = market.instruments.revision
        market.react(to: Traded(id: 7, price: 1))
        #expect(market.instruments[id: 7]?.price == 1 && market.instruments[id: 7]?.trades == 1)
        guard case .difference(let difference) = market.instruments.changes(since: revision) else {
            Issue.record("a rescan")
            return
        }
        #expect(difference.ids == [7])
    }

    @Test("A frame shows the rows that changed and moved most, and no other")
    func frame() async {
        let core = Core(state: Market(listing: listing))
        let opening = listing.instruments.map(\.opening)
        for (id, price) in [(3, opening[3] * 2), (5, opening[5] / 2), (9, opening[9])] {
            core.fire(event: Traded(id: Int32(id), price: price))
        }
        await core.settled()
        let frames = Frames(
            core: core, changes: Changes(), output: Output(to: MemorySink(), screen: .none, capacity: 0),
            clock: RuntimeClock(.continuous))
        let lines = await frames.text([3, 5, 9], eventsPerSecond: 1_234).split(separator: "\n")
        #expect(lines.map { $0.prefix(4) }.prefix(3) == ["AAAD", "AAAF", "AAAJ"])
        #expect(lines[0].hasSuffix("+100.00%  1 trade"))
        #expect(lines.suffix(2) == ["3 of 100 rows changed", "1,234 events/s"])
        let many = await frames.text(Set(0..<100), eventsPerSecond: 0).split(separator: "\n")
        #expect(many.count == Frames.height + 2)
        await core.close()
    }

    @Test("A change is taken once")
    func changes() {
        let changes = Changes()
        var difference = KeyedRows<Int32, Instrument>.Difference()
        difference.updated = [1]
        changes.note(.difference(difference))
        difference.updated = [2]
        changes.note(.difference(difference))
        #expect(changes.take() == [1, 2])
        #expect(changes.take().isEmpty)
    }

    @Test("Four producers trade all rows")
    func producers() async {
        let pace = Trade.Pace(tradesPerSecond: 1_000_000, seed: 3, clock: RuntimeClock(.continuous))
        let core = Core<Market>.trading(listing, pace)
        for await isTraded in core.updates(of: \.isTraded) where isTraded { break }
        await core.close()
    }

    @Test(
        "A price moves by at most half a percent, or one cent, and never below one cent", arguments: [1, 150, 50_000])
    func step(price: Int32) {
        var random = SplitMix64(seed: 4)
        for _ in 0..<1_000 {
            let next = Trade.next(after: price, &random)
            #expect(next >= 1 && abs(next - price) <= max(1, price / 200))
        }
    }

    @Test("Amounts have two decimals, also between 0 and -1")
    func hundredths() {
        #expect(
            [0, 5, -5, 1_234_567, -120].map(Instrument.hundredths) == ["0.00", "0.05", "-0.05", "12,345.67", "-1.20"])
    }
}

extension Market {
    fileprivate var isTraded: Bool { instruments.allSatisfy { $0.trades > 0 } }
}
