import Reactor
import Synchronization

/// Runs the jobs of a core and its commands, one after another, only when it is called, and on the thread of the caller.
///
/// So a history determines how far a recipe gets before the next step.
final class TurnExecutor: SerialExecutor, TaskExecutor {
    private let jobs = Mutex<(waiting: [UnownedJob], head: Int)>(([], 0))

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.waiting.append(job) }
    }

    /// Runs the waiting jobs and those that result from them, at most this number; nil: until none is waiting.
    func run(turns: Int? = nil) {
        var turns = turns ?? .max
        while turns > 0, let job = next() {
            job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            turns -= 1
        }
    }

    private func next() -> UnownedJob? {
        jobs.withLock { jobs in
            guard jobs.head < jobs.waiting.count else { return nil }
            defer {
                jobs.head += 1
                if jobs.head == jobs.waiting.count { jobs = ([], 0) }
            }
            return jobs.waiting[jobs.head]
        }
    }

    /// A runtime in which everything runs here, and no time passes.
    func runtime() -> Runtime {
        Runtime(
            clock: RuntimeClock(StoppedClock()), now: { Timestamp(millisecondsSince1970: 0) }, random: { 0 },
            executor: .serial(self), commandExecutor: .serial(self), taskExecutor: (self), report: { _ in })
    }
}

/// A clock that does not advance: a sleep lasts until it is canceled.
private struct StoppedClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero
        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let (never, continuation) = AsyncStream<Never>.makeStream()
        await withTaskCancellationHandler {
            for await _ in never {}
        } onCancel: {
            continuation.finish()
        }
        throw CancellationError()
    }
}
