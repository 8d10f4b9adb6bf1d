/// The one queue to a subscriber: delivers from one of its inboxes after another, never from two at a time.
///
/// It outlives them: from one that was removed is delivered what was fired before, and only then from one that was added
/// since. Inboxes that go on take turns.
final class DeliveryQueue: @unchecked Sendable {
    // Sendable: everything but the lock and `core` is touched while the lock is held, and `current` also by the one task
    // that delivers.

    /// Guards the queue and the values in its inboxes.
    let lock = Lock()
    /// The mailbox of the core.
    let core: ObjectIdentifier
    /// The inboxes with something to deliver, linked by `nextInQueue`.
    private var first: Inbox?
    private var last: Inbox?
    /// The inbox from which was delivered last.
    private var current: Inbox?
    /// Whether a task delivers, or is about to.
    private var isRunning = false
    /// The number of the update that runs, or ran last; and whether it runs.
    private var update = 0
    private var isUpdating = false
    /// How often the update that runs waits for its core.
    private var waits = 0

    init(core: ObjectIdentifier) { self.core = core }

    deinit { lock.destroy() }

    /// Whether nothing is being delivered and nothing waits.
    var isIdle: Bool {
        lock.lock()
        defer { lock.unlock() }
        return !isRunning
    }

    /// Puts an inbox with something to deliver at the end. Under the lock.
    ///
    /// - Returns: whether the caller has to call ``run()``.
    func append(_ inbox: Inbox) -> Bool {
        enqueue(inbox)
        defer { isRunning = true }
        return !isRunning
    }

    /// Delivers until nothing waits.
    func run() async {
        let task = RunningUpdate.currentTask
        while let inbox = next() {
            await RunningUpdate.$current.withValue(RunningUpdate(queue: self, number: update, task: task)) {
                await inbox.deliver()
            }
        }
    }

    /// Ends the update that is over and begins the next.
    ///
    /// Decided in one piece: an inbox that was finished in the meantime, and enqueued after an inbox that was added
    /// since, would be delivered from late.
    private func next() -> Inbox? {
        lock.lock()
        isUpdating = false
        var caughtUp: [DeliveryWait] = []
        var releasing: [Inbox] = []
        var candidate = current ?? dequeue()
        if let own = current, first != nil, !own.isFinished {
            let end = own.progress.endUpdate()
            if !end.caughtUp.isEmpty { caughtUp += end.caughtUp }
            if end.hasValue { enqueue(own) }
            candidate = dequeue()
        }
        var hasValue = false
        while let inbox = candidate {
            let delivery = inbox.progress.next()
            if caughtUp.isEmpty { caughtUp = delivery.caughtUp } else { caughtUp += delivery.caughtUp }
            if delivery.hasReleased { releasing.append(inbox) }
            hasValue = delivery.hasValue
            if hasValue { break }
            candidate = dequeue()
        }
        let before = current
        current = candidate
        if hasValue {
            update += 1
            isUpdating = true
        } else {
            isRunning = false
        }
        let next = candidate
        lock.unlock()
        // Resumed, called and released outside of the lock.
        for inbox in releasing {
            lock.lock()
            inbox.unlock()
        }
        for wait in caughtUp { wait.done() }
        withExtendedLifetime(before) {}
        return next
    }

    private func enqueue(_ inbox: Inbox) {
        if let last { last.nextInQueue = inbox } else { first = inbox }
        last = inbox
    }

    private func dequeue() -> Inbox? {
        guard let inbox = first else { return nil }
        first = inbox.nextInQueue
        inbox.nextInQueue = nil
        if first == nil { last = nil }
        return inbox
    }

    // MARK: Waiting inside of an update

    /// Whether this is the update that runs.
    func isRunning(update number: Int) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        return isUpdating && update == number
    }

    /// Whether a caller has to wait for the values in this queue. Under the lock.
    ///
    /// A caller inside of an update does not wait for that update's own queue, nor for the queue of another update that waits too:
    /// they would wait for each other.
    ///
    /// - Parameter waiting: the queue of the update that the caller is in, if any.
    func holdsUp(_ waiting: DeliveryQueue?) -> Bool { waiting == nil || waiting !== self && waits == 0 }

    /// The update that runs waits for its core.
    func beginWait() {
        lock.lock()
        waits += 1
        release()
    }

    func endWait() {
        lock.lock()
        defer { lock.unlock() }
        waits -= 1
    }

    /// Ends the waits for this queue that its own update would hold up, and unlocks.
    private func release() {
        var released = current?.progress.releaseWaitsOfUpdates() ?? []
        var inbox = first
        while let next = inbox {
            released += next.progress.releaseWaitsOfUpdates()
            inbox = next.nextInQueue
        }
        lock.unlock()
        for wait in released { wait.done() }
    }
}

/// An update that runs, as the task knows that runs it.
struct RunningUpdate: Sendable {
    @TaskLocal static var current: RunningUpdate?

    let queue: DeliveryQueue
    let number: Int
    /// The identity of the task. A task that was started in an update inherits this value but is not that task.
    let task: Int?

    static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// The queue of the update that this very task is running for a core, if any.
    private static func queue(on core: ObjectIdentifier) -> DeliveryQueue? {
        guard let update = current, update.queue.core == core, update.task == currentTask,
            update.queue.isRunning(update: update.number)
        else { return nil }
        return update.queue
    }

    /// Runs `body`, which waits for a core: handed the queue of the update that the current task runs for that core.
    nonisolated(nonsending) static func waiting(
        on core: ObjectIdentifier, _ body: nonisolated(nonsending) (DeliveryQueue?) async -> Void
    ) async {
        guard let queue = queue(on: core) else { return await body(nil) }
        queue.beginWait()
        await body(queue)
        queue.endWait()
    }

}

/// A wait until what was offered so far is delivered.
final class DeliveryWait: Sendable {
    /// The queue of the update that the caller is in, if any.
    let waiting: DeliveryQueue?
    private let left = Guarded(1)
    private let finish: @Sendable () -> Void

    /// Waits for one thing: the announcing itself, so that none is missed meanwhile.
    init(_ waiting: DeliveryQueue?, finish: @escaping @Sendable () -> Void) {
        self.waiting = waiting
        self.finish = finish
    }

    /// Announces one more.
    func add() { left.withLock { $0 += 1 } }

    /// One is done.
    func done() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { finish() }
    }
}
