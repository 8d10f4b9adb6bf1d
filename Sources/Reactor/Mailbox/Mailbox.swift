/// Where everything that concerns a core waits until the core comes to it: the one order of acceptance.
///
/// Any thread may post. The core takes the whole batch at once, so producers and core meet for one exchange of
/// buffers and not for each event.
final class Mailbox: Sendable {
    let port: MailboxPort

    init(highWater: HighWater?) { port = MailboxPort(highWater: highWater ?? HighWater(count: .max) { _ in }) }

    deinit { port.destroy() }

    /// Says what happens to what comes from inside an event, and how a drain is scheduled. Call once, before anything is posted.
    func connect(_ inside: MailboxInside = MailboxInside(), wake: @escaping @Sendable () -> Void) {
        port.queue.pointee.inside = inside
        port.queue.pointee.wake = wake
    }

    /// Whether neither events nor operations wait.
    var isEmpty: Bool { withLock { port.queue.pointee.waiting.isEmpty } }

    /// How many events wait.
    var count: Int { withLock { port.queue.pointee.waiting.events.count + port.queue.pointee.taken } }

    /// Runs `body` under the mailbox's lock, which also guards the small state of handles.
    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        port.lock.lock()
        defer { port.lock.unlock() }
        return body()
    }

    /// Puts events at the end about which there is something to know, as one if `isGroup`.
    ///
    /// - Parameter place: where they were fired, where that is kept.
    func post(
        _ events: [any Event], isGroup: Bool, cause: CommandHandle?, part: Part? = nil, at place: CallSite? = nil
    ) {
        port.lock.lock()
        if port.queue.pointee.isApplying,
            !port.queue.pointee.inside.admits({ events.map { "\(type(of: $0))" }.joined(separator: ", ") })
        {
            return port.lock.unlock()
        }
        let content = Batch.Content.events(count: events.count, isGroup: isGroup, cause: cause)
        port.queue.pointee.waiting.append(content, part: part)
        if let place { port.queue.pointee.waiting.append(place) }
        for event in events { port.queue.pointee.waiting.events.append(WaitingEvent(event)) }
        port.finishPosting(isChecked: true)
    }

    /// Puts an operation at the end.
    ///
    /// - Parameters:
    ///   - part: what it is fired into, if that may become absent.
    ///   - wakes: whether a drain is scheduled for it now; otherwise by ``wakeIfWaiting()``.
    ///   - meanwhile: what else is done while the lock is held.
    @inline(__always)
    func post(
        _ operation: consuming Operation, cause: CommandHandle? = nil, part: Part? = nil, wakes: Bool = true,
        meanwhile: () -> Void = {}
    ) {
        port.lock.lock()
        if port.queue.pointee.isApplying, let name = operation.firedName,
            !port.queue.pointee.inside.admits({ name })
        {
            port.lock.unlock()
            return port.queue.pointee.inside.drop(operation)
        }
        meanwhile()
        port.queue.pointee.waiting.append(Batch.Content.operation(operation, cause: cause), part: part)
        if wakes { port.finishPosting(isChecked: true) } else { port.finishPostingQuietly() }
    }

    /// Posts requests to the ledger; a request that adds events is fired by this command, into this part.
    func posting(_ cause: CommandHandle?, _ part: Part?) -> PostLedgerRequest {
        { [self] request in
            if case .append = request.step.kind {
                post(.ledger(request), cause: cause, part: part)
            } else {
                post(.ledger(request))
            }
        }
    }

    /// Schedules a drain if something waits and none is pending.
    func wakeIfWaiting() { port.wakeIfWaiting() }

    /// Forgets what waits, since the core was released and will not take it. Handles hold their mailbox, so what is
    /// kept here would keep both.
    func discard() {
        // Destroyed outside of the lock.
        var forgotten = Batch()
        withLock {
            swap(&port.queue.pointee.waiting, &forgotten)
            port.queue.pointee.isScheduled = false
        }
    }

    /// Exchanges the waiting batch for an empty one, which keeps its memory. Until ``remaining(_:)`` says that it was
    /// applied, each post is looked at.
    ///
    /// - Parameter isDrain: the scheduled drain asks; when nothing waits, the next post schedules another.
    /// - Returns: whether anything was taken.
    func take(into empty: inout Batch, isDrain: Bool) -> Bool {
        var schedules = false
        let hasTaken = withLock {
            port.queue.pointee.taken = 0
            guard !port.queue.pointee.waiting.isEmpty else {
                if isDrain { port.queue.pointee.isScheduled = false }
                port.queue.pointee.isHighWaterReported = false
                return false
            }
            swap(&port.queue.pointee.waiting, &empty)
            port.queue.pointee.isApplying = true
            // A reader applies all of it at once, and does not come back to say so.
            port.queue.pointee.taken = isDrain ? empty.events.count : 0
            if port.queue.pointee.taken < port.queue.pointee.highWater.count {
                port.queue.pointee.isHighWaterReported = false
            }
            // A reader has taken what was posted without a wake, and leaves what follows from it to a drain.
            schedules = !isDrain && !port.queue.pointee.isScheduled
            if schedules { port.queue.pointee.isScheduled = true }
            return true
        }
        if schedules { port.queue.pointee.wake() }
        return hasTaken
    }

    /// The core goes on applying what it took before.
    func resume() { withLock { port.queue.pointee.isApplying = true } }

    /// Says how many of the events taken are still not applied, for the count of what waits.
    func remaining(_ count: Int) {
        withLock {
            port.queue.pointee.isApplying = false
            port.queue.pointee.taken = count
            if port.queue.pointee.waiting.events.count + count < port.queue.pointee.highWater.count {
                port.queue.pointee.isHighWaterReported = false
            }
        }
    }
}

/// The memory of a mailbox, and how events are put there.
///
/// A pointer and not a reference: `fire` goes through it, and holding on to an object for the time of a call, and checking
/// for exclusive access to its variables, costs 306 instructions above the plain loop and not 128 (the limit is 250). The lock
/// sees to exclusive access; a holder of a port holds the engine, which holds the mailbox.
@usableFromInline
struct MailboxPort: @unchecked Sendable {
    // Sendable: the pointer never changes, and what it points to is read and written only while the lock is held.
    let queue: UnsafeMutablePointer<Queue>
    /// Beside the queue and not in it: taking the lock would read there what its holder is changing.
    let lock = Lock()

    struct Queue: ~Copyable {
        var waiting = Batch()
        var isScheduled = false
        /// Whether the core applies what it took, so that a post may come from inside an event.
        var isApplying = false {
            didSet { plainLimit = isApplying ? 0 : highWater.count }
        }
        /// Below so many events that wait, a post has nothing else to look at.
        private(set) var plainLimit: Int
        /// Events that the core has taken and not applied yet.
        var taken = 0
        var isHighWaterReported = false
        let highWater: HighWater
        /// Both set before the mailbox is shared.
        var wake: @Sendable () -> Void = {}
        var inside = MailboxInside()

        init(highWater: HighWater) {
            self.highWater = highWater
            plainLimit = highWater.count
        }
    }

    init(highWater: HighWater) {
        queue = .allocate(capacity: 1)
        queue.initialize(to: Queue(highWater: highWater))
    }

    func destroy() {
        queue.deinitialize(count: 1)
        queue.deallocate()
        lock.destroy()
    }

    /// Puts a plain event at the end.
    @usableFromInline
    func post(_ event: consuming WaitingEvent) {
        lock.lock()
        queue.pointee.waiting.events.append(event)
        finishPosting(isChecked: false)
    }

    /// Puts an event at the end about which nothing is known but where it was fired.
    func post(_ event: consuming WaitingEvent, at place: CallSite) {
        lock.lock()
        queue.pointee.waiting.append(place)
        queue.pointee.waiting.events.append(event)
        finishPosting(isChecked: false)
    }

    /// Unlocks, and leaves the waking to ``wakeIfWaiting()``.
    func finishPostingQuietly() { lock.unlock() }

    /// Schedules a drain if something waits and none is pending.
    func wakeIfWaiting() {
        lock.lock()
        if queue.pointee.waiting.isEmpty { lock.unlock() } else { finishPosting(isChecked: true) }
    }

    /// Unlocks; schedules a drain when none is pending, and reports high water, outside of the lock.
    ///
    /// - Parameter isChecked: it is known that what was posted does not come from inside an event.
    @inline(__always)
    func finishPosting(isChecked: Bool) {
        let count = queue.pointee.waiting.events.count + queue.pointee.taken
        if queue.pointee.isScheduled && count < queue.pointee.plainLimit {
            return lock.unlock()
        }
        finishPosting(waiting: count, isChecked: isChecked)
    }

    @inline(never)
    private func finishPosting(waiting count: Int, isChecked: Bool) {
        if !isChecked && queue.pointee.isApplying,
            !queue.pointee.inside.admits({ queue.pointee.waiting.events.lastType })
        {
            let dropped = queue.pointee.waiting.removeLast()
            lock.unlock()
            // Let go of outside of the lock.
            return withExtendedLifetime(dropped) {}
        }
        let isFirst = count >= queue.pointee.highWater.count && !queue.pointee.isHighWaterReported
        let schedules = !queue.pointee.isScheduled
        queue.pointee.isScheduled = true
        if isFirst { queue.pointee.isHighWaterReported = true }
        lock.unlock()
        if schedules { queue.pointee.wake() }
        if isFirst { queue.pointee.highWater.isReached(count) }
    }
}

/// Decides about what is posted while the core applies, since it may come from inside `react(to:)`.
struct MailboxInside: Sendable {
    /// Whether what the calling thread fires is to wait. Called under the lock; the name is asked for only when it comes from
    /// inside.
    var admits: @Sendable (_ name: () -> String) -> Bool = { _ in true }
    /// Called, without the lock, with what was not admitted.
    var drop: @Sendable (Operation) -> Void = { _ in }
}
