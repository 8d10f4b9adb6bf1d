import ReactorTestSupport
import Testing

@testable import Reactor

/// A state, a table and its members, one behaviour a test.
@Suite struct SubscriptionExampleTests {
    private final class Subscriber: Sendable {}

    /// A table over a state that tests change.
    private struct Bench {
        var table = SubscriptionTable()
        var numbers = Numbers()
        var version: UInt64 = 1

        /// Those that were attached, and are there still.
        var members: [ListeningMember] { attached.compactMap(\.member) }
        private var attached: [Attached] = []

        private struct Attached {
            weak var member: ListeningMember?
        }

        mutating func attach(_ member: ListeningMember) {
            if attached.count > 2_000 { attached.removeAll { $0.member == nil } }
            attached.append(Attached(member: member))
            table.attach(member, state: WholeState(numbers), version: version)
        }

        mutating func remove(_ subscriber: ObjectIdentifier) {
            table.remove(subscriber, state: WholeState(numbers), version: version)
        }

        /// An event.
        mutating func change(first: Int) {
            numbers.first = first
            version += 1
            table.refreshEvery(state: WholeState(numbers), version: version)
        }

        /// The end of a turn of the core; all pumps are turned until nothing waits.
        mutating func notify() {
            table.refresh(state: WholeState(numbers), version: version)
            let pumps = table.takeLines()
            for member in members where pumps.contains(where: { $0 === member.pump }) {
                while member.machine.isRunning { member.turn() }
            }
        }
    }

    private let subscriber = Subscriber()

    private func member(
        _ choice: Numbers.Choice = .first, _ subscriber: Subscriber? = nil, every: Bool = false,
        initial: Bool = true
    ) -> ListeningMember {
        ListeningMember(
            Numbers.selection(choice, isEvery: every), subscriber: subscriber.map { ObjectIdentifier($0) },
            delivery: every ? .every : .latest, initial: initial)
    }

    @Test("The value of now is delivered first, unless it is not asked for")
    func initial() {
        var bench = Bench()
        let asking = member()
        let silent = member(initial: false)
        bench.attach(asking)
        bench.attach(silent)
        bench.notify()
        #expect(asking.delivered == [0] && silent.delivered.isEmpty)
        bench.change(first: 1)
        bench.notify()
        #expect(asking.delivered == [0, 1] && silent.delivered == [1])
    }

    @Test("A selection that stayed as it is, is not delivered again")
    func comparesSelections() {
        var bench = Bench()
        let second = member(.second)
        bench.attach(second)
        bench.notify()
        bench.change(first: 1)
        bench.notify()
        #expect(second.delivered == [0])
    }

    @Test("A subscriber that missed an update receives the newest value")
    func missedUpdates() {
        var bench = Bench()
        let first = member()
        bench.attach(first)
        bench.notify()
        bench.change(first: 1)
        bench.change(first: 2)
        bench.notify()
        #expect(first.delivered == [0, 2])
    }

    @Test("A subscriber of every event receives each, equal or not")
    func everyEvent() {
        var bench = Bench()
        let every = member(every: true)
        bench.attach(every)
        for first in [1, 1, 2] { bench.change(first: first) }
        bench.notify()
        #expect(every.delivered == [0, 1, 1, 2])
    }

    @Test("Subscribers of equal key paths share one group, and so one comparison")
    func sharesGroups() {
        var bench = Bench()
        for _ in 0..<10 { bench.attach(member()) }
        bench.attach(member(.second))
        #expect(bench.table.count == 11 && bench.table.latest.groups.count == 2)
    }

    @Test("A subscriber with the same key path is one subscription, however often it is added")
    func isAddedOnce() {
        var bench = Bench()
        for _ in 0..<3 { bench.attach(member(.first, subscriber)) }
        bench.attach(member(.first, subscriber, every: true))
        #expect(bench.table.count == 1)
        bench.attach(member(.second, subscriber))
        #expect(bench.table.count == 2)
    }

    @Test("A subscriber with a selector is one subscription for each type of value")
    func selectorsAreAddedOnce() {
        var bench = Bench()
        for _ in 0..<3 { bench.attach(member(.sum, subscriber)) }
        #expect(bench.table.count == 1)
    }

    @Test("A subscriber at the address of one that was released is a new one")
    func addressesAreReused() {
        var bench = Bench()
        let gone = member(.first, subscriber)
        bench.attach(gone)
        gone.isThere = false
        let next = member(.first, subscriber)
        bench.attach(next)
        bench.notify()
        #expect(next.delivered == [0])
    }

    @Test("A subscriber that is removed receives what was fired before, and nothing after")
    func removesInPlace() {
        var bench = Bench()
        let first = member(.first, subscriber)
        bench.attach(first)
        bench.notify()
        bench.change(first: 1)
        bench.remove(ObjectIdentifier(subscriber))
        bench.change(first: 2)
        bench.notify()
        #expect(first.delivered == [0, 1])
        #expect(bench.table.subscribers.isEmpty && bench.table.latest.groups.isEmpty)
    }

    @Test("Who settles waits for what is still delivered to a removed subscriber")
    func settlesTheRemoved() {
        var bench = Bench()
        let first = member(.first, subscriber)
        bench.attach(first)
        bench.notify()
        bench.change(first: 1)
        bench.remove(ObjectIdentifier(subscriber))
        let isSettled = Guarded(false)
        let wait = DeliveryWait(Waiter()) { isSettled.withLock { $0 = true } }
        bench.table.announce(to: wait)
        wait.done()
        #expect(!isSettled.withLock { $0 })
        bench.notify()
        #expect(first.delivered == [0, 1] && isSettled.withLock { $0 })
    }

    @Test("Who settles waits for what is still delivered at the end")
    func settlesTheFinished() {
        var bench = Bench()
        let first = member()
        bench.attach(first)
        bench.table.finish()
        let isSettled = Guarded(false)
        let wait = DeliveryWait(Waiter()) { isSettled.withLock { $0 = true } }
        bench.table.announce(to: wait)
        wait.done()
        #expect(!isSettled.withLock { $0 })
        bench.notify()
        #expect(first.delivered == [0] && isSettled.withLock { $0 })
    }

    @Test("Removed subscribers that received everything do not pile up, nor are they kept")
    func forgetsTheRemoved() {
        var bench = Bench()
        weak var last: ListeningMember?
        for _ in 0..<1_000 {
            let passing = member(.first, subscriber)
            last = passing
            bench.attach(passing)
            bench.remove(ObjectIdentifier(subscriber))
            bench.notify()
            #expect(passing.delivered == [0])
        }
        #expect(last == nil && bench.table.leaving.count <= 64)
    }

    @Test("A released subscriber is forgotten when there is something to deliver")
    func letsGo() {
        var bench = Bench()
        let first = member(.first, subscriber)
        bench.attach(first)
        bench.notify()
        first.isThere = false
        bench.change(first: 1)
        bench.notify()
        #expect(bench.table.count == 0 && bench.table.subscribers.isEmpty)
        #expect(first.delivered == [0])
    }

    @Test("Subscribers that are gone do not pile up, even when nothing changes")
    func sweeps() {
        var bench = Bench()
        for _ in 0..<10_000 {
            let passing = member()
            bench.attach(passing)
            passing.isThere = false
        }
        #expect(bench.table.count <= 64)
    }

    @Test("A table that grows keeps all who are there")
    func sweepsOnlyTheGone() {
        var bench = Bench()
        let members = (0..<1_000).map { _ in member() }
        for member in members { bench.attach(member) }
        #expect(bench.table.count == 1_000)
        bench.change(first: 1)
        bench.notify()
        #expect(members.allSatisfy { $0.delivered.last == 1 })
    }

    // MARK: What it costs

    /// How many inboxes are asked when one waits, with so many attached, of which few are owed something.
    private func timesAsked(_ count: Int) -> Int {
        var bench = Bench()
        let members = (0..<count).map { _ in member() }
        for member in members { bench.attach(member) }
        bench.notify()
        bench.table.announce(to: DeliveryWait(Waiter()) {})
        let slow = member(.second)
        bench.attach(slow)
        let before = members.reduce(0) { $0 + $1.timesAsked }
        for _ in 0..<10 { bench.table.announce(to: DeliveryWait(Waiter()) {}) }
        #expect(slow.timesAsked >= 10)
        return members.reduce(0) { $0 + $1.timesAsked } - before
    }

    @Test("Settling asks those to which something is owed, and not those that are attached")
    func settlingCostsWhatIsOwed() {
        #expect(timesAsked(500) == 0 && timesAsked(2_000) == 0)
    }

    @Test("Settling asks each once more after something was offered to it, and then not again")
    func settlingForgets() {
        var bench = Bench()
        let members = (0..<100).map { _ in member() }
        for member in members { bench.attach(member) }
        bench.notify()
        bench.table.announce(to: DeliveryWait(Waiter()) {})
        bench.change(first: 1)
        bench.notify()
        let before = members.reduce(0) { $0 + $1.timesAsked }
        for _ in 0..<5 { bench.table.announce(to: DeliveryWait(Waiter()) {}) }
        #expect(members.reduce(0) { $0 + $1.timesAsked } == before + 100)
    }

    /// How often a state is looked at while so many subscriptions with selections of their own come one by one, each in a
    /// pass of its own, and go again.
    private func looks(_ count: Int) -> Int {
        let looks = Guarded(0)
        var bench = Bench()
        let members = (0..<count).map { _ in
            let selection = Selection<Int>(
                key: nil,
                source: .computed { _, lend in
                    looks.withLock { $0 += 1 }
                    lend(7)
                }, isEvery: false)
            return ListeningMember(selection, subscriber: ObjectIdentifier(subscriber))
        }
        for (number, member) in members.enumerated() {
            bench.attach(number % 2 == 0 ? member : self.member())
            bench.notify()
        }
        for member in members {
            bench.table.detach(member)
            bench.notify()
        }
        return looks.withLock { $0 }
    }

    @Test("Coming and going looks at the state for the one who comes, and for nobody else")
    func comingCostsOneLook() {
        #expect(looks(2_000) <= 5 * looks(500))
        #expect(looks(500) <= 1_000)
    }
}
