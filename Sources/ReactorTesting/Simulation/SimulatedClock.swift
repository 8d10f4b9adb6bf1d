/// The clock of a simulation. Its time moves to the next deadline when no job is ready.
public struct SimulatedClock: Clock {
    /// A time of the simulation, counted from its beginning.
    public typealias Instant = ManualClock.Instant

    let scheduler: Scheduler

    /// The current time of the simulation.
    public var now: Instant { Instant(offset: .nanoseconds(scheduler.now)) }

    /// The resolution of the clock: one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until the simulation has reached a deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        // Round up: a task that wakes before its deadline would sleep for no time, again and again.
        let offset = deadline.offset
        let whole = offset.inNanoseconds
        try await scheduler.sleep(until: .nanoseconds(whole) < offset ? whole + 1 : whole)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, for up to centuries.
    var inNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
