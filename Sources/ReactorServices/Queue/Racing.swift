import Reactor

/// Does `work`, or throws what `interruption` throws, if that comes first.
///
/// Returns when both have ended: what lost is cancelled and waited for, so nothing goes on behind the caller.
func race<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value,
    against interruption: @escaping @Sendable () async throws -> Never
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask { try await interruption() }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}

extension RuntimeClock {
    /// Does `work` within `duration` of this clock, of which so much is spent already.
    ///
    /// - Throws: ``GatewayError`` of the kind ``GatewayError/Kind/timedOut``; what `work` throws.
    func limiting<Value: Sendable>(
        to duration: Duration, spent: Duration = .zero, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await race(work) {
            try await sleep(for: max(.zero, duration - spent))
            throw GatewayError(.timedOut(after: duration))
        }
    }
}
