/// A clock on which every sleep is over at once, and is remembered.
final class JumpingClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let content = Locked((now: Instant(offset: .zero), sleeps: [Duration]()))

    var now: Instant { content.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// How long each sleep was, in order.
    var sleeps: [Duration] { content.withLock { $0.sleeps } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        content.withLock { content in
            content.sleeps.append(content.now.duration(to: deadline))
            content.now = max(content.now, deadline)
        }
    }
}
