/// Where everything that concerns a core waits for its turn: the one order of acceptance.
///
/// Any thread may post. The core takes the whole batch at once, so producers and core meet for one exchange of
/// buffers and not for each event.
final class Mailbox: Sendable {
    let port: MailboxPort

    init(highWater: HighWater?) { port = MailboxPort(highWater: highWater ?? HighWater(count: .max) { _ in }) }

    deinit { port.destroy() }

    /// Says how a drain is scheduled. Call once, before anything is posted.
    func connect(wake: @escaping @Sendable () -> Void) { port.content.pointee.wake = wake }

    /// How many events wait.
    var count: Int { withLock { port.content.pointee.waiting.events.count + port.content.pointee.taken } }

    /// Runs `body` under the mailbox's lock, which also guards the small state of handles.
    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        port.lock.lock()
        defer { port.lock.unlock() }
        return body()
    }

    /// Puts events at the end about which there is something to know, as one if `isGroup`.
    func post(_ events: [any Event], isGroup: Bool, cause: CommandHandle?, part: Part? = nil) {
        port.lock.lock()
        let content = Batch.Content.events(count: events.count, isGroup: isGroup, cause: cause)
        port.content.pointee.waiting.append(content, part: part)
        for event in events { port.content.pointee.waiting.events.nextSlot().initialize(to: WaitingEvent(event)) }
        port.finishPosting()
    }

    /// Puts an operation at the end.
    ///
    /// - Parameters:
    ///   - part: what it is fired into, if that may go.
    ///   - wakes: whether a drain is scheduled for it now; otherwise by ``wakeIfWaiting()``.
    ///   - meanwhile: what else is done while the lock is held.
    @inline(__always)
    func post(
        _ operation: consuming Operation, cause: CommandHandle? = nil, part: Part? = nil, wakes: Bool = true,
        meanwhile: () -> Void = {}
    ) {
        port.lock.lock()
        meanwhile()
        port.content.pointee.waiting.append(Batch.Content.operation(operation, cause: cause), part: part)
        if wakes { port.finishPosting() } else { port.finishPostingQuietly() }
    }

    /// Schedules a drain if something waits and none is pending.
    func wakeIfWaiting() { port.wakeIfWaiting() }

    /// Forgets what waits, since nobody will take it: the core is gone. Handles hold their mailbox, so what is kept here
    /// would keep both.
    func discard() {
        // Destroyed outside of the lock.
        var forgotten = Batch()
        withLock {
            swap(&port.content.pointee.waiting, &forgotten)
            port.content.pointee.isScheduled = false
        }
    }

    /// Exchanges the waiting batch for an empty one, which keeps its memory.
    ///
    /// - Parameter isDrain: the scheduled drain asks; when nothing waits, the next post schedules another.
    /// - Returns: whether anything was taken.
    func take(into empty: inout Batch, isDrain: Bool) -> Bool {
        withLock {
            port.content.pointee.taken = 0
            guard !port.content.pointee.waiting.isEmpty else {
                if isDrain { port.content.pointee.isScheduled = false }
                port.content.pointee.isHighWaterTold = false
                return false
            }
            swap(&port.content.pointee.waiting, &empty)
            // A reader applies all of it at once, and does not come back to say so.
            port.content.pointee.taken = isDrain ? empty.events.count : 0
            if port.content.pointee.taken < port.content.pointee.highWater.count {
                port.content.pointee.isHighWaterTold = false
            }
            return true
        }
    }

    /// Tells how many of the events taken are still not applied, for the count of what waits.
    func remaining(_ count: Int) {
        withLock {
            port.content.pointee.taken = count
            if port.content.pointee.waiting.events.count + count < port.content.pointee.highWater.count {
                port.content.pointee.isHighWaterTold = false
            }
        }
    }
}
