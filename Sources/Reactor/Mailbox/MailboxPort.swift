/// The memory of a mailbox, and how events are put there.
///
/// A pointer and not a reference: `fire` goes through it, and holding on to a mailbox for the time of a call, and checking
/// for exclusive access to its variables, would cost more than half of what the rest of the call does. The lock sees to
/// exclusive access; whoever holds a port holds the engine, which holds the mailbox.
@usableFromInline
struct MailboxPort: @unchecked Sendable {
    // Sendable: the pointer never changes, and what it points to is read and written only while the lock is held.
    let content: UnsafeMutablePointer<Content>
    /// Beside the content and not in it: taking the lock would read there what who holds it is changing.
    let lock = Lock()

    struct Content: ~Copyable {
        var waiting = Batch()
        var isScheduled = false
        /// Events that the core has taken and not applied yet.
        var taken = 0
        var isHighWaterTold = false
        let highWater: HighWater
        /// Set before the mailbox is shared.
        var wake: @Sendable () -> Void = {}
    }

    init(highWater: HighWater) {
        content = .allocate(capacity: 1)
        content.initialize(to: Content(highWater: highWater))
    }

    func destroy() {
        content.deinitialize(count: 1)
        content.deallocate()
        lock.destroy()
    }

    /// Makes room for a plain event at the end, which the caller puts there before it calls ``finishPosting()``.
    ///
    /// In two halves, so that `fire` builds the event in its place.
    @usableFromInline
    func beginPosting() -> UnsafeMutablePointer<WaitingEvent> {
        lock.lock()
        return content.pointee.waiting.events.nextSlot()
    }

    /// Unlocks, and leaves the waking to ``wakeIfWaiting()``.
    func finishPostingQuietly() { lock.unlock() }

    /// Schedules a drain if something waits and none is pending.
    func wakeIfWaiting() {
        lock.lock()
        if content.pointee.waiting.isEmpty { lock.unlock() } else { finishPosting() }
    }

    /// Unlocks; schedules a drain when none is pending, and tells of high water, outside of the lock.
    @usableFromInline
    func finishPosting() {
        let count = content.pointee.waiting.events.count + content.pointee.taken
        if content.pointee.isScheduled && count < content.pointee.highWater.count {
            return lock.unlock()
        }
        finishPosting(waiting: count)
    }

    @inline(never)
    private func finishPosting(waiting count: Int) {
        let tells = count >= content.pointee.highWater.count && !content.pointee.isHighWaterTold
        let schedules = !content.pointee.isScheduled
        content.pointee.isScheduled = true
        if tells { content.pointee.isHighWaterTold = true }
        lock.unlock()
        if schedules { content.pointee.wake() }
        if tells { content.pointee.highWater.isReached(count) }
    }
}
