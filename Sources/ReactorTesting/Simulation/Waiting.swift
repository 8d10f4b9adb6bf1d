/// The tasks that wait for a time, or for the simulation to settle. It returns the continuations to resume and resumes none.
struct Waiting {
    typealias Waking = () -> Void

    private enum Appointment {
        case wake(Int)
        case goOn(Turns.Runnable)

        func isWaking(_ id: Int) -> Bool { if case .wake(id) = self { true } else { false } }
    }

    /// The time since the beginning, in nanoseconds.
    private(set) var time: Int64 = 0
    private var agenda = Agenda<Appointment>()
    private var sleepers: [Int: CheckedContinuation<Void, any Error>] = [:]
    private var lastID = 0
    /// Sleeps that were cancelled before they began.
    private var cancelled: Set<Int> = []
    private var settling: [CheckedContinuation<Void, Never>] = []
    private var isOver = false

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func fallAsleep(
        _ id: Int, until deadline: Int64, _ continuation: CheckedContinuation<Void, any Error>
    ) -> Waking? {
        if isOver || cancelled.remove(id) != nil { return { continuation.resume(throwing: CancellationError()) } }
        sleepers[id] = continuation
        agenda.add(.wake(id), at: max(deadline, time))
        return nil
    }

    mutating func cancel(_ id: Int) -> Waking? {
        guard let sleeper = sleepers.removeValue(forKey: id) else {
            cancelled.insert(id)
            return nil
        }
        agenda.removeAll { $0.isWaking(id) }
        return { sleeper.resume(throwing: CancellationError()) }
    }

    /// Delays a ready entry.
    mutating func postpone(_ entry: Turns.Runnable, for delay: Int64) { agenda.add(.goOn(entry), at: time + delay) }

    mutating func settle(_ continuation: CheckedContinuation<Void, Never>) -> Waking? {
        if isOver { return { continuation.resume() } }
        settling.append(continuation)
        return nil
    }

    mutating func takeSettling() -> [Waking] {
        defer { settling = [] }
        return settling.map { continuation in { continuation.resume() } }
    }

    /// Moves time to the next appointment, and returns its continuations.
    ///
    /// - Returns: The continuations to resume, or nil if there is no appointment.
    mutating func advance(_ turns: inout Turns, _ history: inout History) -> [Waking]? {
        guard let (next, appointment) = agenda.removeNext() else { return nil }
        time = max(time, next)
        history.mix(UInt64(time))
        switch appointment {
        case .goOn(let entry):
            turns.ready.append(entry)
            return []
        case .wake(let id):
            guard let sleeper = sleepers.removeValue(forKey: id) else { return [] }
            return [{ sleeper.resume() }]
        }
    }

    /// Ends all waiting.
    mutating func end() -> [Waking] {
        isOver = true
        let sleeping = sleepers.sorted { $0.key < $1.key }.map(\.value)
        sleepers = [:]
        return sleeping.map { sleeper in { sleeper.resume(throwing: CancellationError()) } } + takeSettling()
    }
}

/// Items by time, the earliest first. Items of the same time keep the order of insertion.
struct Agenda<Item> {
    private struct Entry {
        let time: Int64
        let item: Item
    }

    /// The entries, the latest first, so that removing the next one is cheap.
    private var entries: [Entry] = []

    /// - Complexity: O(*n*), for a few dozen items.
    mutating func add(_ item: Item, at time: Int64) {
        let index = entries.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, item: item), at: index)
    }

    mutating func removeNext() -> (time: Int64, item: Item)? { entries.popLast().map { ($0.time, $0.item) } }

    mutating func removeAll(where isMeant: (Item) -> Bool) { entries.removeAll { isMeant($0.item) } }
}
