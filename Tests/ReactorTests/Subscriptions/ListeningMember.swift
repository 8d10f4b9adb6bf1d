import ReactorTestSupport

@testable import Reactor

/// An inbox whose updates are begun by hand: it remembers what was delivered, and what was reported.
final class ListeningMember: ValueInbox<Int>, @unchecked Sendable {
    // Sendable: tests touch it on one thread.
    /// What it asks for when something is to be delivered, in place of the line it shares.
    let pump = DeliveryLine(core: ObjectIdentifier(Numbers.self))
    private(set) var delivered: [Int] = []
    private(set) var passedLimits: [Int] = []
    /// How often it was asked whether something is owed.
    private(set) var timesAsked = 0
    var isThere = true

    init(
        _ selection: Selection<Int>, subscriber: ObjectIdentifier? = nil, delivery: Delivery = .latest,
        initial: Bool = true
    ) {
        let source = InboxSource(
            core: ObjectIdentifier(Numbers.self), report: { _ in }, detach: { _ in }, type: Int.self,
            subscriber: subscriber)
        super.init(selection, source, delivery: delivery, initial: initial) { _, _ in }
    }

    override var isAlive: Bool { isThere }

    override func offer(
        _ value: borrowing Slot<Int>, after previous: borrowing Slot<Int>, isEqual: Comparison<Int>?
    ) -> DeliveryLine? {
        let isCompared = isEqual != nil && previous.isFull
        let offer = machine.offer(value.value, previous: isCompared ? previous.value : nil, isEqual: isEqual)
        if let waiting = offer.passedLimit { passedLimits.append(waiting) }
        return offer.entersLine ? pump : nil
    }

    override var isOwed: Bool {
        timesAsked += 1
        return super.isOwed
    }

    override func announce(to wait: DeliveryWait) -> Bool {
        timesAsked += 1
        return super.announce(to: wait)
    }

    /// The update before returns, and the next begins, if there is one.
    func turn() {
        let next = machine.turn()
        for wait in next.caughtUp { wait.done() }
        if next.hasValue { delivered.append(machine.current.value) }
    }
}
