import Reactor
import Synchronization
import Testing

/// Scenarios that the suites of ReSwift describe.
@Suite("Subscriptions, as ReSwift's suites describe them")
struct SubscriptionScenarios {
    private final class Screen: Subscriber {
        let counts = Notes<Int>()
        private let react: @Sendable (Int) -> Void

        init(_ react: @escaping @Sendable (Int) -> Void = { _ in }) { self.react = react }

        func update(with state: Int) {
            counts.note(state)
            react(state)
        }
    }

    @Test("A new subscriber gets the current value, and later values once each has settled")
    func current() async {
        let (core, screen) = (Core(state: Counter(count: 4)), Screen())
        core.add(subscriber: screen, selecting: \.count)
        await core.settled()
        core.fire(event: Added(amount: 3))
        await core.settled()
        #expect(screen.counts.all == [4, 7])
    }

    @Test("A subscriber without an initial value receives the next change")
    func noInitial() async {
        let (core, screen) = (Core(state: Counter(count: 4)), Screen())
        core.add(subscriber: screen, selecting: \.count, initial: false)
        await core.settled()
        core.fire(event: Added())
        await core.settled()
        #expect(screen.counts.all == [5])
    }

    @Test("A subscriber that is added twice is notified once for each value")
    func twice() async {
        let (core, screen) = (Core(state: Counter()), Screen())
        core.add(subscriber: screen, selecting: \.count)
        core.add(subscriber: screen, selecting: \.count)
        await core.settled()
        let before = screen.counts.all.count
        core.fire(event: Added())
        await core.settled()
        #expect(screen.counts.all.count == before + 1)
    }

    @Test("A removed subscriber gets nothing, and removing it again does no harm")
    func removed() async {
        let (core, screen) = (Core(state: Counter()), Screen())
        core.add(subscriber: screen, selecting: \.count)
        await core.settled()
        core.remove(subscriber: screen)
        core.remove(subscriber: screen)
        core.fire(event: Added())
        await core.settled()
        #expect(screen.counts.all == [0])
    }

    @Test("A subscriber can remove itself while it is notified")
    func removesItself() async {
        let core = Core(state: Counter())
        let box = Mutex<Screen?>(nil)
        let screen = Screen { count in
            if count == 1, let screen = box.withLock({ $0 }) { core.remove(subscriber: screen) }
        }
        box.withLock { $0 = screen }
        core.add(subscriber: screen, selecting: \.count, delivery: .every)
        for _ in 0..<3 {
            core.fire(event: Added())
            await core.settled()
        }
        #expect(screen.counts.all == [0, 1])
        box.withLock { $0 = nil }
    }

    @Test("A property that did not change is not delivered again")
    func skipsRepeats() async {
        let (core, screen) = (Core(state: Counter()), Screen())
        core.add(subscriber: screen, selecting: \.count)
        await core.settled()
        core.fire(event: Logged(text: "other"))
        core.fire(event: Added(amount: 0))
        await core.settled()
        #expect(screen.counts.all == [0])
    }

    @Test("With .every a subscriber gets each value, and with .latest at least the last one")
    func deliveries() async {
        let core = Core(state: Counter())
        let (each, last) = (Screen(), Screen())
        core.add(subscriber: each, selecting: \.count, delivery: .every)
        core.add(subscriber: last, selecting: \.count)
        for _ in 0..<50 { core.fire(event: Added()) }
        await core.settled()
        #expect(each.counts.all == Array(0...50))
        #expect(last.counts.all.last == 50 && last.counts.all.sorted() == last.counts.all)
    }

    @Test("A closure selects a value that no property has")
    func selector() async {
        let (core, screen) = (Core(state: Counter(count: 2)), Screen())
        core.add(subscriber: screen, selector: { $0.count * 10 })
        await core.settled()
        core.fire(event: Added())
        await core.settled()
        #expect(screen.counts.all == [20, 30])
    }

    @Test("A subscription ends when its token is released")
    func token() async {
        let (core, counts) = (Core(state: Counter()), Notes<Int>())
        do {
            let subscription = core.subscribe(to: \.count) { counts.note($0) }
            await core.settled()
            withExtendedLifetime(subscription) {}
        }
        core.fire(event: Added())
        await core.settled()
        #expect(counts.all == [0])
    }

    private struct Doubling: Middleware {
        func intercept(event: any Event, state: Counter) -> (any Event)? {
            if let event = event as? Added { Added(amount: event.amount * 2) } else { event }
        }
    }

    private struct Limit: Middleware {
        func intercept(event: any Event, state: Counter) -> (any Event)? {
            if let event = event as? Added, event.amount > 5 { nil } else { event }
        }
    }

    @Test("Middlewares see an event in their order, and may replace or refuse it")
    func middlewares() async {
        let core = Core(state: Counter(), middlewares: [Doubling(), Limit()])
        core.fire(event: Added(amount: 2))
        core.fire(event: Added(amount: 3))
        #expect(await core.state.count == 4)
        #expect(await core.counts.refused(.middleware) == 1)
    }
}
