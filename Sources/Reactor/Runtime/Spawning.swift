/// The way in which a core starts its tasks: on the global pool, or with a preferred executor for the tasks and their
/// child tasks.
///
/// The library creates all of its tasks here, so a simulation that passes its executor decides their order.
package struct Spawning: Sendable {
    /// The preferred executor, if any. Code that starts very many tasks checks it, and creates the task directly if it
    /// is nil: a closure that is passed through this type is wrapped twice.
    let preferred: (any Executor)?

    /// Detached tasks on the global pool.
    package static let tasks = Spawning(preferred: nil)

    /// Returns a way to start detached tasks that prefer an executor, as do their child tasks.
    package static func preferring(_ executor: (any TaskExecutor)?) -> Spawning { Spawning(preferred: executor) }

    private init(preferred: (any Executor)?) { self.preferred = preferred }

    /// Starts a task without the caller's task-local values.
    @inline(__always)
    @discardableResult
    package func detached(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard let preferred else { return Task.detached(operation: body) }
        return Task.detached(executorPreference: preferred as? any TaskExecutor) {
            await body()
            Spawning.end()
        }
    }

    /// Starts a task with the caller's task-local values.
    @discardableResult
    package func inheriting(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard let preferred else { return Task(operation: body) }
        return Task(executorPreference: preferred as? any TaskExecutor) {
            await body()
            Spawning.end()
        }
    }

    /// Starts a task with the caller's task-local values and priority, for a value that another task waits for.
    package func inheriting<Value: Sendable>(
        _ body: sending @escaping @isolated(any) () async throws -> Value
    ) -> Task<Value, any Error> {
        guard let preferred else { return Task(operation: body) }
        return Task(executorPreference: preferred as? any TaskExecutor) {
            defer { Spawning.end() }
            return try await body()
        }
    }

    /// The last call of a task whose executor counts its jobs. Without this call, nothing would follow the hop back
    /// from the actor on which the body ended, and the optimizer would remove it: a seed would lead to another session
    /// in a release build.
    @inline(never)
    static func end() {}

    /// Starts a task that runs on the caller's actor up to its first suspension before this call returns, if the system
    /// supports it.
    ///
    /// On older systems, the task is detached. It is enqueued on the caller's actor directly, so tasks start in the
    /// order of these calls: SE-0431, which the runtime contains since macOS 15 and iOS 18, the oldest systems of the
    /// package.
    @inline(__always)
    func immediate(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) else { return detached(body) }
        return Task.immediateDetached(executorPreference: preferred as? any TaskExecutor, operation: body)
    }
}
