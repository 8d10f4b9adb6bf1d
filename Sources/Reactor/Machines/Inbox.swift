/// A subscription that calls somebody: a subscriber, or a closure.
final class Inbox<Value: Sendable>: ValueMember<Value>, Pump, @unchecked Sendable {
    // Sendable: the machine is guarded; everything else never changes.
    private let machine: Guarded<InboxMachine<Value>>
    private let isThere: @Sendable () -> Bool
    private let tell: @Sendable (Value) async -> Void
    private let name: @Sendable () -> String
    private let report: @Sendable (Report) -> Void

    init(
        selection: AnySelection, subscriber: ObjectIdentifier?, delivery: Delivery, tellsCurrent: Bool,
        report: @escaping @Sendable (Report) -> Void, name: @escaping @Sendable () -> String,
        isThere: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (Value) async -> Void
    ) {
        machine = Guarded(InboxMachine(delivery: delivery))
        self.isThere = isThere
        self.tell = tell
        self.name = name
        self.report = report
        super.init(selection: selection, subscriber: subscriber, tellsCurrent: tellsCurrent)
    }

    override var isAlive: Bool { isThere() }

    override func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> (any Pump)? {
        let offer = machine.withLock { $0.offer(value, previous: previous, isEqual: isEqual) }
        if let waiting = offer.passedLimit { report(.subscriberBehind(subscription: name(), waiting: waiting)) }
        return offer.startsPump ? self : nil
    }

    func run() async {
        await Telling.$current.withValue(self) {
            while true {
                let (value, caughtUp) = machine.withLock { $0.next() }
                for countdown in caughtUp { countdown.done() }
                guard let value else { return }
                await tell(value)
            }
        }
    }

    override func finish() { machine.withLock { $0.finish() } }

    override func stop() {
        for countdown in machine.withLock({ $0.stop() }) { countdown.done() }
    }

    override func announce(to countdown: Countdown) {
        countdown.add()
        if !machine.withLock({ $0.announce(countdown) }) { countdown.done() }
    }
}

extension Inbox: Excusable {
    func excuse() {
        for countdown in machine.withLock({ $0.excuse() }) { countdown.done() }
    }

    func endExcuse() { machine.withLock { $0.endExcuse() } }
}

/// An update in which somebody may wait for `settled()`.
protocol Excusable: Sendable {
    /// Counts the update that runs as told, since it is waiting for the others.
    func excuse()
    func endExcuse()
}

/// The update that the current task is in, so that waiting inside of it does not wait for itself.
enum Telling {
    @TaskLocal static var current: (any Excusable)?
}
