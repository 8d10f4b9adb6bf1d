/// A subscription that somebody takes values from: one loop over an update sequence.
final class UpdateBuffer<Value: Sendable>: ValueMember<Value>, @unchecked Sendable {
    // Sendable: everything that changes is guarded.
    private struct Content {
        var machine: InboxMachine<Value>
        var taker: CheckedContinuation<Value?, Never>?
        var isEnded = false
    }

    private let content: Guarded<Content>
    private let report: @Sendable (Report) -> Void
    private let mailbox: Mailbox?

    init(
        selection: AnySelection, delivery: Delivery, tellsCurrent: Bool, mailbox: Mailbox?,
        report: @escaping @Sendable (Report) -> Void
    ) {
        content = Guarded(Content(machine: InboxMachine(delivery: delivery)))
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

    override func offer(_ value: Value, previous: Value?, isEqual: ((Value, Value) -> Bool)?) -> (any Pump)? {
        let (passedLimit, handOver) = content.withLock { content in
            let offer = content.machine.offer(value, previous: previous, isEqual: isEqual)
            guard let taker = content.taker, let value = content.machine.next().value else {
                return (offer.passedLimit, nil as (CheckedContinuation<Value?, Never>, Value)?)
            }
            content.taker = nil
            return (offer.passedLimit, (taker, value))
        }
        if let waiting = passedLimit {
            report(.subscriberBehind(subscription: "updates(of:) of \(Value.self)", waiting: waiting))
        }
        handOver?.0.resume(returning: handOver?.1)
        return nil
    }

    /// The next value; nil when there will be none.
    func next() async -> Value? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer: Value?? = content.withLock { content in
                    if let value = content.machine.next().value { return .some(value) }
                    if content.isEnded { return .some(nil) }
                    content.taker = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the loop at once and lets the table forget it.
    func cancel() {
        stop()
        mailbox?.post(.detach(self))
    }

    override func finish() {
        let taker = content.withLock { content in
            content.isEnded = true
            content.machine.finish()
            defer { content.taker = nil }
            return content.taker
        }
        taker?.resume(returning: nil)
    }

    override func stop() {
        _ = content.withLock { $0.machine.stop() }
        finish()
    }
}
