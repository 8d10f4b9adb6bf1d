/// Who waits for a time to come, or for everything to come to rest. Decides who is to be woken, and wakes nobody itself.
struct Waiting {
    typealias Waking = () -> Void

    private enum Appointment {
        case wake(Int)
        case goOn(Turns.Entry)

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

    /// Keeps somebody who is ready from going on for so long.
    mutating func postpone(_ entry: Turns.Entry, for delay: Int64) { agenda.add(.goOn(entry), at: time + delay) }

    mutating func settle(_ continuation: CheckedContinuation<Void, Never>) -> Waking? {
        if isOver { return { continuation.resume() } }
        settling.append(continuation)
        return nil
    }

    mutating func takeSettling() -> [Waking] {
        defer { settling = [] }
        return settling.map { continuation in { continuation.resume() } }
    }

    /// Moves time to the next appointment, and keeps it.
    ///
    /// - Returns: nil if there is none.
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

    /// Nothing will be waited for any more.
    mutating func end() -> [Waking] {
        isOver = true
        let sleeping = sleepers.sorted { $0.key < $1.key }.map(\.value)
        sleepers = [:]
        return sleeping.map { sleeper in { sleeper.resume(throwing: CancellationError()) } } + takeSettling()
    }
}

/// What is to happen at times to come, the earliest first; at one time, what was put there first.
struct Agenda<Item> {
    private struct Entry {
        let time: Int64
        let item: Item
    }

    /// The latest first, so that the next is cheap to take.
    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// The time of what comes next.
    var next: Int64? { entries.last?.time }

    /// - Complexity: O(*n*), of a few dozen.
    mutating func add(_ item: Item, at time: Int64) {
        let index = entries.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
        entries.insert(Entry(time: time, item: item), at: index)
    }

    mutating func removeNext() -> (time: Int64, item: Item)? { entries.popLast().map { ($0.time, $0.item) } }

    mutating func removeAll(where isMeant: (Item) -> Bool) { entries.removeAll { isMeant($0.item) } }
}
