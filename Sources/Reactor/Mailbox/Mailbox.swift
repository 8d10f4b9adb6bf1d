/// Where everything that concerns a core waits until the core comes to it: the one order of acceptance.
///
/// Any thread may post. The core takes the whole batch at once, so producers and core meet for one exchange of
/// buffers and not for each event.
@usableFromInline
final class Mailbox: @unchecked Sendable {
    // Sendable: `lock` never changes, and the closures are set before the mailbox is shared; the rest is touched
    // while the lock is held. The lock keeps accesses apart, so the runtime does not check them, several times an event.
    private let lock = Lock()
    /// Whether events that the calling thread fires, inside `react(to:)` for example, are to wait. Called under the
    /// lock while the core applies; the name is computed only for a call from inside.
    private var admits: @Sendable (_ name: () -> String) -> Bool = { _ in true }
    /// Called, without the lock, with an operation that was not admitted.
    private var drop: @Sendable (Operation) -> Void = { _ in }
    /// Schedules a drain.
    private var wake: @Sendable () -> Void = {}

    @exclusivity(unchecked) private var queue = Queue()

    private struct Queue: ~Copyable {
        var waiting = Batch()
        var isScheduled = false
        /// Whether the core applies what it took, so that a post may come from inside an event.
        var isApplying = false
        /// Events that the core has taken and not applied yet.
        var taken = 0
    }

    init() {}

    deinit { lock.destroy() }

    /// Sets the handlers of posts from inside an event, and of the next drain. Call once, before anything is posted.
    func connect(
        admits: @escaping @Sendable (_ name: () -> String) -> Bool = { _ in true },
        drop: @escaping @Sendable (Operation) -> Void = { _ in }, wake: @escaping @Sendable () -> Void
    ) {
        self.admits = admits
        self.drop = drop
        self.wake = wake
    }

    /// Whether neither events nor operations wait.
    var isEmpty: Bool { withLock { queue.waiting.isEmpty } }

    /// How many events wait.
    var count: Int { withLock { queue.waiting.events.count + queue.taken } }

    /// Runs `body` under the mailbox's lock, which also guards the small state of handles.
    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: Posting

    /// Puts a plain event at the end.
    @usableFromInline
    func post(_ event: consuming WaitingEvent) {
        lock.lock()
        queue.waiting.events.append(event)
        finishPosting(isChecked: false)
    }

    /// Puts events at the end about which there is something to know, as one if `isGroup`.
    func post(
        _ events: [any Event], isGroup: Bool, cause: CommandHandle?, part: Part? = nil, at place: CallSite
    ) {
        lock.lock()
        if queue.isApplying, !admits({ events.map { "\(type(of: $0))" }.joined(separator: ", ") }) {
            return lock.unlock()
        }
        queue.waiting.append(.events(count: events.count, isGroup: isGroup, cause: cause), part: part)
        for event in events { queue.waiting.events.append(WaitingEvent(event, at: place)) }
        finishPosting(isChecked: true)
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
        lock.lock()
        if queue.isApplying, let name = operation.firedName, !admits({ name }) {
            lock.unlock()
            return drop(operation)
        }
        meanwhile()
        queue.waiting.append(.operation(operation, cause: cause), part: part)
        if wakes { finishPosting(isChecked: true) } else { lock.unlock() }
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
    func wakeIfWaiting() {
        lock.lock()
        if queue.waiting.isEmpty { lock.unlock() } else { finishPosting(isChecked: true) }
    }

    /// Unlocks, and schedules a drain when none is pending.
    ///
    /// - Parameter isChecked: whether it is known that the post does not come from inside an event.
    @inline(__always)
    private func finishPosting(isChecked: Bool) {
        if queue.isScheduled && !queue.isApplying { return lock.unlock() }
        finishSpecialPosting(isChecked: isChecked)
    }

    @inline(never)
    private func finishSpecialPosting(isChecked: Bool) {
        if !isChecked && queue.isApplying, !admits({ queue.waiting.events.lastType }) {
            let dropped = queue.waiting.events.removeLast()
            lock.unlock()
            // Let go of outside of the lock.
            return withExtendedLifetime(dropped) {}
        }
        let schedules = !queue.isScheduled
        queue.isScheduled = true
        lock.unlock()
        if schedules { wake() }
    }

    // MARK: Taking

    /// Exchanges the waiting batch for an empty one, which keeps its memory. Until ``remaining(_:)`` reports that
    /// the batch was applied, each post is checked.
    ///
    /// - Parameter isDrain: the scheduled drain asks; when nothing waits, the next post schedules another.
    /// - Returns: whether anything was taken.
    func take(into empty: inout Batch, isDrain: Bool) -> Bool {
        lock.lock()
        queue.taken = 0
        guard !queue.waiting.isEmpty else {
            if isDrain { queue.isScheduled = false }
            lock.unlock()
            return false
        }
        swap(&queue.waiting, &empty)
        queue.isApplying = true
        // A reader applies all of it at once, and does not come back to say so.
        queue.taken = isDrain ? empty.events.count : 0
        // A reader has taken what was posted without a wake, and leaves what follows from it to a drain.
        let schedules = !isDrain && !queue.isScheduled
        if schedules { queue.isScheduled = true }
        lock.unlock()
        if schedules { wake() }
        return true
    }

    /// The core continues to apply the batch that it took before.
    func resume() { withLock { queue.isApplying = true } }

    /// Sets how many of the events taken are still not applied, for the count of waiting events.
    func remaining(_ count: Int) {
        withLock {
            queue.isApplying = false
            queue.taken = count
        }
    }

    /// Forgets what waits, since the core was released and will not take it. Handles hold their mailbox, so what is
    /// kept here would keep both.
    func discard() {
        // Destroyed outside of the lock. A batch of events has memory of its own; what is posted here are mostly notes.
        var notes = ContiguousArray<Batch.Note>()
        let hasEvents = withLock {
            queue.isScheduled = false
            if queue.waiting.events.count > 0 { return true }
            swap(&queue.waiting.notes, &notes)
            queue.waiting.nextNote = 0
            return false
        }
        guard hasEvents else { return }
        var forgotten = Batch()
        withLock { swap(&queue.waiting, &forgotten) }
    }
}
