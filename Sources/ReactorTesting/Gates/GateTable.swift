/// The calls that wait at a gate, and the calls that wait for arrivals. It returns the continuations to resume and resumes none.
struct GateTable<Value: Sendable> {
    typealias Waking = () -> Void

    private(set) var arrivals = 0
    var calls = Waiters<Void, Value, any Error>()
    /// The result for new calls, or nil if the gate is closed.
    private var open: Result<Value, any Error>?
    var watchers = CountWatchers()

    mutating func arrive(_ id: Int, _ continuation: CheckedContinuation<Value, any Error>) -> [Waking] {
        let watchers = arrive()
        guard calls.add(id, (), continuation) else {
            return [{ continuation.resume(throwing: CancellationError()) }] + watchers
        }
        return (open.map { resumeAll($0) } ?? []) + watchers
    }

    mutating func arrive() -> [Waking] {
        arrivals += 1
        let arrivals = arrivals
        return watchers.takeReached { $0 <= arrivals }
    }

    mutating func watch(_ id: Int, for count: Int, _ continuation: CheckedContinuation<Bool, Never>) -> [Waking] {
        let arrivals = arrivals
        return watchers.add(id, for: count, continuation) { $0 <= arrivals }
    }

    mutating func open(_ result: Result<Value, any Error>) -> [Waking] {
        open = result
        return resumeAll(result)
    }

    mutating func close() { open = nil }

    mutating func resumeAll(_ result: Result<Value, any Error>) -> [Waking] {
        calls.takeAll().map { call in { call.continuation.resume(with: result) } }
    }

    mutating func resumeOne(at place: Int, _ result: Result<Value, any Error>) -> [Waking] {
        calls.take(at: place).map { call in [{ call.continuation.resume(with: result) }] } ?? []
    }

    mutating func cancel(_ id: Int) -> [Waking] {
        calls.cancel(id).map { call in [{ call.continuation.resume(throwing: CancellationError()) }] } ?? []
    }
}
