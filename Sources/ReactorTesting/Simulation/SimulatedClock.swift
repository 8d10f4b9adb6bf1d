/// The time of a simulation. It stands still while anything can go on, and moves to the next time that somebody waits for.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct SimulatedClock: Clock {
    /// A time of the simulation: so long after its beginning.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// How long after the beginning.
        public var offset: Duration

        /// The time so long after the beginning.
        public init(offset: Duration = .zero) { self.offset = offset }

        /// The time that is so much later; earlier for a negative duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is from this time to the other; negative when the other is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        public var description: String { "\(offset)" }
    }

    let scheduler: Scheduler

    /// The time that the simulation has come to.
    public var now: Instant { Instant(offset: .nanoseconds(scheduler.now)) }

    /// The smallest step of the time: one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until the simulation has come to this time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try await scheduler.sleep(until: deadline.offset.inNanoseconds)
    }
}

extension Duration {
    /// Whole nanoseconds; centuries fit.
    var inNanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    }
}
