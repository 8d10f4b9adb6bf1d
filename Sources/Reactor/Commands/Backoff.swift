/// How long something waits before it is tried again: as long as is drawn evenly between nothing and a bound that doubles
/// with each failed attempt ("full jitter", after Marc Brooker, "Exponential Backoff And Jitter").
///
/// ```swift
/// let backoff = Backoff(base: .seconds(1), cap: .seconds(30))     // up to 1 s, 2 s, 4 s, 8 s, 16 s, 30 s, 30 s …
/// ```
public struct Backoff: Hashable, Sendable {
    /// The longest wait after the first failed attempt.
    public let base: Duration
    /// The longest wait after any.
    public let cap: Duration

    /// Waits within these bounds; less than nothing counts as nothing.
    public init(base: Duration = .milliseconds(800), cap: Duration = .seconds(60)) {
        self.base = Swift.max(.zero, base)
        self.cap = Swift.max(.zero, cap)
    }

    /// The wait after this many failed attempts, drawn from evenly distributed bits.
    public func delay(afterAttempt attempt: Int, random: UInt64) -> Duration {
        // 53 bits make a fraction in 0..<1 that a Double holds exactly.
        ceiling(afterAttempt: attempt) * (Double(random >> 11) * 0x1p-53)
    }

    /// The longest wait after this many failed attempts. O(log(cap / base)), however many there were.
    package func ceiling(afterAttempt attempt: Int) -> Duration {
        var ceiling = Swift.min(base, cap)
        guard ceiling > .zero, attempt > 1 else { return ceiling }
        for _ in 1..<attempt {
            // Twice as much would be beyond the cap, and perhaps beyond every Duration.
            guard ceiling <= cap / 2 else { return cap }
            ceiling += ceiling
        }
        return ceiling
    }
}
