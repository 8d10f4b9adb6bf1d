import ReactorTesting
import ReactorTestSupport
import Testing

@testable import Reactor

/// The remains of subscriptions after very many have come and gone: nothing, and never much in between.
///
/// Everything runs on the test's own thread, so that it can read the tables whenever nothing runs.
@Suite("Subscriptions that come and go")
struct ChurnTests {
    private let executor = StepExecutor()
    private let live = Locked(0)
    /// The most that was there at any time, of anything.
    private let peak = Locked(0)
    private let core: Core<Market>

    init() { core = Core(state: Market(prices: [Price(id: 1, cents: 1)]), runtime: executor.runtime()) }

    /// The way in which a subscriber ends.
    enum End: CaseIterable { case removed, released, removedAndReleased }

    @Test(
        "A million subscribers that were added and removed, or released, leave nothing behind", arguments: End.allCases)
    func subscribers(end: End) {
        var random = SeededRandom(seed: 7)
        var kept: [Listener] = []
        for round in 0..<Loops.rounds(of: 1_000_000 / End.allCases.count) {
            let listener = Listener(live)
            core.add(subscriber: listener, selecting: \.other, delivery: random.chance(20) ? .every : .latest)
            if random.chance(20) { core.add(subscriber: listener, selector: { $0.prices.count }) }
            go(round, &random)
            if end != .released { core.remove(subscriber: listener) }
            if end == .removed { kept.append(listener) }
            if kept.count == 8 { kept = [] }
            go(round, &random)
        }
        kept = []
        finish(shells: end == .released ? 64 : 0)
    }

    /// The subscribed value.
    enum Subject: CaseIterable {
        case keyPath, wholeState, everyEvent, severalMembers, selector, ownSelector, row, rowsThatChanged, orderOfRows
    }

    @Test("Subscriptions that were canceled, or released, leave nothing behind", arguments: Subject.allCases)
    func subscriptions(subject: Subject) {
        var random = SeededRandom(seed: 11)
        for round in 0..<Loops.rounds(of: 60_000) {
            live.withLock { $0 += 1 }
            let subscription = subscribe(to: subject, Sentinel { [live] in live.withLock { $0 -= 1 } })
            go(round, &random)
            if random.chance(50) { subscription.cancel() }
            withExtendedLifetime(subscription) {}
        }
        finish()
    }

    @Test("Loops over updates that were left after some values leave nothing behind", arguments: [1, 2])
    func loops(values: Int) {
        var random = SeededRandom(seed: 13)
        for round in 0..<Loops.rounds(of: 60_000) {
            live.withLock { $0 += 1 }
            let sentinel = Sentinel { [live] in live.withLock { $0 -= 1 } }
            executor.start { [core] in
                var left = values
                for await _ in core.updates(of: \.other, delivery: .every) {
                    left -= 1
                    if left == 0 { break }
                }
                withExtendedLifetime(sentinel) {}
            }
            go(round, &random)
        }
        finish()
    }

    private static let total = Derived(\Market.prices) { $0.count }

    private func subscribe(to subject: Subject, _ sentinel: Sentinel) -> Subscription {
        switch subject {
        case .keyPath: core.subscribe(to: \.other) { _ in _ = sentinel }
        case .wholeState: core.subscribe { _ in _ = sentinel }
        case .everyEvent: core.subscribe(to: \.other, delivery: .every) { _ in _ = sentinel }
        case .severalMembers: core.subscribe(to: \.other, \.$entries) { _, _ in _ = sentinel }
        case .selector: core.subscribe(to: Self.total) { _ in _ = sentinel }
        case .ownSelector: core.subscribe(to: Derived(\Market.other) { -$0 }) { _ in _ = sentinel }
        case .row: core.subscribe(to: .row(\.prices, id: 1)) { _ in _ = sentinel }
        case .rowsThatChanged: core.subscribe(to: .changes(of: \.prices)) { _ in _ = sentinel }
        case .orderOfRows: core.subscribe(to: .order(of: \.prices)) { _ in _ = sentinel }
        }
    }

    /// At times changes something, and at times lets everything run that waits.
    private func go(_ round: Int, _ random: inout SeededRandom) {
        if random.chance(20) { core.fire(event: Noted(round)) }
        if random.chance(10) { core.fire(event: PricesChanged { $0[id: 1]?.cents += 1 }) }
        guard random.chance(25) else { return }
        executor.run()
        let table = core.engine.subscriptions
        let sizes = [live.copy, table.count, table.latest.groups.count, table.subscribers.count, table.leaving.count]
        peak.withLock { $0 = max($0, sizes.max() ?? 0) }
    }

    /// - Parameter shells: The number of released subscribers that may still be in the table.
    private func finish(shells: Int = 0) {
        executor.run()
        // A subscriber that was released is found when there is something to deliver to it, or when the table has grown.
        core.fire(event: Noted(-1))
        _ = executor.run { [core] in await core.settled() }
        #expect(peak.copy < 256, "at any time")
        #expect(live.copy == 0)
        let table = core.engine.subscriptions
        #expect(table.count <= shells)
        #expect(table.inboxes.count <= shells)
        #expect(table.latest.groups.count <= shells)
        #expect(table.subscribers.count <= shells)
        #expect(!table.hasEvery)
    }
}

/// A subscriber that is counted as long as it lives.
private final class Listener: Subscriber {
    private let live: Locked<Int>

    init(_ live: Locked<Int>) {
        self.live = live
        live.withLock { $0 += 1 }
    }

    deinit { live.withLock { $0 -= 1 } }

    func update(with state: Int) {}
}
