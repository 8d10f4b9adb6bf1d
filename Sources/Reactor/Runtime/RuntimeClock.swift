/// A clock without the type of its instants, so that a runtime can contain any clock.
public struct RuntimeClock: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// Creates a clock that counts from this moment.
    public init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
        let start = base.now
        elapsed = { start.duration(to: base.now) }
        wait = { try await base.sleep(until: base.now.advanced(by: $0), tolerance: nil) }
    }

    /// The time since the creation of the clock. It never runs backward.
    public var now: Duration { elapsed() }

    /// Waits for a duration, but at most a century, because some clocks stop the program at durations that they cannot
    /// represent.
    ///
    /// - Throws: `CancellationError` if the task is canceled.
    public func sleep(for duration: Duration) async throws {
        // An Int of 32 bits, as on a watch, overflows after 68 years of seconds.
        try await wait(min(duration, .seconds(3_155_760_000 as Int64)))
    }
}
