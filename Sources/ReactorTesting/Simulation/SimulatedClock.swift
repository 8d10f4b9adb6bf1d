/// The time of a simulation. It stands still while anything can go on, and moves to the next time that somebody waits for.
public struct SimulatedClock: Clock {
    /// A time of the simulation: so long after its beginning.
    public typealias Instant = ManualClock.Instant

    let scheduler: Scheduler

    /// The time that the simulation has come to.
    public var now: Instant { Instant(offset: .nanoseconds(scheduler.now)) }

    /// The smallest step of the time: one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until the simulation has come to this time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        // Never too early: who sleeps until a time and finds that it has not come would sleep for no time, again and again.
        let offset = deadline.offset
        let whole = offset.inNanoseconds
        try await scheduler.sleep(until: .nanoseconds(whole) < offset ? whole + 1 : whole)
    }
}

extension Duration {
    /// Whole nanoseconds; centuries fit.
    var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
