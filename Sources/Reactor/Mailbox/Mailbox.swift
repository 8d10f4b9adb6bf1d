/// The queue of a core: all its events and operations, in the order of the calls.
///
/// Any thread can post. The core takes the whole batch together, so producers and the core synchronize for one exchange
/// of buffers, and not for each event.
@usableFromInline
final class Mailbox: @unchecked Sendable {
    // Sendable: `lock` never changes, and the closures are set before the mailbox is shared; the rest is used only
    // while the lock is held. Exclusivity is unchecked, because the runtime would check it several times per event, and
    // the lock already separates accesses.
    private let lock = Lock()
    /// Whether events that the calling thread fires, for example inside `react(to:)`, are accepted. Called under the
    /// lock while the core applies. The name is computed only for nested calls.
    private var admits: @Sendable (_ name: () -> String) -> Bool = { _ in true }
    /// Called, without the lock, with an operation that was not accepted.
    private var drop: @Sendable (Operation) -> Void = { _ in }
    /// Schedules a drain.
    private var wake: @Sendable () -> Void = {}
    /// Ends a call on the actor of the core.
    private var finishCall: @Sendable ((any Actor)?) -> Void = { _ in }

    @exclusivity(unchecked) private var queue = Queue()

    private struct Queue: ~Copyable {
        var waiting = Batch()
        var isScheduled = false
        /// Whether the core is applying a batch, so that a post can come from inside an event.
        var isApplying = false
        /// The number of events that the core has taken and not applied yet.
        var taken = 0
    }

    init() {}

    deinit { lock.destroy() }

    /// Sets the handlers of nested posts, and the closure that schedules a drain. Called once, before anything is
    /// posted.
    func connect(
        admits: @escaping @Sendable (_ name: () -> String) -> Bool = { _ in true },
        drop: @escaping @Sendable (Operation) -> Void = { _ in },
        finishCall: @escaping @Sendable ((any Actor)?) -> Void = { _ in }, wake: @escaping @Sendable () -> Void
    ) {
        self.admits = admits
        self.drop = drop
        self.finishCall = finishCall
        self.wake = wake
    }

    /// Whether neither events nor operations are waiting.
    var isEmpty: Bool { withLock { queue.waiting.isEmpty } }

    /// The number of waiting events.
    var count: Int { withLock { queue.waiting.events.count + queue.taken } }

    /// Runs `body` under the mailbox's lock, which also protects the small state of handles.
    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: Posting

    /// Appends a plain event.
    @usableFromInline
    func post(_ event: consuming WaitingEvent) {
        lock.lock()
        queue.waiting.events.append(event)
        finishPosting(isChecked: false)
    }

    /// Appends events that have a cause, a child state or a group, as one entry.
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

    /// Appends an operation.
    ///
    /// - Parameters:
    ///   - part: The child state of the operation, if it can cease to exist.
    ///   - wakes: Whether to schedule a drain now. Otherwise ``wakeIfWaiting()`` does it.
    ///   - meanwhile: A closure that runs while the lock is held.
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

    /// Returns a closure that posts requests to the ledger. Requests that append events have this command and this
    /// child state.
    func posting(_ cause: CommandHandle?, _ part: Part?) -> PostLedgerRequest {
        { [self] request, isolation in
            defer { if isolation != nil { finishCall(isolation) } }
            if case .append = request.step.kind {
                post(.ledger(request), cause: cause, part: part)
            } else {
                post(.ledger(request))
            }
        }
    }

    /// Schedules a drain if something waits and no drain is pending.
    func wakeIfWaiting() {
        lock.lock()
        if queue.waiting.isEmpty { lock.unlock() } else { finishPosting(isChecked: true) }
    }

    /// Schedules a drain if none is pending, to deliver changes that were made without a post.
    func wakeForDelivery() {
        lock.lock()
        finishPosting(isChecked: true)
    }

    /// Claims the next drain for the caller, who has to run it.
    ///
    /// - Returns: Whether no drain was scheduled before.
    func claimDrain() -> Bool {
        withLock {
            defer { queue.isScheduled = true }
            return !queue.isScheduled
        }
    }

    /// Unlocks, and schedules a drain if none is pending.
    ///
    /// - Parameter isChecked: Whether the post was already checked for a nested call.
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
            // Released outside of the lock.
            return withExtendedLifetime(dropped) {}
        }
        let schedules = !queue.isScheduled
        queue.isScheduled = true
        lock.unlock()
        if schedules { wake() }
    }

    // MARK: Taking

    /// Exchanges the waiting batch for an empty one, which retains its memory. Until ``remaining(_:)`` is called, each
    /// post is checked for nested calls.
    ///
    /// - Parameter isDrain: Whether the scheduled drain makes the call. If nothing waits then, the next post schedules
    ///   another one.
    /// - Returns: Whether the batch contains something.
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
        // A reader applies the whole batch immediately, so its events are not counted.
        queue.taken = isDrain ? empty.events.count : 0
        // A reader has taken entries that were posted without a drain. The entries that follow from them need a drain.
        let schedules = !isDrain && !queue.isScheduled
        if schedules { queue.isScheduled = true }
        lock.unlock()
        if schedules { wake() }
        return true
    }

    /// Marks that the core continues to apply a batch that it took before.
    func resume() { withLock { queue.isApplying = true } }

    /// Sets the number of events that the core has taken and not applied, and ends the check for nested calls.
    func remaining(_ count: Int) {
        withLock {
            queue.isApplying = false
            queue.taken = count
        }
    }

    /// Discards all entries after the core was released. Handles retain the mailbox, so an entry with a handle would be
    /// a reference cycle.
    func discard() {
        // Destroyed outside of the lock. Usually there are only notes, and an empty batch of events would need an
        // allocation.
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

extension Mailbox: InboxOwner {
    func detach(_ inbox: Inbox) { post(.detach(inbox)) }
}
