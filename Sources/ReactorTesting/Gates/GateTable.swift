/// The calls that wait at a gate, and the calls that wait for arrivals. It returns the continuations to resume and resumes none.
struct GateTable<Value: Sendable> {
    typealias Waking = () -> Void

    struct WaitingCall {
        let id: Int
        let continuation: CheckedContinuation<Value, any Error>
    }

    private(set) var arrivals = 0
    private(set) var standing: [WaitingCall] = []
    /// The result for new calls, or nil if the gate is closed.
    private var open: Result<Value, any Error>?
    private var lastID = 0
    /// The ids of calls that were cancelled before they waited.
    private var cancelled: Set<Int> = []
    var watchers = CountWatchers()

    mutating func makeID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func arrive(_ id: Int, _ continuation: CheckedContinuation<Value, any Error>) -> [Waking] {
        let watchers = arrive()
        if cancelled.remove(id) != nil { return [{ continuation.resume(throwing: CancellationError()) }] + watchers }
        if let open { return [{ continuation.resume(with: open) }] + watchers }
        standing.append(WaitingCall(id: id, continuation: continuation))
        return watchers
    }

    mutating func arrive() -> [Waking] {
        arrivals += 1
        return takeWatchers()
    }

    mutating func watch(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>) -> [Waking] {
        watchers.add(id, for: count, continuation)
        return takeWatchers()
    }

    mutating func open(_ result: Result<Value, any Error>) -> [Waking] {
        open = result
        return resumeAll(result)
    }

    mutating func close() { open = nil }

    mutating func resumeAll(_ result: Result<Value, any Error>) -> [Waking] {
        defer { standing = [] }
        return standing.map { standing in { standing.continuation.resume(with: result) } }
    }

    mutating func resumeOne(at place: Int, _ result: Result<Value, any Error>) -> [Waking] {
        guard standing.indices.contains(place) else { return [] }
        let one = standing.remove(at: place)
        return [{ one.continuation.resume(with: result) }]
    }

    mutating func cancel(_ id: Int) -> [Waking] {
        guard let place = standing.firstIndex(where: { $0.id == id }) else {
            cancelled.insert(id)
            return []
        }
        return resumeOne(at: place, .failure(CancellationError()))
    }

    private mutating func takeWatchers() -> [Waking] {
        let arrivals = arrivals
        return watchers.take { $0 <= arrivals }
    }
}
