/// The inbox of one loop over an update sequence, which takes the values itself.
final class LoopInbox<Value: Sendable>: ValueInbox<Value>, @unchecked Sendable {
    // Sendable: as ValueInbox; the taker and the end are touched while the line's lock is held, too.
    private var taker: CheckedContinuation<Value?, Never>?
    private var isEnded = false
    private let mailbox: Mailbox

    init(
        _ selection: Selection<Value>, _ source: InboxSource, delivery: Delivery, initial: Bool, mailbox: Mailbox
    ) {
        self.mailbox = mailbox
        super.init(selection, source, delivery: delivery, initial: initial) { _, _ in }
    }

    override func offer(_ value: Value, after previous: borrowing Slot<Value>, isEqual: Comparison<Value>?) -> Line? {
        line.lock.lock()
        let offer = take(value, after: previous, isEqual)
        let taker = self.taker
        let taken = taker == nil ? nil : takeNext()
        if taken != nil { self.taker = nil }
        unlock()
        report(offer)
        if let taken { taker?.resume(returning: taken) }
        return nil
    }

    /// The next value; nil when there will be none.
    func next() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                line.lock.lock()
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

    private func takeNext() -> Value? { machine.next().hasValue ? machine.takeCurrent() : nil }

    /// Ends the loop at once and lets the table forget it.
    func cancel() {
        guard stop() else { return }
        mailbox.post(.detach(self))
    }

    override func finish() {
        line.lock.lock()
        isEnded = true
        machine.finish()
        let taker = self.taker
        self.taker = nil
        line.lock.unlock()
        taker?.resume(returning: nil)
    }

    @discardableResult
    override func stop(isReleased: Bool = false) -> Bool {
        let isFirst = super.stop(isReleased: isReleased)
        finish()
        return isFirst
    }

    // A value is delivered when it waits here: what the loop does with it is its own affair.
    override var isOwed: Bool { false }

    override func announce(to wait: DeliveryWait) -> Bool { false }
}
