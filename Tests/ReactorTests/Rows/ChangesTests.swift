import ReactorTestSupport
@testable import Reactor
import ReactorTesting
import Testing

@Suite("Subscriptions to changed rows and to their order")
struct ChangesTests {
    typealias Changes = KeyedRows<Int, Price>.Changes
    typealias Difference = KeyedRows<Int, Price>.Difference

    @Test("Changes that occur while the closure runs are delivered as one afterwards")
    func slow() async {
        let core = Core(state: RowSubscriptionTests.market(3))
        let delivered = Locked<[Changes]>([])
        let gate = TestGate<Void>()
        let subscription = core.subscribe(to: .changes(of: \.prices)) { changes in
            delivered.withLock { $0.append(changes) }
            try? await gate.wait()
        }
        await gate.arrived()
        // Each new subscriber makes all of them compute a difference, so that there are several differences to be delivered as
        // one.
        var newcomers: [Subscription] = []
        for id in 0..<3 {
            core.fire(event: PricesChanged { $0[id: id]?.cents = 1 })
            newcomers.append(core.subscribe(to: .changes(of: \.prices)) { _ in })
            core.fire(event: PricesChanged { $0.remove(id: id) })
            newcomers.append(core.subscribe(to: .changes(of: \.prices)) { _ in })
        }
        _ = await core.counts
        gate.open()
        await core.settled()
        var difference = Difference()
        difference.removed = [0, 1, 2]
        difference.orderChanged = true
        #expect(delivered.copy == [.reload, .difference(difference)])
        withExtendedLifetime(subscription) {}
    }

    @Test("Two consecutive differences equal one difference over both", arguments: 0..<UInt64(50))
    func following(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var rows = RowSubscriptionTests.market(6).prices
        for _ in 0..<40 {
            let start = rows.revision
            for _ in 0...random.next() % 4 { RowModelTests.change(&random).change(&rows) }
            let middle = rows.revision
            var delivered = rows.changes(since: start)
            for _ in 0...random.next() % 4 { RowModelTests.change(&random).change(&rows) }
            delivered.follow(with: rows.changes(since: middle))
            let whole = rows.changes(since: start)
            switch (delivered, whole) {
            case (.reload, .reload): break
            case (.difference(let delivered), .difference(let whole)): #expect(delivered == whole, "seed \(seed)")
            default: #expect(delivered == whole, "seed \(seed)")
            }
        }
    }
}
