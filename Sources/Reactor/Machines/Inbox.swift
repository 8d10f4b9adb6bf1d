/// A subscription that calls somebody: a subscriber, or a closure.
final class Inbox<Value: Sendable>: ValueMember<Value>, Pump, @unchecked Sendable {
    // Sendable: the machine is touched while the lock is held, but for the value being told, which belongs to the one
    // pump that runs; everything else never changes.
    private let lock = Lock()
    private let machine: InboxMachine<Value>
    private let isThere: @Sendable () -> Bool
    private let tell: @Sendable (Inbox, Value) async -> Void
    private let name: @Sendable () -> String
    private let report: @Sendable (Report) -> Void

    init(
        selection: AnySelection, subscriber: ObjectIdentifier?, delivery: Delivery, tellsCurrent: Bool,
        report: @escaping @Sendable (Report) -> Void, name: @escaping @Sendable () -> String,
        isThere: @escaping @Sendable () -> Bool, tell: @escaping @Sendable (Inbox, Value) async -> Void
    ) {
        machine = InboxMachine(delivery: delivery)
        self.isThere = isThere
        self.tell = tell
        self.name = name
        self.report = report
        super.init(selection: selection, subscriber: subscriber, tellsCurrent: tellsCurrent)
    }

    deinit { lock.destroy() }

    override var isAlive: Bool { isThere() }

    override func offer(
        _ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isEqual: ((Value, Value) -> Bool)?
    ) -> (any Pump)? {
        lock.lock()
        let offer = machine.offer(value, previous: previous, isEqual: isEqual)
        lock.unlock()
        if let waiting = offer.passedLimit { report(.subscriberBehind(subscription: name(), waiting: waiting)) }
        guard offer.startsPump else { return nil }
        if let outlet { return outlet.add(self) }
        return self
    }

    func run() async {
        await Telling.$current.withValue(self) {
            while next() { await tell(self, machine.telling.pointee) }
        }
    }

    /// Calls a closure unless it was cancelled; looks where the closure runs, so that nobody there can cancel it between the
    /// look and the call.
    func call(
        _ body: nonisolated(nonsending) @Sendable (Value) async -> Void, with value: Value,
        on isolation: isolated (any Actor)?
    ) async {
        if isStopped { return }
        await body(value)
    }

    private var isStopped: Bool {
        lock.lock()
        defer { lock.unlock() }
        return machine.isStopped
    }

    private func next() -> Bool {
        lock.lock()
        let next = machine.next()
        lock.unlock()
        for countdown in next.caughtUp { countdown.done() }
        return next.hasValue
    }

    override var isTelling: Bool {
        lock.lock()
        defer { lock.unlock() }
        return machine.isRunning
    }

    override func finish() {
        lock.lock()
        defer { lock.unlock() }
        machine.finish()
    }

    override func stop() {
        lock.lock()
        let caughtUp = machine.stop()
        lock.unlock()
        for countdown in caughtUp { countdown.done() }
    }

    override func announce(to countdown: Countdown) {
        if outlet?.isExcused == true { return }
        countdown.add()
        lock.lock()
        let waits = machine.announce(countdown)
        lock.unlock()
        if !waits { countdown.done() }
    }
}

extension Inbox: OutletSource {
    var isFinished: Bool {
        lock.lock()
        defer { lock.unlock() }
        return machine.isFinished
    }

    func excuseLine() {
        lock.lock()
        let excused = machine.excuse()
        machine.endExcuse()
        lock.unlock()
        for countdown in excused { countdown.done() }
    }

    func tellNext() async -> Bool {
        guard next() else { return false }
        await Telling.$current.withValue(self) { await tell(self, machine.telling.pointee) }
        return true
    }
}

extension Inbox: Excusable {
    func excuse() {
        lock.lock()
        let excused = machine.excuse()
        lock.unlock()
        for countdown in excused { countdown.done() }
        outlet?.excuse()
    }

    func endExcuse() {
        outlet?.endExcuse()
        lock.lock()
        defer { lock.unlock() }
        machine.endExcuse()
    }
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
