/// The sleepers of a manual clock, and the calls that wait for sleepers. It returns the continuations to resume and resumes none.
struct SleeperTable {
    typealias Instant = ManualClock.Instant
    typealias Waking = () -> Void

    struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private(set) var now = Instant()
    private(set) var sleepers: [Sleeper] = []
    private var lastID = 0
    /// Sleeps that were cancelled before they began.
    private var cancelled: Set<Int> = []
    var watchers = CountWatchers()

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func fallAsleep(
        _ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>
    ) -> [Waking] {
        if cancelled.remove(id) != nil { return [{ continuation.resume(throwing: CancellationError()) }] }
        if deadline <= now { return [{ continuation.resume() }] }
        sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
        return takeWatchers()
    }

    mutating func cancel(_ id: Int) -> [Waking] {
        guard let index = sleepers.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return []
        }
        let sleeper = sleepers.remove(at: index)
        return [{ sleeper.continuation.resume(throwing: CancellationError()) }] + takeWatchers()
    }

    mutating func advance(to instant: Instant) -> [Waking] {
        guard instant > now else { return [] }
        now = instant
        let woken = sleepers.filter { $0.deadline <= instant }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        guard !woken.isEmpty else { return [] }
        sleepers.removeAll { $0.deadline <= instant }
        return woken.map { sleeper in { sleeper.continuation.resume() } } + takeWatchers()
    }

    mutating func watch(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>) -> [Waking] {
        watchers.add(id, for: count, continuation)
        return takeWatchers()
    }

    private mutating func takeWatchers() -> [Waking] {
        let count = sleepers.count
        return watchers.take { $0 == count }
    }
}
