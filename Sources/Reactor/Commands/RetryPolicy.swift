/// Whether, and after how long, a failed attempt of a command is followed by another.
///
/// The wait before attempt n+1 is drawn evenly between nothing and `base` doubled n-1 times, at most `cap` ("full
/// jitter", after Marc Brooker, "Exponential Backoff And Jitter"), from the runtime's random source and on its clock.
public struct RetryPolicy: Sendable {
    /// How many times the command is tried in all; at least one.
    public let attempts: Int
    /// The longest wait before the second attempt.
    public let base: Duration
    /// The longest wait before any attempt.
    public let cap: Duration
    /// Whether this error is worth another attempt. A `CancellationError` never is.
    public let isRetryable: @Sendable (any Error) -> Bool

    /// One attempt.
    public static let never = RetryPolicy(attempts: 1, base: .zero, cap: .zero) { _ in false }

    /// Up to `attempts` in all, each wait longer than the one before on average.
    public static func exponential(
        attempts: Int, base: Duration = .milliseconds(800), cap: Duration = .seconds(60),
        if isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> RetryPolicy {
        RetryPolicy(attempts: attempts, base: base, cap: cap, if: isRetryable)
    }

    private init(attempts: Int, base: Duration, cap: Duration, if isRetryable: @escaping @Sendable (any Error) -> Bool)
    {
        if attempts < 1 { fatalError(Errors.attemptsMustBePositive) }
        self.attempts = attempts
        self.base = base
        self.cap = cap
        self.isRetryable = isRetryable
    }

    /// The longest wait after this many failed attempts.
    func ceiling(afterAttempt attempt: Int) -> Duration {
        var ceiling = base
        for _ in 1..<Swift.max(attempt, 1) where ceiling < cap { ceiling *= 2 }
        return Swift.min(ceiling, cap)
    }

    /// The wait after this many failed attempts, drawn from `random`.
    func delay(afterAttempt attempt: Int, random: UInt64) -> Duration {
        let ceiling = ceiling(afterAttempt: attempt)
        // 53 bits make a fraction in 0..<1 that a Double holds exactly.
        return ceiling * (Double(random >> 11) * 0x1p-53)
    }
}
