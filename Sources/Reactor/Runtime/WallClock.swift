import ReactorPlatform

extension Timestamp {
    /// Returns the current date from a runtime: that of the system, or of a test or simulation.
    ///
    /// ```swift
    /// struct AddNow: Command {
    ///     func execute(state: Archive, core: Core<Archive>) {
    ///         core.fire(event: RecordsCame(records: [], date: .now(in: core.runtime)))
    ///     }
    /// }
    /// ```
    ///
    /// Do not use it inside `react(to:)`, because a replay would read another date. Put the date into the event.
    public static func now(in runtime: Runtime) -> Timestamp { runtime.now() }

    /// Returns the date from the system's clock, with a resolution of a few milliseconds. It is fast, because the
    /// journal calls it for each event.
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
