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

    override var isOwed: Bool {
        lock.lock()
        defer { lock.unlock() }
        return machine.isOwed
    }

    override func offer(
        _ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isEqual: ((Value, Value) -> Bool)?
    ) -> (any Pump)? {
        lock.lock()
        let isBack = machine.isBack(value, isEqual, leaving: lock)
        let offer = machine.offer(value, previous: previous, isBack: isBack)
        unlock()
        if let waiting = offer.passedLimit { report(.subscriberBehind(subscription: name(), waiting: waiting)) }
        guard offer.startsPump else { return nil }
        if let outlet { return outlet.add(self) }
        return self
    }

    func run() async {
        while next() { await tellCurrent() }
    }

    private func tellCurrent() async {
        await Telling.$current.withValue(Telling(inbox: self, turn: machine.turn)) {
            await tell(self, machine.telling.pointee)
        }
    }

    /// Calls a closure unless it was cancelled; looks where the closure runs, so that nobody there can cancel it between the
    /// look and the call.
    func call(
        _ body: @isolated(any) @Sendable (Value) async -> Void, with value: Value, on isolation: isolated (any Actor)?
    ) async {
        if isStopped { return }
        await body(value)
    }

    /// The same for a closure that runs where it is called. The one above does not go through this one, since each closure
    /// that is called by another costs some hundred instructions.
    func call(
        unisolated body: nonisolated(nonsending) @Sendable (Value) async -> Void, with value: Value,
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
        machine.releaseTelling()
        lock.lock()
        let next = machine.next()
        unlock()
        machine.releaseSpent()
        for countdown in next.caughtUp { countdown.done() }
        return next.hasValue
    }

    /// Leaves the lock, and then lets go of what is over: that may be what cancels this very subscription.
    private func unlock() {
        let waste = machine.hasWaste ? machine.takeWaste() : []
        lock.unlock()
        withExtendedLifetime(waste) {}
    }

    override func finish() {
        lock.lock()
        defer { lock.unlock() }
        machine.finish()
    }

    override func stop() {
        lock.lock()
        let caughtUp = machine.stop()
        unlock()
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
        await tellCurrent()
        return true
    }
}

extension Inbox: Excusable {
    func excuse(turn: Int) -> Bool {
        lock.lock()
        guard machine.turn == turn && machine.isTelling else {
            lock.unlock()
            return false
        }
        let excused = machine.excuse()
        lock.unlock()
        for countdown in excused { countdown.done() }
        outlet?.excuse()
        return true
    }

    func endExcuse() {
        outlet?.endExcuse()
        lock.lock()
        defer { lock.unlock() }
        machine.endExcuse()
    }
}

/// Updates in which somebody may wait for `settled()`.
protocol Excusable: Sendable {
    /// Counts the update of that turn as told while it waits for the others.
    ///
    /// - Returns: false if it is over: whoever waits is in a task that was started there and outlived it.
    func excuse(turn: Int) -> Bool
    func endExcuse()
}

/// The update that the current task is in, so that waiting inside of it does not wait for itself.
struct Telling {
    @TaskLocal static var current: Telling?

    let inbox: any Excusable
    let turn: Int

    /// Runs `body`, while the update that the current task is in, if any, counts as told.
    static func excused(_ body: () async -> Void) async {
        guard let current, current.inbox.excuse(turn: current.turn) else { return await body() }
        await body()
        current.inbox.endExcuse()
    }
}
