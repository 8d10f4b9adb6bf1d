import Reactor
import ReactorTerminal

/// A clock on which every sleep ends immediately and is counted. Sleeps above `limit` last until their task is canceled, since
/// a grace period must not end immediately.
final class CountingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Locked(Duration.zero)
    private let limit: Duration?

    init(limit: Duration? = nil) { self.limit = limit }

    var now: Instant { Instant(offset: time.withLock { $0 }) }
    var minimumResolution: Duration { .zero }
    var slept: Duration { time.withLock { $0 } }
    var runtime: RuntimeClock { RuntimeClock(self) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        if let limit, now.duration(to: deadline) > limit { try await ContinuousClock().sleep(for: .seconds(86_400)) }
        time.withLock { time in time = max(time, deadline.offset) }
    }
}
