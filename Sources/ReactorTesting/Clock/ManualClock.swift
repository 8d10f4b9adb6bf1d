import Reactor

/// A clock whose time moves only when the test moves it.
///
/// Pass it to a core in its runtime. A test waits for the number of sleepers, never for time:
///
/// ```swift
/// let clock = ManualClock()
/// let core = Core(state: Counter(), runtime: Runtime(clock: RuntimeClock(clock)))
/// core.fire(command: Search(text: "a"), options: CommandOptions(timeout: .seconds(5)))
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(5))
/// ```
///
/// It can be used from any thread.
public final class ManualClock: Clock, Sendable {
    /// A time of a manual clock, counted from the creation of the clock.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// The time since the creation of the clock.
        public var offset: Duration

        /// Creates the time at an offset from the creation of the clock.
        package init(offset: Duration = .zero) { self.offset = offset }

        /// Returns the time that is later by a duration, or earlier if the duration is negative.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the duration from this time to another, negative if the other time is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        public var description: String { "\(offset)" }
    }

    private let sleepers = Guarded(SleeperTable())

    /// Creates a clock at the time zero.
    public init() {}

    /// The current time of the clock.
    public var now: Instant { sleepers.withLock { $0.now } }

    /// The resolution of the clock: one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The number of current sleepers.
    package var sleeping: Int { sleepers.withLock { $0.sleepers.all.count } }

    /// The deadlines of the current sleepers, the earliest first.
    package var deadlines: [Instant] { sleepers.withLock { $0.sleepers.all.map(\.tag).sorted() } }

    /// Sleeps until the test has moved the time to a deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = sleepers.withLock { $0.sleepers.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform { $0.fallAsleep(id, until: deadline, continuation) }
            }
        } onCancel: {
            perform { $0.cancel(id) }
        }
    }

    /// Waits until exactly `count` tasks sleep, which includes timeouts, retries, debounces and throttles of commands.
    ///
    /// If the number stays different, the call waits until its task is cancelled, for example by the time limit of the test. It
    /// then reports the sleepers and returns. The clock of a ``TestCore`` does not need this call: ``TestCore/advance(by:)``
    /// first completes all earlier work.
    public func sleepers(_ count: Int, fileID: StaticString = #fileID, line: UInt = #line) async {
        let id = sleepers.withLock { $0.watchers.makeID() }
        let isReached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in perform { $0.watch(id, for: count, continuation) } }
        } onCancel: {
            perform { $0.watchers.giveUp(id) }
        }
        guard !isReached else { return }
        let summary =
            "The test waited until exactly \(count) tasks sleep on the clock, which is at \(now.offset), and was cancelled. The "
            + "sleeping tasks wake at: \(deadlines.map(\.offset)). Timeouts, retries, debounces and throttles sleep, too. Wait for the "
            + "number of tasks that sleep."
        TestFailureRecording.report(summary, TestSite(fileID, line))
    }

    /// Moves the time forward and wakes the sleepers whose deadline has come, the earliest deadline first. Equal deadlines wake
    /// in the order of their sleeps.
    public func advance(by duration: Duration) {
        perform { $0.advance(to: $0.now.advanced(by: duration)) }
    }

    /// Moves the time to `instant` and wakes the sleepers whose deadline has come. An instant in the past has no effect.
    package func advance(to instant: Instant) {
        perform { $0.advance(to: instant) }
    }

    /// Moves the time to the next deadline, and wakes every sleeper with this deadline.
    ///
    /// - Returns: The duration of the move, or nil if no task sleeps.
    @discardableResult
    public func advanceToNextSleeper() -> Duration? {
        var moved: Duration?
        perform { table in
            guard let next = table.sleepers.all.map(\.tag).min() else { return [] }
            moved = table.now.duration(to: next)
            return table.advance(to: next)
        }
        return moved
    }

    /// Changes the table, then resumes the released continuations outside of the lock.
    private func perform(_ change: (inout SleeperTable) -> [SleeperTable.Waking]) {
        for waking in sleepers.withLock(change) { waking() }
    }
}
