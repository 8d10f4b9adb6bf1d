/// How often, and after how long, a call of a service is tried again.
///
/// The wait before the nth retry is drawn evenly between nothing and `base` doubled n-1 times, at most `cap`. When the
/// service said how long to wait (`Retry-After`), that is waited instead. Only requests that may be repeated are
/// retried: those whose method is idempotent, and those that carry an idempotency key.
///
/// ```swift
/// let patient = RetryOptions(retries: 5, attemptTimeout: .seconds(10))
/// ```
public struct RetryOptions: Hashable, Sendable {
    /// How many attempts may follow the first.
    public let retries: Int
    /// The longest wait before the first retry.
    public let base: Duration
    /// The longest wait before any retry. When the service asks for a longer one, the call fails at once and its error
    /// says how long the service asked for.
    public let cap: Duration
    /// How long one attempt may take; one that takes longer counts as failed. Nil leaves it to the timeout of the call.
    public let attemptTimeout: Duration?

    /// Options, each with the default that suits a call made while a person waits for it.
    public init(
        retries: Int = 3, base: Duration = .milliseconds(800), cap: Duration = .seconds(60),
        attemptTimeout: Duration? = nil
    ) {
        precondition(retries >= 0, Errors.retriesMustNotBeNegative)
        self.retries = retries
        self.base = base
        self.cap = cap
        self.attemptTimeout = attemptTimeout
    }

    /// One attempt only.
    public static let never = RetryOptions(retries: 0)

    var backoff: Backoff { Backoff(base: base, cap: cap) }
}
