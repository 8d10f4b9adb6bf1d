/// A clock without the type of its instants, so that a runtime can hold any.
public struct RuntimeClock: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let wait: @Sendable (Duration) async throws -> Void

    /// A clock that counts time from now on.
    public init<Base: Clock>(_ base: Base) where Base.Duration == Duration {
        let start = base.now
        elapsed = { start.duration(to: base.now) }
        wait = { try await base.sleep(until: base.now.advanced(by: $0), tolerance: nil) }
    }

    /// The time since this clock was made; never runs backwards.
    public var now: Duration { elapsed() }

    /// Waits for the duration, but at most a century, since some clocks end the program when a duration is longer
    /// than they can count.
    ///
    /// - Throws: `CancellationError` when the task is cancelled while it waits.
    public func sleep(for duration: Duration) async throws {
        // An Int of 32 bits, as on a watch, ends after 68 years.
        try await wait(min(duration, .seconds(3_155_760_000 as Int64)))
    }
}
