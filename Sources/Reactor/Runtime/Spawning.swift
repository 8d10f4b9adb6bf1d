/// The way in which a core starts its tasks: on the system's pool, or with an executor that the tasks and their child tasks
/// prefer.
///
/// The library creates all of its tasks here, so a simulation that passes its executor decides their order.
public struct Spawning: Sendable {
    /// The executor that tasks prefer, if any. Code that starts very many tasks asks for it, and writes the task out where
    /// there is none: a closure handed through here is wrapped twice.
    let preferred: (any Executor)?

    /// Detached tasks on the system's pool.
    public static let tasks = Spawning(preferred: nil)

    /// Detached tasks that prefer `executor`, and whose children do.
    public static func preferring(_ executor: any TaskExecutor) -> Spawning { Spawning(preferred: executor) }

    private init(preferred: (any Executor)?) { self.preferred = preferred }

    /// A task with no task-local value of its maker.
    @inline(__always)
    @discardableResult
    package func detached(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard let preferred else { return Task.detached(operation: body) }
        return Task.detached(executorPreference: preferred as? any TaskExecutor) {
            await body()
            Spawning.end()
        }
    }

    /// A task with the task-local values of its maker.
    @discardableResult
    package func inheriting(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard let preferred else { return Task(operation: body) }
        return Task(executorPreference: preferred as? any TaskExecutor) {
            await body()
            Spawning.end()
        }
    }

    /// The last line of a task whose executor counts its turns. Without one the optimiser leaves out the hop back from the actor
    /// on which the body ended, as nothing follows it: a seed would be another session in a release build.
    @inline(never)
    static func end() {}

    /// A task that runs on the caller's actor up to its first suspension before this returns, if the system can do that.
    ///
    /// On an older system, the task is detached. It is enqueued on the caller's actor directly, so tasks start in the order
    /// of these calls: SE-0431, which the runtime contains since macOS 15 and iOS 18, the oldest systems of the package.
    @inline(__always)
    func immediate(_ body: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        guard #available(macOS 26.0, iOS 26.0, tvOS 26.0, watchOS 26.0, visionOS 26.0, *) else { return detached(body) }
        return Task.immediateDetached(executorPreference: preferred as? any TaskExecutor, operation: body)
    }
}
