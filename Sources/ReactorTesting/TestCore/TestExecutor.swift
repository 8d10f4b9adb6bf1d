import Reactor

/// An executor for all work of a core under test. It runs the jobs in order, on the thread of the caller that runs it.
///
/// While no caller runs it, jobs run on the system's pool, so code that waits for the core never hangs.
final class TestExecutor: SerialExecutor {
    private struct Content {
        var jobs = JobQueue()
        /// Whether a caller runs jobs, or is about to.
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The number of jobs that have arrived.
        var arrivals: UInt64 = 0
        var watching: [(arrivals: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let content = Guarded(Content())

    var arrivals: UInt64 { content.withLock { $0.arrivals } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let (isFree, watchers) = content.withLock { content in
            content.jobs.append(job)
            content.arrivals += 1
            let watchers = content.watching.map(\.continuation)
            content.watching = []
            defer { content.isTaken = true }
            return (!content.isTaken, watchers)
        }
        for watcher in watchers { watcher.resume() }
        if isFree { Task.detached { self.runAll() } }
    }

    /// Performs a closure, then runs all jobs and their consequences, on the caller's thread.
    nonisolated(nonsending) func run(_ body: () -> Void) async {
        await take()
        body()
        runAll()
    }

    /// Returns when more than `arrivals` jobs have arrived.
    func arrived(after arrivals: UInt64) async {
        await withCheckedContinuation { continuation in
            let isPast = content.withLock { content in
                if content.arrivals <= arrivals { content.watching.append((arrivals, continuation)) }
                return content.arrivals > arrivals
            }
            if isPast { continuation.resume() }
        }
    }

    /// Waits for its turn to run jobs.
    private nonisolated(nonsending) func take() async {
        await withCheckedContinuation { continuation in
            let isFree = content.withLock { content in
                if content.isTaken { content.waiting.append(continuation) }
                defer { content.isTaken = true }
                return !content.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    /// Runs all jobs, and passes the turn to the next waiting caller.
    private func runAll() {
        while let job = next() {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
    }

    private func next() -> UnownedJob? {
        let (job, waiter) = content.withLock { content -> (UnownedJob?, CheckedContinuation<Void, Never>?) in
            if let job = content.jobs.popFirst() { return (job, nil) }
            guard content.waiting.isEmpty else { return (nil, content.waiting.removeFirst()) }
            content.isTaken = false
            return (nil, nil)
        }
        waiter?.resume()
        return job
    }
}

extension TestExecutor: TaskExecutor {}

/// The jobs in the order in which they arrived.
private struct JobQueue {
    private var jobs: [UnownedJob] = []
    private var head = 0

    mutating func append(_ job: UnownedJob) { jobs.append(job) }

    mutating func popFirst() -> UnownedJob? {
        guard head < jobs.count else { return nil }
        defer {
            head += 1
            if head == jobs.count {
                jobs.removeAll(keepingCapacity: true)
                head = 0
            }
        }
        return jobs[head]
    }
}

extension TestExecutor {
    /// Returns a runtime that uses this executor for all work.
    func runtime(
        clock: ManualClock, seed: UInt64, probe: any CommandProbe, report: @escaping @Sendable (Report) -> Void
    ) -> Runtime {
        let random = Guarded(SeededRandom(seed: seed))
        var runtime = Runtime(
            clock: RuntimeClock(clock), now: { Timestamp(millisecondsSince1970: 0).advanced(by: clock.now.offset) },
            random: { random.withLock { $0.next() } }, executor: .serial(self),
            commandExecutor: .serial(self), report: report)
        runtime.observer = probe
        runtime.spawn = .preferring(self)
        return runtime
    }
}
