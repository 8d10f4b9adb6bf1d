/// Whether, and after how long, a failed attempt of a command is followed by another.
///
/// The wait between two attempts is that of its ``backoff``, from the runtime's random source and on its clock.
public struct RetryPolicy: Sendable {
    /// How many times the command is tried in all; at least one.
    public let attempts: Int
    /// How long it waits before it is tried again.
    public let backoff: Backoff
    /// Whether this error is worth another attempt. A `CancellationError` never is.
    public let isRetryable: @Sendable (any Error) -> Bool

    /// One attempt.
    public static let never = RetryPolicy(attempts: 1, backoff: Backoff()) { _ in false }

    /// Up to `attempts` in all, each wait longer than the one before on average.
    public static func exponential(
        attempts: Int, base: Duration = .milliseconds(800), cap: Duration = .seconds(60),
        if isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> RetryPolicy {
        RetryPolicy(attempts: attempts, backoff: Backoff(base: base, cap: cap), if: isRetryable)
    }

    private init(attempts: Int, backoff: Backoff, if isRetryable: @escaping @Sendable (any Error) -> Bool) {
        if attempts < 1 { fatalError(Errors.attemptsMustBePositive) }
        self.attempts = attempts
        self.backoff = backoff
        self.isRetryable = isRetryable
    }
}
