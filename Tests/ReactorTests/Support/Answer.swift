import Reactor
import ReactorTesting
import ReactorTestSupport

/// A request on its way: the test says when it is answered, and how.
struct Answer: Sendable {
    private let gate = Gate<Void>()
    private let result = Locked<Result<Resolution, any Error>>(.success(.commit))

    /// What the request does: it waits for the test, deaf to cancellation.
    func wait() async throws -> Resolution {
        await gate.wait()
        return try result.copy.get()
    }

    /// Returns when the request is on its way.
    func arrived() async { await gate.arrived() }

    func give(_ resolution: Resolution) {
        result.withLock { $0 = .success(resolution) }
        gate.open()
    }

    func fail(_ error: any Error) {
        result.withLock { $0 = .failure(error) }
        gate.open()
    }
}

extension Core {
    /// Begins an optimistic change whose answer the test gives; returns when the request is on its way.
    nonisolated func begin(
        _ event: some Event, _ answer: Answer, owner: Any.Type? = nil,
        onFailure: @escaping @Sendable (any Error) -> [any Event] = { _ in [] }
    ) async -> Task<Void, any Error> {
        let task = Task {
            try await optimistically(event, owner: owner) { _ in
                try await answer.wait()
            } onFailure: {
                onFailure($0)
            }
        }
        await answer.arrived()
        return task
    }
}

/// A state as something that cannot be compared, so that every delivery counts.
struct Incomparable<Seen: Sendable>: Sendable {
    var seen: Seen

    init(_ seen: Seen) { self.seen = seen }
}
