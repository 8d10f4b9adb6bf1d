public import Reactor

/// Whether, and after how long, an attempt of a call is followed by another.
///
/// The wait before the next attempt is that of its `backoff`, or longer if the server asks for that (`Retry-After`). If the
/// server asks for more than the backoff's cap, there is no other attempt, and its answer is the response.
///
/// Only what may arrive twice is sent twice: an idempotent method, or a request with an `Idempotency-Key`, whose body can
/// be read again.
public struct RetrySchedule: Hashable, Sendable {
    /// How many attempts there are at most, the first one counted.
    public let attempts: Int
    /// How long it waits between two.
    public let backoff: Backoff

    /// One attempt.
    public static let never = RetrySchedule(attempts: 1)

    /// At most so many attempts, the first one counted, with a wait of `backoff` between two. The program stops when
    /// `attempts` is less than 1.
    public init(attempts: Int = 4, backoff: Backoff = Backoff()) {
        guard attempts > 0 else {
            fatalError("RetrySchedule.attempts must be at least 1. It includes the first attempt.")
        }
        self.attempts = attempts
        self.backoff = backoff
    }

    /// The wait before the next attempt; nil when there is none.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt that has ended, from 1.
    ///   - random: evenly distributed bits; whoever asks draws them for every ending, used or not.
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
                // With `Retry-After: 0`, or a date in the past, only the backoff keeps clients from asking all the time.
                return asked <= backoff.cap ? max(asked, backoff.delay(afterAttempt: attempt, random: random)) : nil
            }
        }
        return backoff.delay(afterAttempt: attempt, random: random)
    }

    /// The statuses that another attempt may change.
    public static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
}

extension MutableRequestProperties {
    /// Whether sending it twice does what sending it once does.
    var mayArriveTwice: Bool { method.isIdempotent || headers.contains("Idempotency-Key") }
}

extension GatewayError {
    /// Whether another attempt may succeed.
    package var isTransient: Bool {
        kind == .unreachable || kind == .timedOut
    }
}
