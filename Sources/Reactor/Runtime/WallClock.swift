import ReactorPlatform

extension Timestamp {
    /// The time of day, as a runtime has it: that of the system, or of a test or a simulation.
    ///
    /// ```swift
    /// struct AddNow: Command {
    ///     func execute(state: Archive, core: Core<Archive>) {
    ///         core.fire(event: RecordsCame(records: [], date: .now(in: core.runtime)))
    ///     }
    /// }
    /// ```
    ///
    /// Not inside `react(to:)`: a replay would read another time. The event carries it.
    public static func now(in runtime: Runtime) -> Timestamp { runtime.now() }

    /// The time of the system's clock, to within a few milliseconds: the journal reads it for each event.
    @Sendable public static func wallClock() -> Timestamp {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_REALTIME_COARSE, &time)
        #else
            clock_gettime(CLOCK_REALTIME, &time)
        #endif
        return Timestamp(millisecondsSince1970: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
