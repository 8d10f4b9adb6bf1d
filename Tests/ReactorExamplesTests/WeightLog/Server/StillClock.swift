import Terminal

/// A clock whose time stands still until the test moves it. A sleep of no time at all is over at once.
final class StillClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let wake: AsyncStream<Never>.Continuation
    }

    private struct Content {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
    }

    private let content = Locked(Content())

    var now: Instant { content.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let sleep = AsyncStream<Never>.makeStream()
        content.withLock { content in
            guard deadline > content.now else { return sleep.continuation.finish() }
            content.sleepers.append(Sleeper(deadline: deadline, wake: sleep.continuation))
        }
        for await _ in sleep.stream {}
        try Task.checkCancellation()
    }

    func advance(by duration: Duration) {
        let woken = content.withLock { content in
            content.now = content.now.advanced(by: duration)
            let woken = content.sleepers.filter { $0.deadline <= content.now }
            content.sleepers.removeAll { $0.deadline <= content.now }
            return woken
        }
        for sleeper in woken { sleeper.wake.finish() }
    }
}
