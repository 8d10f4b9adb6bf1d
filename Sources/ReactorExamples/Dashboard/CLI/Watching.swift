import Reactor
import Terminal

/// A market that trades, and what a display needs of it.
struct Watching {
    let core: Core<Market>
    let changes = Changes()
    /// How many trades a second are wanted.
    let tradesPerSecond: Int
    private let subscriptions: [Subscription]

    init(listing: Listing, pace: Trade.Pace) {
        let core = Core(
            state: Market(listing: listing),
            reactions: {
                for number in 0..<Trade.producers { For(\.session) { _ in Trade(number: number, pace: pace) } }
            })
        self.core = core
        tradesPerSecond = pace.tradesPerSecond
        subscriptions = [
            core.subscribe(to: .order(of: \.instruments)) { [changes] order in changes.note(order: order) },
            core.subscribe(to: .changes(of: \.instruments)) { [changes] changed in changes.note(changed) },
        ]
    }

    /// These rows as they are now. One read for all of them; the rest of the state is not copied.
    func rows(_ ids: [Int32]) async -> [Instrument] {
        await core.read { market in ids.compactMap { market.instruments[id: $0] } }
    }

    /// What a key means to the market.
    func press(_ key: Key) async {
        switch key {
        case .sort: core.fire(event: Sorted(order: await core.read { $0.order }.next))
        case .pause:
            if await core.read({ $0.isTrading }) {
                core.fire(event: TradingPaused())
            } else {
                core.fire(event: TradingResumed())
            }
        case .reset: core.fire(event: Reset<Market>())
        default: break
        }
    }

    /// Sorts again what trades have moved.
    func resort() async {
        let order = await core.read { $0.order }
        if order.isLive { core.fire(event: Sorted(order: order)) }
    }

    func end() async {
        for subscription in subscriptions { subscription.cancel() }
        await core.close()
    }
}
