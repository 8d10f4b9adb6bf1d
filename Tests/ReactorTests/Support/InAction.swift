import Dispatch
import ReactorTestSupport

@testable import Reactor

/// Runs code as an action of the user interface, which is on the main actor and in no task.
///
/// If the system can start a task immediately, the code runs in the caller's task: on Linux, the main queue of a test is not
/// on the main thread, so no task starts in a callback there.
@MainActor
func inAction<Result: Sendable>(_ body: @escaping @MainActor @Sendable () -> Result) async -> Result {
    let isStarted = Locked(false)
    _ = Spawning.tasks.immediate { @MainActor in isStarted.withLock { $0 = true } }
    if isStarted.copy { return body() }
    return await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: MainActor.assumeIsolated(body)) }
    }
}
