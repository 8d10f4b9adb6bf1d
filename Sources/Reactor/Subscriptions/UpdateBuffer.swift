/// A subscription that somebody takes values from: one loop over an update sequence.
final class UpdateBuffer<Value: Sendable>: ValueMember<Value>, @unchecked Sendable {
    // Sendable: the machine, the taker and the end are touched while the lock is held; the rest never changes.
    private let lock = Lock()
    private let machine: InboxMachine<Value>
    private var taker: CheckedContinuation<Value?, Never>?
    private var isEnded = false
    private let report: @Sendable (Report) -> Void
    private let mailbox: Mailbox?

    init(
        selection: AnySelection, delivery: Delivery, tellsCurrent: Bool, mailbox: Mailbox?,
        report: @escaping @Sendable (Report) -> Void
    ) {
        machine = InboxMachine(delivery: delivery)
        self.report = report
        self.mailbox = mailbox
        super.init(selection: selection, subscriber: nil, tellsCurrent: tellsCurrent)
    }

    /// One that has ended: its core is gone.
    static func ended(selection: AnySelection) -> UpdateBuffer {
        let buffer = UpdateBuffer(
            selection: selection, delivery: .latest, tellsCurrent: false, mailbox: nil, report: { _ in })
        buffer.finish()
        return buffer
    }

    deinit { lock.destroy() }

    override func offer(
        _ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, isEqual: ((Value, Value) -> Bool)?
    ) -> (any Pump)? {
        lock.lock()
        let isBack = machine.isBack(value, isEqual, leaving: lock)
        let offer = machine.offer(value, previous: previous, isBack: isBack)
        let taker = self.taker
        let taken = taker == nil ? nil : takeNext()
        if taken != nil { self.taker = nil }
        unlock()
        if let waiting = offer.passedLimit {
            report(.subscriberBehind(subscription: "updates(of:) of \(Value.self)", waiting: waiting))
        }
        if let taken { taker?.resume(returning: taken) }
        return nil
    }

    /// The next value; nil when there will be none.
    func next() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                lock.lock()
                let taken = takeNext()
                let waits = taken == nil && !isEnded
                if waits { taker = continuation }
                unlock()
                if !waits { continuation.resume(returning: taken) }
            }
        } onCancel: {
            cancel()
        }
    }

    private func takeNext() -> Value? { machine.next().hasValue ? machine.takeTelling() : nil }

    /// Leaves the lock, and then lets go of what is over.
    private func unlock() {
        let waste = machine.hasWaste ? machine.takeWaste() : []
        lock.unlock()
        withExtendedLifetime(waste) {}
    }

    /// Ends the loop at once and lets the table forget it.
    func cancel() {
        stop()
        mailbox?.post(.detach(self))
    }

    override func finish() {
        lock.lock()
        isEnded = true
        machine.finish()
        let taker = self.taker
        self.taker = nil
        lock.unlock()
        taker?.resume(returning: nil)
    }

    override func stop() {
        lock.lock()
        _ = machine.stop()
        unlock()
        finish()
    }
}
