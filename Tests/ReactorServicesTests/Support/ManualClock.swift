/// A clock whose time stands still until the test moves it.
final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    fileprivate struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    fileprivate struct Content {
        var now = Instant(offset: .zero)
        var sleepers: [Sleeper] = []
        var nextID = 0
        /// Sleeps that were cancelled before they began.
        var cancelled: Set<Int> = []
        var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let content = Locked(Content())

    var now: Instant { content.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// How many sleep now.
    var sleeping: Int { content.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = content.withLock { content in
            content.nextID += 1
            return content.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Returns when exactly `count` sleep.
    func sleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = content.withLock { content in
                if content.sleepers.count != count { content.watching.append((count, continuation)) }
                return content.sleepers.count == count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Moves the time, and wakes those whose time has come, the earliest first.
    func advance(by duration: Duration) {
        let (woken, watchers) = content.withLock { content -> ([Sleeper], [CheckedContinuation<Void, Never>]) in
            content.now = content.now.advanced(by: duration)
            let woken = content.sleepers.filter { $0.deadline <= content.now }.sorted { $0.deadline < $1.deadline }
            content.sleepers.removeAll { $0.deadline <= content.now }
            return (woken, content.takeWatchers())
        }
        for sleeper in woken { sleeper.continuation.resume() }
        for watcher in watchers { watcher.resume() }
    }

    private func fallAsleep(_ sleeper: Sleeper) {
        enum Answer { case sleeps, woken, cancelled }
        let (answer, watchers) = content.withLock { content -> (Answer, [CheckedContinuation<Void, Never>]) in
            if content.cancelled.remove(sleeper.id) != nil { return (Answer.cancelled, []) }
            if sleeper.deadline <= content.now { return (Answer.woken, []) }
            content.sleepers.append(sleeper)
            return (Answer.sleeps, content.takeWatchers())
        }
        switch answer {
        case .sleeps: break
        case .woken: sleeper.continuation.resume()
        case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
        }
        for watcher in watchers { watcher.resume() }
    }

    private func cancel(_ id: Int) {
        let (sleeper, watchers) = content.withLock { content -> (Sleeper?, [CheckedContinuation<Void, Never>]) in
            guard let index = content.sleepers.firstIndex(where: { $0.id == id }) else {
                content.cancelled.insert(id)
                return (nil, [])
            }
            return (content.sleepers.remove(at: index), content.takeWatchers())
        }
        sleeper?.continuation.resume(throwing: CancellationError())
        for watcher in watchers { watcher.resume() }
    }
}

extension ManualClock.Content {
    fileprivate mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
        let count = sleepers.count
        let reached = watching.filter { $0.count == count }.map(\.continuation)
        watching.removeAll { $0.count == count }
        return reached
    }
}
