import Reactor
import ReactorTesting
import ReactorTestSupport

/// A request in flight: the test determines when and how it is answered.
struct Answer: Sendable {
    private let gate = Gate<Void>()
    private let result = Locked<Result<Resolution, any Error>>(.success(.commit))

    /// The body of the request: it waits for the test, and ignores cancellation.
    func wait() async throws -> Resolution {
        await gate.wait()
        return try result.copy.get()
    }

    /// Returns when the request is in flight.
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
    /// Begins an optimistic change whose response the test sends; returns when the request is in flight.
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
