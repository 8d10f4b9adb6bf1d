import Reactor

/// A clock whose time stands still until the test moves it.
///
/// Give it to a core by its runtime. It knows who sleeps and until when, so a test waits for a sleeper, never for time.
///
/// ```swift
/// let clock = ManualClock()
/// let core = Core(state: Counter(), runtime: Runtime(clock: RuntimeClock(clock)))
/// core.fire(command: Search(text: "a"), options: CommandOptions(timeout: .seconds(5)))
/// await clock.sleepers(1)
/// clock.advance(by: .seconds(5))
/// ```
///
/// Safe to use from any thread.
public final class ManualClock: Clock, Sendable {
    /// A time of this clock: so long after it was made.
    public struct Instant: InstantProtocol, CustomStringConvertible {
        /// How long after the clock was made.
        public var offset: Duration

        /// The time so long after the clock was made.
        package init(offset: Duration = .zero) { self.offset = offset }

        /// The time that is so much later; earlier for a negative duration.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// How long it is from this time to the other; negative when the other is earlier.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
        public var description: String { "\(offset)" }
    }

    private let sleepers = Guarded(SleeperTable())

    /// A clock at the time zero.
    public init() {}

    /// The time, as the test has moved it.
    public var now: Instant { sleepers.withLock { $0.now } }

    /// The smallest step of the time: one nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// How many sleep now.
    package var sleeping: Int { sleepers.withLock { $0.sleepers.count } }

    /// When those who sleep now want to be woken, the earliest first.
    package var deadlines: [Instant] { sleepers.withLock { $0.sleepers.map(\.deadline).sorted() } }

    /// Sleeps until the test has moved the time so far.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = sleepers.withLock { $0.makeID() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform { $0.fallAsleep(id, until: deadline, continuation) }
            }
        } onCancel: {
            perform { $0.cancel(id) }
        }
    }

    /// Returns when exactly `count` sleep: timeouts, retries, debounces and throttles of commands too.
    ///
    /// Where another number sleeps, it waits until its task is cancelled, as a test is whose time limit has passed. Then it
    /// says who sleeps, and returns. On the clock of a ``TestCore`` nobody needs to wait for sleepers:
    /// ``TestCore/advance(by:)`` lets everything happen first that comes before.
    public func sleepers(_ count: Int, fileID: StaticString = #fileID, line: UInt = #line) async {
        let id = sleepers.withLock { $0.watchers.makeID() }
        let isReached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in perform { $0.watch(id, for: count, continuation) } }
        } onCancel: {
            perform { $0.watchers.cancel(id) }
        }
        guard !isReached else { return }
        let summary =
            "The test waited until exactly \(count) tasks sleep on the clock, which is at \(now.offset), and was cancelled. The "
            + "sleeping tasks wake at: \(deadlines.map(\.offset)). Timeouts, retries, debounces and throttles sleep, too. Wait for the "
            + "number of tasks that sleep."
        TestFailureRecording.report(summary, TestSite(fileID, line))
    }

    /// Moves the time, and wakes those whose time has come, the earliest first; of those with the same, who fell asleep
    /// first.
    public func advance(by duration: Duration) {
        perform { $0.advance(to: $0.now.advanced(by: duration)) }
    }

    /// Moves the time to `instant`, and wakes those whose time has come. An earlier time than now moves nothing.
    package func advance(to instant: Instant) {
        perform { $0.advance(to: instant) }
    }

    /// Moves the time to when the next sleeper wants to be woken, and wakes it and those with the same time.
    ///
    /// - Returns: how far the time moved, nil when nobody sleeps.
    @discardableResult
    public func advanceToNextSleeper() -> Duration? {
        var moved: Duration?
        perform { table in
            guard let next = table.sleepers.map(\.deadline).min() else { return [] }
            moved = table.now.duration(to: next)
            return table.advance(to: next)
        }
        return moved
    }

    /// Changes the table, then wakes whoever that lets go on, outside of the lock.
    private func perform(_ change: (inout SleeperTable) -> [SleeperTable.Waking]) {
        for waking in sleepers.withLock(change) { waking() }
    }
}
