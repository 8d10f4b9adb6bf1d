/// The serial queue of a subscriber: it delivers from the subscriber's inboxes, one value at a time.
///
/// It outlives its inboxes: values that were fired before an inbox was removed are delivered before those of an inbox
/// that was added later. Inboxes with several values alternate.
final class DeliveryQueue: @unchecked Sendable {
    // Sendable: everything except the lock and `core` is used only while the lock is held, and `current` also by the
    // one delivering task.

    /// The lock of the queue and of the values in its inboxes.
    let lock = Lock()
    /// The mailbox of the core.
    let core: ObjectIdentifier
    /// The first inbox with values, linked by `nextInQueue`.
    private var first: Inbox?
    private var last: Inbox?
    /// The inbox of the last or current delivery.
    private var current: Inbox?
    /// Whether a task is delivering, or was requested.
    private var isRunning = false
    /// Whether an update is running.
    private var isUpdating = false
    /// The number of waits of the running update for its core.
    private var waits = 0

    init(core: ObjectIdentifier) { self.core = core }

    deinit { lock.destroy() }

    /// Whether the queue has no values and no delivery is running.
    var isIdle: Bool {
        lock.lock()
        defer { lock.unlock() }
        return !isRunning
    }

    /// Appends an inbox that has a value. Has to be called under the lock.
    ///
    /// - Returns: Whether the caller has to call ``run()``.
    func append(_ inbox: Inbox) -> Bool {
        enqueue(inbox)
        defer { isRunning = true }
        return !isRunning
    }

    /// Delivers until the queue is empty, in the task of `running`.
    func run(_ running: RunningUpdate) async {
        running.queue = self
        while let inbox = next() { await inbox.deliver() }
    }

    /// Ends the previous update and begins the next.
    ///
    /// Both happen under the lock together: otherwise an inbox that was finished in the meantime could be enqueued
    /// after an inbox that was added later, and be delivered too late.
    private func next() -> Inbox? {
        lock.lock()
        isUpdating = false
        var caughtUp: [DeliveryWait] = []
        var releasing: [Inbox] = []
        var candidate = current ?? dequeue()
        if let own = current, first != nil, own.life != .finished {
            if own.endUpdate() { enqueue(own) }
            if own.hasReleased { releasing.append(own) }
            caughtUp = own.takeWaits()
            candidate = dequeue()
        }
        var hasValue = false
        while let inbox = candidate {
            hasValue = inbox.beginUpdate()
            let done = inbox.takeWaits()
            if caughtUp.isEmpty { caughtUp = done } else { caughtUp += done }
            if inbox.hasReleased { releasing.append(inbox) }
            if hasValue { break }
            candidate = dequeue()
        }
        let before = current
        current = candidate
        isUpdating = hasValue
        if !hasValue { isRunning = false }
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

    // MARK: Waiting inside an update

    /// Whether an update is running.
    var hasUpdate: Bool {
        lock.lock()
        defer { lock.unlock() }
        return isUpdating
    }

    /// Whether a caller has to wait for the values in this queue. Has to be called under the lock.
    ///
    /// A caller inside an update does not wait for the queue of that update, or for the queue of another update that
    /// also waits, because they would wait for each other.
    ///
    /// - Parameter waiting: The queue of the update that contains the call, if any.
    func holdsUp(_ waiting: DeliveryQueue?) -> Bool { waiting == nil || waiting !== self && waits == 0 }

    /// Marks that the running update waits for its core.
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

    /// Ends the waits for this queue that its own update would block, and unlocks.
    private func release() {
        var released = current?.releaseWaitsOfUpdates() ?? []
        var inbox = first
        while let next = inbox {
            released += next.releaseWaitsOfUpdates()
            inbox = next.nextInQueue
        }
        lock.unlock()
        for wait in released { wait.done() }
    }
}

/// The running update of a delivering task, as a task-local value. The task binds it once for all of its updates.
final class RunningUpdate: @unchecked Sendable {
    // Sendable: only the delivering task uses `queue`. A task that was started in an update inherits the value, and finds
    // that it is a different task.
    @TaskLocal static var current: RunningUpdate?

    /// The identity of the task.
    private let task = RunningUpdate.currentTask
    /// The queue from which the task delivers. nil at the end of the task, after which another task can have its
    /// identity.
    fileprivate(set) var queue: DeliveryQueue?

    private init() {}

    /// Runs `body`, which delivers with the value that it receives.
    static func delivering(_ body: (RunningUpdate) async -> Void) async {
        let running = RunningUpdate()
        await $current.withValue(running) { await body(running) }
        running.queue = nil
    }

    static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

    /// The queue of the update that the current task itself runs for a core, if any.
    private static func queue(on core: ObjectIdentifier) -> DeliveryQueue? {
        guard let update = current, update.task == currentTask, let queue = update.queue, queue.core == core,
            queue.hasUpdate
        else { return nil }
        return queue
    }

    /// Runs `body`, which waits for a core. It receives the queue of the update that the current task runs for that
    /// core.
    nonisolated(nonsending) static func waiting(
        on core: ObjectIdentifier, _ body: nonisolated(nonsending) (DeliveryQueue?) async -> Void
    ) async {
        guard let queue = queue(on: core) else { return await body(nil) }
        queue.beginWait()
        await body(queue)
        queue.endWait()
    }

}

/// A wait until everything that was offered so far is delivered.
final class DeliveryWait: Sendable {
    /// The queue of the update that contains the call, if any.
    let waiting: DeliveryQueue?
    private let left = Guarded(1)
    private let finish: @Sendable () -> Void

    /// Creates a wait with one open item, which represents the registration itself, so that it does not end during the
    /// registration.
    init(_ waiting: DeliveryQueue?, finish: @escaping @Sendable () -> Void) {
        self.waiting = waiting
        self.finish = finish
    }

    /// Adds an item.
    func add() { left.withLock { $0 += 1 } }

    /// Removes an item. The last one ends the wait.
    func done() {
        let isLast = left.withLock { left in
            left -= 1
            return left == 0
        }
        if isLast { finish() }
    }
}
