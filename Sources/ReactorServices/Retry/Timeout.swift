import Reactor

/// Something took longer than it may.
struct TimedOut: Error, Hashable {
    let after: Duration
}

/// Runs `body`, and cancels it when it takes longer than `timeout`.
///
/// Returns when `body` has, so it should answer to cancellation.
///
/// - Throws: What `body` throws; ``TimedOut`` when the time was up first.
func withTimeout<Value: Sendable>(
    _ timeout: Duration?, clock: RuntimeClock, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    guard let timeout else { return try await body() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.sleep(for: timeout)
            throw TimedOut(after: timeout)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw TimedOut(after: timeout) }
        return value
    }
}
