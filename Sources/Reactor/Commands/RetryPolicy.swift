/// The number of attempts of a command or of an optimistic update, and the waiting time after a failed attempt.
///
/// ```swift
/// let counter = Core(state: Counter())
/// counter.fire(command: Search(text: "weights"), options: CommandOptions(retry: .exponential(attempts: 3)))
/// ```
///
/// The waiting time is drawn from the runtime's random source, and passes on the runtime's clock.
public struct RetryPolicy: Sendable {
    /// The maximum number of attempts, at least one.
    package let attempts: Int
    /// The waiting time between two attempts.
    package let backoff: Backoff
    /// Returns whether an error allows another attempt. It is not called for a `CancellationError`, which never does.
    package var isRetryable: @Sendable (any Error) -> Bool

    /// One attempt.
    public static let never = RetryPolicy(attempts: 1, backoff: Backoff()) { _ in false }

    /// Returns a policy of up to `attempts` attempts in all. The average waiting time doubles after each attempt, up to
    /// half of `cap`.
    public static func exponential(
        attempts: Int, base: Duration = .milliseconds(800), cap: Duration = .seconds(60),
        if isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true }
    ) -> RetryPolicy {
        RetryPolicy(attempts: attempts, backoff: Backoff(base: base, cap: cap), if: isRetryable)
    }

    private init(attempts: Int, backoff: Backoff, if isRetryable: @escaping @Sendable (any Error) -> Bool) {
        if attempts < 1 {
            fatalError(
                "RetryPolicy.exponential(attempts:) must be at least 1. The first attempt counts too; 1 disables retries."
            )
        }
        self.attempts = attempts
        self.backoff = backoff
        self.isRetryable = isRetryable
    }

    /// Runs the body until an attempt returns, or the last one fails.
    ///
    /// - Throws: The error of the last attempt, or `CancellationError` if the task is canceled between two attempts.
    package nonisolated(nonsending) func run<Value>(
        clock: RuntimeClock, random: () -> UInt64, _ body: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await body()
            } catch {
                guard attempt < attempts, !(error is CancellationError), isRetryable(error) else { throw error }
                try await clock.sleep(for: backoff.delay(afterAttempt: attempt, random: random()))
                attempt += 1
            }
        }
    }
}

/// The waiting time before another attempt: a random duration between zero and a bound that doubles with each failed
/// attempt ("full jitter", after Marc Brooker, "Exponential Backoff And Jitter").
///
/// ```swift
/// let backoff = Backoff(base: .seconds(1), cap: .seconds(30))     // up to 1 s, 2 s, 4 s, 8 s, 16 s, 30 s, 30 s …
/// ```
public struct Backoff: Hashable, Sendable {
    /// The bound after the first failed attempt.
    package let base: Duration
    /// The highest bound.
    package let cap: Duration

    /// Creates a waiting time with these bounds. Negative bounds count as zero.
    public init(base: Duration = .milliseconds(800), cap: Duration = .seconds(60)) {
        self.base = Swift.max(.zero, base)
        self.cap = Swift.max(.zero, cap)
    }

    /// The waiting time after this many failed attempts, computed from evenly distributed random bits.
    package func delay(afterAttempt attempt: Int, random: UInt64) -> Duration {
        // 53 bits make a fraction in 0..<1 that a Double represents exactly.
        ceiling(afterAttempt: attempt) * (Double(random >> 11) * 0x1p-53)
    }

    /// The bound after this many failed attempts. O(log(cap / base)).
    package func ceiling(afterAttempt attempt: Int) -> Duration {
        var ceiling = Swift.min(base, cap)
        guard ceiling > .zero, attempt > 1 else { return ceiling }
        for _ in 1..<attempt {
            // Doubling would exceed the cap, and might overflow a Duration.
            guard ceiling <= cap / 2 else { return cap }
            ceiling += ceiling
        }
        return ceiling
    }
}
