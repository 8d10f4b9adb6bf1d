#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Whether, and after how long, an attempt of a request is followed by another.
///
/// The wait before the n-th retry is drawn evenly between nothing and `base` doubled n-1 times, at most `cap` ("full
/// jitter"). A server that says `Retry-After` is obeyed; one that asks for more than `cap` is not asked again, and its
/// answer is the response.
///
/// Only what may arrive twice is sent twice: an idempotent method, or a request with an `Idempotency-Key`, whose body can
/// be read again.
public struct RetrySchedule: Hashable, Sendable {
    /// How many attempts follow the first one at most.
    public var retries: Int
    /// The longest wait before the first retry.
    public var base: Duration
    /// The longest wait before any.
    public var cap: Duration

    /// One attempt.
    public static let never = RetrySchedule(retries: 0)

    public init(retries: Int = 3, base: Duration = .milliseconds(800), cap: Duration = .seconds(60)) {
        self.retries = max(0, retries)
        self.base = base
        self.cap = cap
    }

    /// How an attempt ended.
    public enum Ending: Sendable {
        case response(Response)
        case failure(any Error)

        var response: Response? {
            guard case .response(let response) = self else { return nil }
            return response
        }
    }

    /// The wait before the next attempt; nil when there is none.
    ///
    /// - Parameters:
    ///   - attempt: the number of the attempt that has ended, from 1.
    ///   - random: evenly distributed bits; whoever asks draws them for every ending, used or not.
    public func delay(
        after ending: Ending, attempt: Int, of request: some RequestProperties, random: UInt64
    )
        -> Duration?
    {
        guard attempt <= retries, request.mayArriveTwice, request.body.isRepeatable else { return nil }
        switch ending {
        case .failure(let error):
            guard let error = error as? GatewayError, error.isTransient else { return nil }
        case .response(let response):
            guard Self.transientStatuses.contains(response.status) else { return nil }
            if let asked = response.retryAfter { return asked <= cap ? asked : nil }
        }
        // 53 bits make a fraction in 0..<1 that a Double holds exactly.
        return ceiling(afterAttempt: attempt) * (Double(random >> 11) * 0x1p-53)
    }

    /// The statuses that another attempt may change.
    public static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    package func ceiling(afterAttempt attempt: Int) -> Duration {
        var ceiling = base
        for _ in 1..<max(attempt, 1) where ceiling < cap { ceiling *= 2 }
        return min(ceiling, cap)
    }
}

extension RequestProperties {
    /// Whether sending it twice does what sending it once does.
    public var mayArriveTwice: Bool { method.isIdempotent || headers.contains("Idempotency-Key") }
}

extension GatewayError {
    /// Whether another attempt may succeed.
    public var isTransient: Bool {
        switch self {
        case .connectionFailed, .connectionLost, .timedOut, .stalled, .truncatedAnswer, .unreadableAnswer: true
        default: false
        }
    }
}
