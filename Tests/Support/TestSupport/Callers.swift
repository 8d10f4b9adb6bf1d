/// Tasks of a test that can be waited for until each of them waits itself: they run on the system's pool, and their jobs
/// are counted.
package final class Callers: Executor {
    private struct Content {
        /// Jobs that wait or run.
        var jobs = 0
        var watching: [CheckedContinuation<Void, Never>] = []
    }

    private let content = Locked(Content())

    package init() {}

    /// Begins a task.
    package func call<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        Task(executorPreference: self, operation: body)
    }

    /// Returns when none of the tasks can continue on its own: each has ended, or waits.
    package func rest() async {
        await withCheckedContinuation { watcher in
            let isResting = content.withLock { content in
                if content.jobs > 0 { content.watching.append(watcher) }
                return content.jobs == 0
            }
            if isResting { watcher.resume() }
        }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        content.withLock { $0.jobs += 1 }
        Task.detached {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            let watchers = self.content.withLock { content in
                content.jobs -= 1
                guard content.jobs == 0 else { return [CheckedContinuation<Void, Never>]() }
                defer { content.watching = [] }
                return content.watching
            }
            for watcher in watchers { watcher.resume() }
        }
    }
}

extension Callers: TaskExecutor {}
