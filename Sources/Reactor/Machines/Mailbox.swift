/// Where everything that concerns a core waits for its turn: the one order of acceptance.
///
/// Any thread may post. The core takes the whole batch at once, so producers and core meet for one exchange of
/// arrays and not for each event.
final class Mailbox: @unchecked Sendable {
    // Sendable: every stored variable is read and written only while `lock` is held; `wake` is set before the
    // mailbox is shared.
    private let lock = Lock()
    private var waiting = Batch()
    private var isScheduled = false
    /// Events that the core has taken and not applied yet.
    private var taken = 0
    private var highWaterTold = false
    private let highWater: HighWater
    private var wake: @Sendable () -> Void = {}

    init(highWater: HighWater?) {
        self.highWater = highWater ?? HighWater(count: .max) { _ in }
    }

    deinit { lock.destroy() }

    /// Says how a drain is scheduled. Call once, before anything is posted.
    func connect(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    /// How many events wait.
    var count: Int { withLock { waiting.events.count + taken } }

    /// Runs `body` under the mailbox's lock, which also guards the small state of handles.
    @inline(__always)
    func withLock<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: Posting

    /// Puts a plain event at the end.
    func post(_ event: consuming any Event) {
        lock.lock()
        waiting.events.append(event)
        finishPosting()
    }

    /// Puts events at the end about which there is something to know, as one if `isGroup`.
    func post(_ events: [any Event], isGroup: Bool, cause: CommandHandle?) {
        lock.lock()
        waiting.append(.events(count: events.count, isGroup: isGroup, cause: cause))
        waiting.events.append(contentsOf: events)
        finishPosting()
    }

    /// Puts an operation at the end.
    func post(_ operation: Operation, cause: CommandHandle? = nil) {
        lock.lock()
        waiting.append(.operation(operation, cause: cause))
        finishPosting()
    }

    /// Unlocks; schedules a drain when none is pending, and tells of high water, outside of the lock.
    @inline(__always)
    private func finishPosting() {
        let count = waiting.events.count + taken
        let tells = count >= highWater.count && !highWaterTold
        if isScheduled && !tells { return lock.unlock() }
        let schedules = !isScheduled
        isScheduled = true
        if tells { highWaterTold = true }
        lock.unlock()
        if schedules { wake() }
        if tells { highWater.isReached(count) }
    }

    // MARK: Taking

    /// Exchanges the waiting batch for `empty`, which keeps its memory.
    ///
    /// - Parameter isDrain: the scheduled drain asks; when nothing waits, the next post schedules another.
    /// - Returns: whether anything was taken.
    func take(into empty: inout Batch, isDrain: Bool) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        taken = 0
        guard !waiting.isEmpty else {
            if isDrain { isScheduled = false }
            highWaterTold = false
            return false
        }
        swap(&waiting, &empty)
        taken = empty.events.count
        if taken < highWater.count { highWaterTold = false }
        return true
    }

    /// Tells how many of the events taken are still not applied, for the count of what waits.
    func remaining(_ count: Int) {
        withLock {
            taken = count
            if waiting.events.count + count < highWater.count { highWaterTold = false }
        }
    }
}
