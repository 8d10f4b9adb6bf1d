public import Reactor

/// The rules for further attempts after a call failed.
///
/// The delay before the next attempt is that of `backoff`, or that of `Retry-After` if it is longer. If the server
/// requests a delay above the backoff's cap, its response is returned without another attempt.
///
/// Only requests that may arrive twice are retried: requests with an idempotent method or an `Idempotency-Key`, whose
/// body can be read again.
public struct RetrySchedule: Hashable, Sendable {
    /// The maximum number of attempts, including the first.
    public let attempts: Int
    /// The delay between two attempts.
    public let backoff: Backoff

    /// A single attempt, without retries.
    public static let never = RetrySchedule(attempts: 1)

    /// Creates a schedule with a maximum number of attempts, including the first, and a delay between two attempts. A
    /// value of `attempts` below 1 stops the program.
    public init(attempts: Int = 4, backoff: Backoff = Backoff()) {
        guard attempts > 0 else {
            fatalError("RetrySchedule.attempts must be at least 1. It includes the first attempt.")
        }
        self.attempts = attempts
        self.backoff = backoff
    }

    /// Returns the delay before the next attempt, or nil if there is none.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that ended, from 1.
    ///   - random: Evenly distributed bits. The caller draws them after every attempt, whether they are used or not.
    func delay(
        after ending: Result<Response, any Error>, attempt: Int, of request: MutableRequestProperties, random: UInt64
    ) -> Duration? {
        guard attempt < attempts, request.mayArriveTwice, request.body.isRepeatable else { return nil }
        switch ending {
        case .failure(let error):
            guard let error = error as? GatewayError, error.isTransient else { return nil }
        case .success(let response):
            guard Self.transientStatuses.contains(response.status) else { return nil }
            if let asked = response.retryAfter {
                // After `Retry-After: 0`, or a date in the past, only the backoff keeps clients from retrying in a busy
                // loop.
                return asked <= backoff.cap ? max(asked, backoff.delay(afterAttempt: attempt, random: random)) : nil
            }
        }
        return backoff.delay(afterAttempt: attempt, random: random)
    }

    /// The statuses after which another attempt may succeed.
    public static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
}

extension MutableRequestProperties {
    /// Whether a repeated request has the same effect as one request.
    var mayArriveTwice: Bool { method.isIdempotent || headers.contains("Idempotency-Key") }
}

extension GatewayError {
    /// Whether another attempt may succeed.
    package var isTransient: Bool {
        kind == .unreachable || kind == .timedOut
    }
}
