import ReactorTestSupport
@testable import Reactor
import ReactorTesting
import Testing

@Suite("Subscriptions to changed rows and to their order")
struct ChangesTests {
    typealias Changes = KeyedRows<Int, Price>.Changes
    typealias Difference = KeyedRows<Int, Price>.Difference

    @Test("It is asked to look at every row, then what changed, by what became of it")
    func differences() async {
        let core = Core(state: RowSubscriptionTests.market(3))
        let delivered = Locked<[Changes]>([])
        let subscription = core.subscribe(to: .changes(of: \.prices)) { changes in
            delivered.withLock { $0.append(changes) }
        }
        await core.settled()
        core.fire(event: PricesChanged { $0[id: 1]?.cents = 4 })
        await core.settled()
        core.fire(event: Noted(1))
        await core.settled()
        core.fire(event: PricesChanged { $0.remove(id: 0) })
        core.fire(event: PricesChanged { $0.append(Price(id: 9, cents: 0)) })
        await core.settled()
        core.fire(event: PricesChanged { $0 = [] })
        await core.settled()
        var second = Difference()
        second.updated = [1]
        var third = Difference()
        third.removed = [0]
        third.inserted = [9]
        third.orderChanged = true
        // The two events may have been looked at together or one by one.
        let all = delivered.copy
        #expect(all.prefix(2) == [.rescan, .difference(second)])
        #expect(all.last == .rescan)
        let between = all.dropFirst(2).dropLast().reduce(into: Changes.difference(Difference())) { $0.follow(with: $1) }
        #expect(between == .difference(third))
        withExtendedLifetime(subscription) {}
    }

    @Test("What changes while the closure runs is delivered as one afterwards")
    func slow() async {
        let core = Core(state: RowSubscriptionTests.market(3))
        let delivered = Locked<[Changes]>([])
        let gate = Gate<Void>()
        let subscription = core.subscribe(to: .changes(of: \.prices)) { changes in
            delivered.withLock { $0.append(changes) }
            await gate.wait()
        }
        await gate.arrived()
        // Each newcomer makes them all look, so that there are several differences to be delivered as one.
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
        #expect(delivered.copy == [.rescan, .difference(difference)])
        withExtendedLifetime(subscription) {}
    }

    @Test("Two differences in a row say what one over both would have said", arguments: 0..<UInt64(50))
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
            case (.rescan, .rescan): break
            case (.difference(let delivered), .difference(let whole)): #expect(delivered == whole, "seed \(seed)")
            default: #expect(delivered == whole, "seed \(seed)")
            }
        }
    }

    @Test("One that was added while the part of the rows is gone receives nothing until it is back")
    func addedWhileGone() async {
        struct Shop: State {
            var market: Market? = Market()

            mutating func react(to event: any Event) {
                switch event {
                case is DrawerShut: market = nil
                case is DrawerOpened: market = Market()
                default: market?.react(to: event)
                }
            }
        }
        let core = Core(state: Shop())
        let market = core.scope(to: \.market, default: Market())
        let (early, late) = (Locked(0), Locked(0))
        let first = market.subscribe(to: .changes(of: \.prices)) { _ in early.withLock { $0 += 1 } }
        await core.settled()
        core.fire(event: DrawerShut())
        let second = market.subscribe(to: .changes(of: \.prices)) { _ in late.withLock { $0 += 1 } }
        await core.settled()
        #expect((early.copy, late.copy) == (1, 0))
        core.fire(event: DrawerOpened())
        await core.settled()
        #expect((early.copy, late.copy) == (2, 1))
        withExtendedLifetime((first, second)) {}
    }

    @Test("The order is notified when rows come, go or move, and not when they change or end up where they were")
    func order() async {
        let core = Core(state: RowSubscriptionTests.market(3))
        let delivered = Locked<[[Int]]>([])
        let subscription = core.subscribe(to: .order(of: \.prices)) { ids in delivered.withLock { $0.append(ids) } }
        await core.settled()
        for change in [
            { $0[id: 0]?.cents = 5 }, { $0.sort { $0.cents < $1.cents } },
            {
                $0.remove(id: 0)
                $0.append(Price(id: 0, cents: 0))
            },
            { $0.remove(id: 1) },
        ] as [@Sendable (inout KeyedRows<Int, Price>) -> Void] {
            core.fire(event: PricesChanged(change))
            await core.settled()
        }
        #expect(delivered.copy == [[0, 1, 2], [1, 2, 0], [2, 0]])
        withExtendedLifetime(subscription) {}
    }

    @Test("A revision is subscribed to like any member: each change is delivered, resets and decoded values included")
    func revisions() async {
        let core = Core(state: Market())
        let revisions = Recorder<Revision>()
        core.add(subscriber: revisions, selecting: \.$entries)
        await core.settled()
        let changes: [any Event] = [
            EntriesChanged { $0.append(1) }, Noted(1), Reset<Market>(), EntriesChanged { $0.append(1) },
            EntriesChanged { $0 = Array($0) }, Noted(2),
        ]
        for event in changes {
            core.fire(event: event)
            await core.settled()
        }
        #expect(revisions.values.count == 5)
        #expect(Set(revisions.values).count == 5)
    }
}
