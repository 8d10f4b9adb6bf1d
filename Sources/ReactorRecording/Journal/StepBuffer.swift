import Reactor

/// What the core has done and the writer has not taken yet. The core's side costs a lock and an append.
final class StepBuffer: @unchecked Sendable {
    // Sendable: `content` is read and written only while `monitor` is held, and `known…` only on the core's executor.
    enum Item: Sendable {
        /// A certain event at the end that no command fired: a step as well, in a third of the memory.
        case event(any Event, at: CallSite?, Timestamp)
        case step(LogStep, LogCause?, Timestamp)
        case groupBegan
        case groupEnded
        case state(KeptState)
        /// The state in which the core has ended.
        case end(KeptState)

        /// How many lines of the journal it takes.
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
        /// The seq that the last item's last line will have.
        var seq: UInt64
        var wantsState = false
        /// Nobody takes what is recorded any more.
        var isEnded = false
        var isClosed = false
        /// Nobody takes what is recorded for now: it waits, however much it is.
        var isSuspended = false
        /// Something happened that the writer does not know of.
        var isSignalled = false
        /// What is appended is no news to the writer, unless it gets crowded.
        var isQuiet = false
        var writer: CheckedContinuation<Void, Never>?
        var waitingForRoom: [@Sendable () -> Void] = []

        /// How many more items there may be.
        func room(_ capacity: Int) -> Int { isEnded || isSuspended ? .max : capacity - items.count }

        /// - Returns: the writer, when it sleeps and is to look.
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
    /// What was true at the last append, for questions that are asked after each event.
    private var knownRoom: Int
    private var knownWish = false
    private(set) var knownSeq: UInt64

    init(capacity: Int, seq: UInt64) {
        self.capacity = max(capacity, 1)
        knownRoom = max(capacity, 1)
        knownSeq = seq
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

    /// Appends certain events that came at about the same time.
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
        monitor.unlock()
    }

    var room: Int {
        // It can only have become more since, and that matters only when there was none.
        if knownRoom <= 0 { knownRoom = locked { $0.room(capacity) } }
        return knownRoom
    }

    var wantsState: Bool { knownWish }

    /// Hands the steps that wait to be done again behind an entry that others have written meanwhile. What is kept of the
    /// state that was is dropped.
    ///
    /// - Parameter perform: says what of a step was done, nil for nothing.
    func rebase(behind seq: UInt64, _ perform: (LogStep) -> LogStep?) {
        var items: [Item] = []
        // Reducers run here. Nobody else appends meanwhile, and the writer takes nothing.
        swapItems(&items)
        var last = seq
        // What a cause names among what waits has another number then, or none.
        var old = items.reduce(self.seq) { $0 - UInt64($1.lines) }
        let first = old
        var numbers: [UInt64: UInt64] = [:]
        let kept = items.compactMap { item -> Item? in
            switch item {
            case .groupBegan, .groupEnded: return item
            case .state, .end: return nil
            case .event(let event, let place, let at):
                old += 1
                let done = perform(.event(event, at: place))
                last += UInt64(done?.lines ?? 0)
                return done.map { .step($0, nil, at) }
            case .step(let step, var cause, let at):
                defer { old += UInt64(step.lines) }
                guard let done = perform(step) else { return nil }
                for line in 1...UInt64(min(done.lines, step.lines)) { numbers[old + line] = last + line }
                last += UInt64(done.lines)
                if let event = cause?.event, event > first { cause?.event = numbers[event] }
                return .step(done, cause, at)
            }
        }
        locked { content in
            content.items = kept
            content.seq = last
        }
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

    /// Nothing more will be recorded; what is there is still taken.
    func close() {
        locked { content in
            content.isClosed = true
            return content.signal()
        }?.resume()
    }

    // MARK: For the writer

    /// Lets the writer look again.
    func wake() { locked { $0.signal() }?.resume() }

    var status: Status {
        locked { content in
            Status(
                hasItems: !content.items.isEmpty, isCrowded: content.items.count * 2 >= capacity,
                isClosed: content.isClosed)
        }
    }

    /// Returns when something happened since the last time.
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

    /// Moves everything into `batch`, which is empty, and says how far it goes.
    func take(into batch: inout [Item]) {
        let resumes = locked { content in
            swap(&content.items, &batch)
            defer { content.waitingForRoom = [] }
            return content.waitingForRoom
        }
        for resume in resumes { resume() }
    }

    /// Lets what is recorded wait, however much it is, or has it taken again.
    func suspend(_ isSuspended: Bool) {
        let resumes = locked { content in
            content.isSuspended = isSuspended
            defer { content.waitingForRoom = [] }
            return content.waitingForRoom
        }
        for resume in resumes { resume() }
    }

    /// Asks the core for its state.
    func wantState() { locked { $0.wantsState = true } }

    /// Goes on counting from here, before anything is recorded.
    func resume(at seq: UInt64) { locked { $0.seq = seq } }

    /// Drops what is there and everything that comes.
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

extension LogStep {
    /// How many lines it takes.
    var lines: Int { max(1, events.count) }
}
