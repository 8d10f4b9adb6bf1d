import Reactor
import ReactorTerminal
import class ReactorTesting.ManualClock
import Testing

@testable import ExampleDashboard

@Suite("The market")
struct MarketTests {
    let listing = Listing(count: 100, seed: 1)

    @Test("A trade changes its row alone, and says in which direction")
    func trade() {
        var market = Market(listing: listing)
        let revision = market.instruments.revision
        market.react(to: Traded(id: 7, price: 1))
        #expect(market.instruments[id: 7]?.price == 1)
        #expect(market.instruments[id: 7]?.isRising == false)
        guard case .difference(let difference) = market.instruments.changes(since: revision) else {
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

    @Test("While trades can move rows they are sorted again each second, and not while trading is paused")
    func resorted() async {
        let clock = ManualClock()
        let core = Core(
            state: Market(listing: listing), reactions: { While(\.isResorted) { Resort(clock: RuntimeClock(clock)) } },
            runtime: Runtime(clock: RuntimeClock(clock)))
        func first() async -> Int32? { await core.read { $0.instruments.first?.id } }
        core.fire(event: Sorted(order: .trades))
        await clock.sleepers(1)
        for _ in 0..<3 { core.fire(event: Traded(id: 42, price: 7)) }
        await core.settled()
        #expect(await first() == 0)
        clock.advance(by: .seconds(1))
        await clock.sleepers(1)
        #expect(await first() == 42)
        core.fire(event: TradingPaused())
        await clock.sleepers(0)
        core.fire(event: TradingResumed())
        await clock.sleepers(1)
        core.fire(event: Sorted(order: .symbol))
        await clock.sleepers(0)
        await core.close()
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
        #expect(counts.total == counts.applied + counts.refusedAsLate)
    }

    @Test("Of an hour in which the process was stopped, a second is caught up with")
    func stopped() async {
        let clock = HourClock()
        let core = Core(state: Market(listing: listing))
        core.fire(
            command: Trade(number: 0, pace: Trade.Pace(tradesPerSecond: 4_000, seed: 3, clock: RuntimeClock(clock))))
        await clock.isAsleep()
        #expect(await core.counts.applied == 1_000)
        await core.close()
    }

    @Test("A producer that has much to do ends when it is cancelled, and not when it is done")
    func cancelledInTheMiddle() async {
        /// Cancels the producer at its first trade.
        struct Supervisor: Middleware {
            let handle = Locked<CommandHandle?>(nil)

            func process(event: any Event, state: Market) {
                handle.withLock { handle in
                    handle?.cancel()
                    handle = nil
                }
            }
        }
        let supervisor = Supervisor()
        let core = Core(state: Market(listing: listing), middlewares: [supervisor])
        let pace = Trade.Pace(tradesPerSecond: 10_000_000, seed: 3, clock: RuntimeClock(HourClock()))
        let producer = supervisor.handle.withLock { handle in
            let producer = core.fire(command: Trade(number: 0, pace: pace))
            handle = producer
            return producer
        }
        _ = await producer.outcome
        await core.close(grace: .seconds(600))
        #expect(await core.counts.total < 2_000_000, "2,500,000 were due")
    }
}

extension Market {
    /// The instruments that were traded.
    fileprivate var traded: [Int32] { instruments.filter { $0.trades > 0 }.map(\.id) }
}

/// A clock on which the first sleep takes an hour, which is over at once, and the second one ends only with its task.
private final class HourClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Locked(Instant(offset: .zero))
    private let (asleep, fallsAsleep) = AsyncStream.makeStream(of: Void.self)

    var now: Instant { time.withLock { $0 } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        guard now.offset > .zero else { return time.withLock { $0.offset = .seconds(3_600) } }
        fallsAsleep.yield()
        try await ContinuousClock().sleep(for: .seconds(1_000_000))
    }

    func isAsleep() async {
        for await _ in asleep { return }
    }
}
