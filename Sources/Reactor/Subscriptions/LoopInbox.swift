/// The inbox of one loop over an update sequence, which takes the values itself.
final class LoopInbox<Value: Sendable>: ValueInbox<Value>, @unchecked Sendable {
    // Sendable: as ValueInbox; the taker and the end are touched while the line's lock is held, too.
    private var taker: CheckedContinuation<Bool, Never>?
    private var isEnded = false

    init(_ selection: Selection<Value>, _ source: InboxSource, delivery: Delivery, initial: Bool) {
        super.init(selection, source, delivery: delivery, initial: initial) { _, _ in }
    }

    override func offer(
        _ value: borrowing Slot<Value>, after previous: borrowing Slot<Value>, isEqual: Comparison<Value>?
    ) -> DeliveryLine? {
        line.lock.lock()
        let offer = take(value, after: previous, isEqual)
        let taker = self.taker
        let isTaken = taker != nil && machine.next().hasValue
        if isTaken { self.taker = nil }
        unlock()
        report(offer)
        if isTaken { taker?.resume(returning: true) }
        return nil
    }

    /// The next value; nil when there will be none.
    func next() async -> Value? {
        let isTaken = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                line.lock.lock()
                let isTaken = machine.next().hasValue
                let waits = !isTaken && !isEnded
                if waits { taker = continuation }
                line.lock.unlock()
                if !waits { continuation.resume(returning: isTaken) }
            }
        } onCancel: {
            cancel()
        }
        return isTaken ? take() : nil
    }

    /// What was taken for the loop. It waits in the machine, since what a continuation is given is copied on its way.
    private func take() -> Value {
        line.lock.lock()
        defer { unlock() }
        return machine.takeCurrent()
    }

    /// Ends the loop at once and lets the table forget it.
    func cancel() {
        guard stop() else { return }
        source.detach(self)
    }

    override func finish() {
        line.lock.lock()
        isEnded = true
        machine.finish()
        let taker = self.taker
        self.taker = nil
        line.lock.unlock()
        taker?.resume(returning: false)
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
