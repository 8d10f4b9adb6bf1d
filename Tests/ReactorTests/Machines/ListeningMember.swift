import TestSupport
@testable import Reactor

/// A member whose pump is turned by hand: it remembers what it was told, and what was reported.
final class ListeningMember: ValueMember<Int>, Pump, @unchecked Sendable {
    // Sendable: tests touch it on one thread.
    let machine: InboxMachine<Int>
    private(set) var told: [Int] = []
    private(set) var passedLimits: [Int] = []
    var isThere = true

    init(
        _ selection: AnySelection, subscriber: ObjectIdentifier? = nil, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) {
        machine = InboxMachine(delivery: delivery)
        super.init(selection: selection, subscriber: subscriber, tellsCurrent: tellsCurrent)
    }

    override var isAlive: Bool { isThere }

    override var isOwed: Bool { machine.isOwed }

    override func offer(
        _ value: UnsafePointer<Int>, previous: UnsafePointer<Int>?, isEqual: ((Int, Int) -> Bool)?
    ) -> (any Pump)? {
        let offer = machine.offer(value, previous: previous, isEqual: isEqual)
        if let waiting = offer.passedLimit { passedLimits.append(waiting) }
        return offer.startsPump ? self : nil
    }

    /// The update before returns, and the next begins, if there is one.
    func turn() {
        let next = machine.turn()
        for countdown in next.caughtUp { countdown.done() }
        if next.hasValue { told.append(machine.telling.pointee) }
    }

    func run() async { while machine.isRunning { turn() } }

    override func finish() { machine.finish() }

    override func stop() { for countdown in machine.stop() { countdown.done() } }

    override func announce(to countdown: Countdown) {
        countdown.add()
        if !machine.announce(countdown) { countdown.done() }
    }

    func excuse() { for countdown in machine.excuse() { countdown.done() } }

    func endExcuse() { machine.endExcuse() }
}
