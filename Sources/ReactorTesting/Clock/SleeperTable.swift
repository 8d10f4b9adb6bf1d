/// The sleepers of a manual clock, and the calls that wait for sleepers. It returns the continuations to resume and resumes none.
struct SleeperTable {
    typealias Instant = ManualClock.Instant
    typealias Waking = () -> Void

    private(set) var now = Instant()
    /// The sleepers, with their deadlines.
    var sleepers = Waiters<Instant, Void, any Error>()
    var watchers = CountWatchers()

    mutating func fallAsleep(
        _ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
    ) -> [Waking] {
        guard sleepers.add(id, deadline, continuation) else {
            return [{ continuation.resume(throwing: CancellationError()) }]
        }
        return deadline <= now ? wake() : takeWatchers()
    }

    mutating func cancel(_ id: Int) -> [Waking] {
        guard let sleeper = sleepers.cancel(id) else { return [] }
        return [{ sleeper.continuation.resume(throwing: CancellationError()) }] + takeWatchers()
    }

    mutating func advance(to instant: Instant) -> [Waking] {
        guard instant > now else { return [] }
        now = instant
        let wakings = wake()
        return wakings.isEmpty ? [] : wakings + takeWatchers()
    }

    /// Takes the sleepers whose deadline has come.
    private mutating func wake() -> [Waking] {
        let now = now
        let woken = sleepers.takeAll { $0 <= now }.sorted { ($0.tag, $0.id) < ($1.tag, $1.id) }
        return woken.map { sleeper in { sleeper.continuation.resume() } }
    }

    mutating func watch(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>) -> [Waking] {
        let sleeping = sleepers.all.count
        return watchers.add(id, for: count, continuation) { $0 == sleeping }
    }

    private mutating func takeWatchers() -> [Waking] {
        let sleeping = sleepers.all.count
        return watchers.takeReached { $0 == sleeping }
    }
}
