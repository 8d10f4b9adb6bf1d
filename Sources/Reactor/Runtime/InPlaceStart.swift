/// A start of a task on the main actor that runs up to its first suspension before the call returns, for systems without
/// `Task.immediate`.
///
/// While the task is created, the executor of this actor is ``FirstJob``, which takes the first job of the task. The job
/// is then run on the executor of the main actor, which is the executor of this actor after that. The isolation is the
/// same at all times: the code of the actor runs on the main actor only.
actor InPlaceStart {
    private nonisolated let first = FirstJob()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        first.isExpected ? first.asUnownedSerialExecutor() : MainActor.sharedUnownedExecutor
    }

    /// Whether a task can start in place. The runtimes of older systems support a job inside another job, but not inside
    /// a task: the outer task would no longer be the current one. Callbacks of the user interface run in no task.
    static var isPossible: Bool { withUnsafeCurrentTask { $0 == nil } }

    /// Starts a task. Has to be called on the main actor.
    static func start(_ body: @escaping @MainActor @Sendable () async -> Void) {
        let start = InPlaceStart()
        start.assumeIsolated { $0.startTask(body) }
        start.first.take()?.runSynchronously(on: MainActor.sharedUnownedExecutor)
    }

    private func startTask(_ body: @escaping @MainActor @Sendable () async -> Void) {
        first.expect()
        detach { await self.run(body) }
    }

    /// Starts a task on this actor without the caller's task-local values. A closure that `Task.detached` receives directly
    /// has no actor, and a task of `Task.init` would have these values.
    private nonisolated func detach(@_inheritActorContext _ body: sending @escaping @isolated(any) () async -> Void) {
        Task.detached(operation: body)
    }

    private func run(_ body: @MainActor @Sendable () async -> Void) async { await body() }
}

/// The executor that takes the first job of a task.
private final class FirstJob: SerialExecutor {
    private struct Content {
        var isExpected = false
        var job: UnownedJob?
    }

    private let content = Guarded(Content())

    var isExpected: Bool { content.withLock { $0.isExpected } }

    func expect() { content.withLock { $0.isExpected = true } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        content.withLock { $0.job = job }
    }

    /// Removes and returns the job. From now on, no job is expected.
    func take() -> UnownedJob? {
        content.withLock { content in
            content.isExpected = false
            return content.job.take()
        }
    }
}
