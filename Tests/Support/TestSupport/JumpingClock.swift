/// A clock on which every sleep ends immediately and is recorded. A sleep that is as long as a timeout lasts until it is
/// canceled: otherwise chance would decide a race against it.
package final class JumpingClock: Clock, Sendable {
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let content = Locked((now: Instant(offset: .zero), sleeps: [Duration]()))

    private let timeout: Duration?

    /// - Parameter timeout: The shortest sleep that is a timeout; nil if no sleep is.
    package init(timeout: Duration? = nil) { self.timeout = timeout }

    package var now: Instant { content.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }
    /// The duration of each sleep, in order.
    package var sleeps: [Duration] { content.withLock { $0.sleeps } }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        if let timeout, now.duration(to: deadline) >= timeout {
            let (never, feed) = AsyncStream<Never>.makeStream()
            for await _ in never {}
            withExtendedLifetime(feed) {}
            throw CancellationError()
        }
        content.withLock { content in
            content.sleeps.append(content.now.duration(to: deadline))
            content.now = max(content.now, deadline)
        }
    }
}
