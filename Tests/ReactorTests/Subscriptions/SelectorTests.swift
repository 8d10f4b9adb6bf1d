import ReactorTestSupport
@testable import Reactor
import Testing

@Suite("Selectors")
struct SelectorTests {
    struct Cart: State, Equatable {
        var items: [Int] = []
        var discount = 0
        var note = ""

        mutating func react(to event: any Event) {
            switch event {
            case let event as ItemPut: items.append(event.price)
            case let event as Discounted: discount = event.discount
            case let event as SearchTyped: note = event.text
            default: break
            }
        }
    }

    struct ItemPut: Event { var price: Int }

    struct Discounted: Event { var discount: Int }

    static func total(_ computations: Locked<Int>) -> Derived<Cart, Int> {
        Derived(\Cart.items, \Cart.discount) { items, discount in
            computations.withLock { $0 += 1 }
            return items.reduce(0, +) - discount
        }
    }

    @Test("A selector is computed again only if an input has changed")
    func computedWhenNeeded() async {
        let computations = Locked(0)
        let core = Core(state: Cart())
        let delivered = Locked<[Int]>([])
        let subscription = core.subscribe(to: Self.total(computations)) { total in
            delivered.withLock { $0.append(total) }
        }
        await core.settled()
        for event in [ItemPut(price: 5), SearchTyped(text: "a"), SearchTyped(text: "b"), Discounted(discount: 1)]
            as [any Event]
        {
            core.fire(event: event)
            await core.settled()
        }
        #expect(delivered.copy == [0, 5, 4])
        #expect(computations.copy == 3)
        withExtendedLifetime(subscription) {}
    }

    @Test("Many subscriptions to one selector, of each kind, share one computation for each change")
    func shared() async {
        let computations = Locked(0)
        let total = Self.total(computations)
        let copy = total
        let core = Core(state: Cart(items: [1]))
        let recorder = Recorder<Int>()
        core.add(subscriber: recorder, selecting: total)
        core.add(subscriber: recorder, selecting: copy)
        let delivered = Locked<[Int]>([])
        let subscriptions = (0..<10).map { _ in
            core.subscribe(to: copy) { total in delivered.withLock { $0.append(total) } }
        }
        var loop = core.updates(of: total).makeAsyncIterator()
        #expect(await loop.next() == 1)
        await core.settled()
        #expect(computations.copy == 1)
        core.fire(event: ItemPut(price: 2))
        #expect(await loop.next() == 3)
        await core.settled()
        #expect(computations.copy == 2)
        #expect(recorder.values == [1, 3])
        #expect(delivered.copy.sorted() == Array(repeating: 1, count: 10) + Array(repeating: 3, count: 10))
        withExtendedLifetime(subscriptions) {}
    }

    @Test("A result that cannot be compared is delivered whenever it was computed again, and not otherwise")
    func incomparable() async {
        struct Bill: Sendable {
            var total: Int
        }
        let bill = Derived(\Cart.items) { Bill(total: $0.reduce(0, +)) }
        let core = Core(state: Cart())
        let recorder = Recorder<Bill>()
        core.add(subscriber: recorder, selecting: bill)
        await core.settled()
        for event in [ItemPut(price: 1), SearchTyped(text: "a"), ItemPut(price: 0)] as [any Event] {
            core.fire(event: event)
            await core.settled()
        }
        #expect(recorder.values.map(\.total) == [0, 1, 1])
    }

    @Test("A custom comparison decides which result is delivered, against the last delivered one")
    func ownComparison() async {
        let total = Derived(\Cart.items, isEqual: { abs($0 - $1) < 10 }) { $0.reduce(0, +) }
        let core = Core(state: Cart())
        let latest = Recorder<Int>()
        let every = Recorder<Int>()
        core.add(subscriber: latest, selecting: total)
        core.add(subscriber: every, selecting: total, delivery: .every)
        await core.settled()
        for price in [4, 5, 3, 9, 2] {
            core.fire(event: ItemPut(price: price))
            await core.settled()
        }
        #expect(latest.values == [0, 12, 23])
        #expect(every.values == [0, 4, 9, 12, 21, 23])
    }

    @Test("It takes one to four members")
    func members() async {
        let core = Core(state: Cart(items: [1, 2], discount: 1, note: "n"))
        #expect(await first(Derived(\Cart.note) { $0 + "!" }, core) == "n!")
        #expect(await first(Derived(\Cart.note, \Cart.discount) { "\($0)\($1)" }, core) == "n1")
        let three = Derived(\Cart.note, \Cart.discount, \Cart.items) { "\($0)\($1)\($2)" }
        #expect(await first(three, core) == "n1[1, 2]")
        let four = Derived(\Cart.note, \Cart.discount, \Cart.items, \Cart.items.count) { "\($0)\($1)\($2)\($3)" }
        #expect(await first(four, core) == "n1[1, 2]2")
    }

    private func first(_ value: Derived<Cart, String>, _ core: Core<Cart>) async -> String? {
        for await found in core.updates(of: value) { return found }
        return nil
    }
}
