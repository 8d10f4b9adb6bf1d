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
        var watching: [CheckedContinuation<Void, Never>] = []
        /// Whether callers leave the jobs to the system's pool, because these do not end.
        var isStopped = false
    }

    private let content = Guarded(Content())

    var arrivals: UInt64 { content.withLock { $0.arrivals } }

    var isStopped: Bool { content.withLock { $0.isStopped } }

    /// Ends the calls that run jobs.
    func stop() { content.withLock { $0.isStopped = true } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFree = content.withLock { content in
            content.jobs.append(job)
            content.arrivals += 1
            defer { content.isTaken = true }
            return !content.isTaken
        }
        wakeWatchers()
        if isFree { Task.detached { await self.runAll() } }
    }

    /// Performs a closure, then runs all jobs and their consequences, on the caller's thread. If the caller is cancelled, the
    /// system's pool runs the rest.
    nonisolated(nonsending) func run(_ body: () -> Void) async {
        await take()
        body()
        while await runSome() {
            guard !Task.isCancelled, !isStopped else {
                Task.detached { await self.runAll() }
                return
            }
        }
    }

    /// Returns when more than `arrivals` jobs have arrived, or when the caller is cancelled.
    func arrived(after arrivals: UInt64) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isPast = content.withLock { content in
                    let isPast = content.arrivals > arrivals || Task.isCancelled
                    if !isPast { content.watching.append(continuation) }
                    return isPast
                }
                if isPast { continuation.resume() }
            }
        } onCancel: {
            wakeWatchers()
        }
    }

    /// Wakes all callers of ``arrived(after:)``, which look again.
    private func wakeWatchers() {
        let watchers = content.withLock { content in
            defer { content.watching = [] }
            return content.watching
        }
        for watcher in watchers { watcher.resume() }
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

    /// Runs all jobs, until a caller waits for its turn.
    private func runAll() async {
        while await runSome(isPool: true) {}
    }

    /// Runs some jobs, and then lets other tasks of the process run: jobs that do not end must not keep the task that ends them
    /// from running. A caller runs more at a time, because the other tasks can be long.
    ///
    /// - Returns: Whether more jobs can be left.
    private nonisolated(nonsending) func runSome(isPool: Bool = false) async -> Bool {
        for _ in 0..<(isPool ? 1 << 10 : 1 << 16) {
            if isStopped && !isPool { break }
            guard let job = next(isPool: isPool) else { return false }
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        }
        await Task.yield()
        return true
    }

    /// Returns the next job, or passes the turn to the next waiting caller.
    ///
    /// - Parameter isPool: Whether a waiting caller takes precedence.
    private func next(isPool: Bool = false) -> UnownedJob? {
        let (job, waiter) = content.withLock { content -> (UnownedJob?, CheckedContinuation<Void, Never>?) in
            if !isPool || content.waiting.isEmpty, let job = content.jobs.popFirst() { return (job, nil) }
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
        clock: ManualClock, seed: UInt64, probe: any CommandProbe, report: @escaping @Sendable (Runtime.Report) -> Void
    ) -> Runtime {
        let random = Guarded(SeededRandom(seed: seed))
        var runtime = Runtime(
            clock: RuntimeClock(clock), now: { Timestamp(millisecondsSince1970: 0).advanced(by: clock.now.offset) },
            random: { random.withLock { $0.next() } }, executor: .serial(self),
            commandExecutor: .serial(self), report: report)
        runtime.observers = [probe]
        runtime.spawn = .preferring(self)
        return runtime
    }
}
