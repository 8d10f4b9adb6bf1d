import Reactor

/// A buffer of steps between the core and the writer. A step costs the core a lock and an append.
final class StepBuffer: @unchecked Sendable {
    // Sendable: `content` is read and written only while `monitor` is held, and `known…` only on the core's executor.
    enum Item: Sendable {
        /// A confirmed event at the end that no command fired: a step in a third of the memory.
        case event(any Event, at: CallSite?, Timestamp)
        case step(LogStep, LogCause?, Timestamp)
        case groupBegan
        case groupEnded
        case state(RecordedSnapshot)
        /// The final state of a core that has ended.
        case end(RecordedSnapshot)

        /// The number of its lines in the journal.
        var lines: Int {
            switch self {
            case .event: 1
            case .step(let step, _, _): step.lines
            case .groupBegan, .groupEnded, .state, .end: 0
            }
        }
    }

    private struct Content {
        var items: [Item] = []
        /// The seq of the last item's last line.
        var seq: UInt64
        /// The numbers of the log that are reserved for suspended writers.
        var skipped: UInt64 = 0
        var wantsState = false
        /// Whether no writer takes the steps any more.
        var isEnded = false
        var isClosed = false
        /// Whether the steps wait without limit, because the writer is suspended.
        var isSuspended = false
        /// Whether the writer must be woken.
        var isSignalled = false
        /// Whether an append does not wake the writer, unless the buffer is crowded.
        var isQuiet = false
        var writer: CheckedContinuation<Void, Never>?
        var waitingForRoom: [@Sendable () -> Void] = []

        /// Returns the number of further items that fit.
        func room(_ capacity: Int) -> Int { isEnded || isSuspended ? .max : capacity - items.count }

        /// - Returns: The writer, if it sleeps and must be woken.
        mutating func append(_ item: Item, lines: Int, capacity: Int) -> CheckedContinuation<Void, Never>? {
            if isEnded { return nil }
            items.append(item)
            seq += UInt64(lines)
            if case .state = item { wantsState = false }
            return news(capacity)
        }

        mutating func append(
            _ events: borrowing EventRun, at: Timestamp, capacity: Int
        ) -> CheckedContinuation<Void, Never>? {
            if isEnded { return nil }
            for index in events.indices {
                items.append(.event(events[index].event, at: events.place(of: index), at))
            }
            seq += UInt64(events.count)
            return news(capacity)
        }

        private mutating func news(_ capacity: Int) -> CheckedContinuation<Void, Never>? {
            isQuiet && items.count * 2 < capacity ? nil : signal()
        }

        mutating func signal() -> CheckedContinuation<Void, Never>? {
            defer { writer = nil }
            isSignalled = writer == nil
            return writer
        }
    }

    struct Status {
        var hasItems: Bool
        var isCrowded: Bool
        var isClosed: Bool
    }

    private let monitor = Monitor()
    private let capacity: Int
    private var content: Content
    /// The values at the last append, for checks after each event.
    private var knownRoom: Int
    private var knownWish = false
    private(set) var knownSeq: UInt64
    /// The number of the last entry in the log, or nil if no further steps are recorded.
    private(set) var knownNumber: UInt64?

    init(capacity: Int, seq: UInt64) {
        self.capacity = max(capacity, 1)
        knownRoom = max(capacity, 1)
        knownSeq = seq
        knownNumber = seq
        content = Content(seq: seq)
        content.items.reserveCapacity(min(self.capacity, 4_096))
    }

    deinit { monitor.destroy() }

    private func locked<Result>(_ body: (inout Content) -> Result) -> Result {
        monitor.lock()
        defer { monitor.unlock() }
        return body(&content)
    }

    // MARK: On the core's executor

    func append(_ item: Item, lines: Int) {
        monitor.lock()
        let writer = content.append(item, lines: lines, capacity: capacity)
        noteAndUnlock()
        writer?.resume()
    }

    /// Appends confirmed events of about the same time.
    func append(_ events: borrowing EventRun, at: Timestamp) {
        monitor.lock()
        let writer = content.append(events, at: at, capacity: capacity)
        noteAndUnlock()
        writer?.resume()
    }

    private func noteAndUnlock() {
        knownRoom = content.room(capacity)
        knownWish = content.wantsState
        knownSeq = content.seq
        knownNumber = content.isEnded ? nil : content.seq + content.skipped
        monitor.unlock()
    }

    var room: Int {
        // The room can only have grown since the last append, which matters only if there was none.
        if knownRoom <= 0 { knownRoom = locked { $0.room(capacity) } }
        return knownRoom
    }

    var wantsState: Bool { knownWish }

    /// Performs the waiting steps again after an entry of another writer, with their numbers, and drops the stored state.
    ///
    /// - Parameters:
    ///   - skipped: The numbers that are reserved for suspended writers after this entry.
    ///   - perform: A closure that returns the performed step, or nil.
    func rebase(behind seq: UInt64, skipped: UInt64, _ perform: (LogStep) -> LogStep?) {
        var items: [Item] = []
        // Reducers run here. No other caller appends in the meantime, and the writer takes nothing.
        swapItems(&items)
        var last = seq
        // An entry in a cause that is renumbered here gets its new number, or none.
        var old = items.reduce(self.seq) { $0 - UInt64($1.lines) }
        let first = old
        let before = locked { $0.skipped }
        var numbers: [UInt64: UInt64] = [:]
        let kept = items.compactMap { item -> Item? in
            switch item {
            case .groupBegan, .groupEnded: return item
            case .state, .end: return nil
            case .event(let event, let place, let at):
                old += 1
                let done = perform(.event(event, at: place, number: old + before))
                last += UInt64(done?.lines ?? 0)
                return done.map { .step($0, nil, at) }
            case .step(let step, var cause, let at):
                defer { old += UInt64(step.lines) }
                var numbered = step
                numbered.number = step.number ?? old + 1 + before
                guard let done = perform(numbered) else { return nil }
                for line in 1...UInt64(min(done.lines, step.lines)) { numbers[old + line] = last + line }
                last += UInt64(done.lines)
                if let event = cause?.event, event > first { cause?.event = numbers[event] }
                return .step(done, cause, at)
            }
        }
        monitor.lock()
        content.items = kept
        content.seq = last
        content.skipped = skipped
        noteAndUnlock()
    }

    private func swapItems(_ items: inout [Item]) {
        monitor.lock()
        swap(&content.items, &items)
        monitor.unlock()
    }

    // MARK: From any thread

    var seq: UInt64 { locked { $0.seq } }

    func whenRoom(_ resume: @escaping @Sendable () -> Void) {
        let isRoom = locked { content in
            let isRoom = content.room(capacity) > 0
            if !isRoom { content.waitingForRoom.append(resume) }
            return isRoom
        }
        if isRoom { resume() }
    }

    /// Ends the recording. The writer still takes the buffered steps.
    func close() {
        locked { content in
            content.isClosed = true
            return content.signal()
        }?.resume()
    }

    // MARK: For the writer

    func wake() { locked { $0.signal() }?.resume() }

    var status: Status {
        locked { content in
            Status(
                hasItems: !content.items.isEmpty, isCrowded: content.items.count * 2 >= capacity,
                isClosed: content.isClosed)
        }
    }

    /// Waits for the next change.
    nonisolated(nonsending) func wait(isQuiet: Bool) async {
        await withCheckedContinuation { continuation in
            let isSignalled = locked { content in
                let isSignalled = content.isSignalled
                content.isSignalled = false
                content.isQuiet = isQuiet
                if !isSignalled { content.writer = continuation }
                return isSignalled
            }
            if isSignalled { continuation.resume() }
        }
    }

    /// Moves all items into the empty `batch`.
    func take(into batch: inout [Item]) {
        let resumes = locked { content in
            swap(&content.items, &batch)
            defer { content.waitingForRoom = [] }
            return content.waitingForRoom
        }
        for resume in resumes { resume() }
    }

    /// Suspends or resumes the writer, so that steps wait without limit or are taken again.
    func suspend(_ isSuspended: Bool) {
        let resumes = locked { content in
            content.isSuspended = isSuspended
            defer { content.waitingForRoom = [] }
            return content.waitingForRoom
        }
        for resume in resumes { resume() }
    }

    /// Requests the state from the core.
    func wantState() { locked { $0.wantsState = true } }

    /// Sets the last seq and the reserved numbers, before the first step.
    func resume(at seq: UInt64, skipped: UInt64) {
        monitor.lock()
        content.seq = seq
        content.skipped = skipped
        noteAndUnlock()
    }

    /// Drops all current and future steps.
    func end() {
        let resumes = locked { content in
            content.isEnded = true
            content.wantsState = false
            content.items = []
            defer { content.waitingForRoom = [] }
            return content.waitingForRoom
        }
        for resume in resumes { resume() }
    }
}
