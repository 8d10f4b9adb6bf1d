import Reactor

/// The response that one caller waits for, or has stopped waiting for.
final class PendingAnswer<Answer: Sendable>: Sendable {
    private enum Progress {
        case nobody
        case waiting(CheckedContinuation<Result<Answer, any Error>, Never>)
        case given(Result<Answer, any Error>)
    }

    private let progress = Guarded(Progress.nobody)

    /// Whether the caller has its response, or was cancelled.
    var isGiven: Bool { progress.withLock { if case .given = $0 { true } else { false } } }

    /// Sets the response. Only the first result counts.
    func give(_ result: Result<Answer, any Error>) {
        let caller = progress.withLock { progress -> CheckedContinuation<Result<Answer, any Error>, Never>? in
            switch progress {
            case .given: return nil
            case .nobody:
                progress = .given(result)
                return nil
            case .waiting(let caller):
                progress = .given(result)
                return caller
            }
        }
        caller?.resume(returning: result)
    }

    func fail(_ fault: SimulatedFault, after delay: Duration, on clock: SimulatedClock) async throws {
        try await clock.sleep(for: delay)
        give(.failure(fault))
    }

    /// The response, when it has arrived, or the cancellation of the caller.
    var result: Result<Answer, any Error> {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { caller in
                    let given = progress.withLock { progress -> Result<Answer, any Error>? in
                        if case .given(let result) = progress { return result }
                        progress = .waiting(caller)
                        return nil
                    }
                    if let given { caller.resume(returning: given) }
                }
            } onCancel: {
                give(.failure(CancellationError()))
            }
        }
    }
}
