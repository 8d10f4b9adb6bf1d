import Reactor
import ReactorTesting
import ReactorTestSupport

/// An executor that runs jobs only when the test calls it, and then on the test's own thread: with it a synchronous test
/// controls everything, and nothing runs in the background.
final class StepExecutor: SerialExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    /// The number of waiting jobs.
    var waiting: Int { jobs.withLock { $0.count } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs the job that waits longest.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func step() -> Bool {
        guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
        job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        return true
    }

    /// Runs the waiting jobs, and those that result from them, until none is waiting.
    func run() { while step() {} }

    /// Runs asynchronous code to its end, with everything else that waits.
    func run<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result? {
        let result = Locked<Result?>(nil)
        start {
            let value = await body()
            result.withLock { $0 = value }
        }
        run()
        return result.copy
    }

    /// Turns asynchronous code into a task here, which begins when the test runs it.
    func start(_ body: @escaping @Sendable () async -> Void) {
        Task.detached(executorPreference: self, operation: body)
    }

    /// A runtime in which everything runs here.
    func runtime(
        clock: ManualClock = ManualClock(), report: @escaping @Sendable (Runtime.Report) -> Void = { _ in }
    ) -> Runtime {
        var runtime = Runtime(
            clock: RuntimeClock(clock), random: { 0 }, executor: .serial(self), commandExecutor: .serial(self),
            report: report)
        runtime.spawn = .preferring(self)
        return runtime
    }
}

extension StepExecutor: TaskExecutor {}
