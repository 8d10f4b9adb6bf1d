import Reactor

/// Ends one call from outside of its task.
final class CancelSignal: Sendable {
    private enum Progress {
        case quiet
        case waiting(CheckedContinuation<Void, Never>)
        case given
    }

    private let progress = Guarded(Progress.quiet)

    /// Gives the signal; the call it belongs to ends.
    func give() {
        let waiting = progress.withLock { progress -> CheckedContinuation<Void, Never>? in
            defer { progress = .given }
            guard case .waiting(let continuation) = progress else { return nil }
            return continuation
        }
        waiting?.resume()
    }

    /// Returns when the signal is given, or the task is cancelled. One task may wait.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isGiven = progress.withLock { progress in
                    if case .given = progress { return true }
                    progress = .waiting(continuation)
                    return false
                }
                if isGiven { continuation.resume() }
            }
        } onCancel: {
            give()
        }
    }
}
