/// How long to wait after failures: drawn evenly between nothing and `base` doubled once for each earlier failure, at
/// most `cap` ("full jitter", after Marc Brooker, "Exponential Backoff And Jitter").
struct Backoff: Hashable, Sendable {
    /// The longest wait after the first failure.
    let base: Duration
    /// The longest wait after any number of failures.
    let cap: Duration

    /// The longest wait after this many failures.
    func ceiling(afterFailures failures: Int) -> Duration {
        var ceiling = base
        for _ in 1..<max(failures, 1) where ceiling < cap { ceiling *= 2 }
        return min(ceiling, cap)
    }

    /// The wait after this many failures, at the place between nothing and the ceiling that `random` says.
    func delay(afterFailures failures: Int, random: UInt64) -> Duration {
        // 53 bits make a fraction in 0..<1 that a Double holds exactly.
        ceiling(afterFailures: failures) * (Double(random >> 11) * 0x1p-53)
    }
}
