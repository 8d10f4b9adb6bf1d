import Reactor

/// Returns the result of `work`, or throws the error of `interruption` if that ends first.
///
/// Returns when both have ended: the loser is cancelled and awaited, so that no work continues after the call.
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
    /// Runs `work` with a time limit, of which `spent` has already passed.
    ///
    /// - Throws: ``GatewayError`` of the kind ``GatewayError/Kind/timedOut``, or the error of `work`.
    func limiting<Value: Sendable>(
        to duration: Duration, spent: Duration = .zero, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await race(work) {
            try await sleep(for: max(.zero, duration - spent))
            throw GatewayError(.timedOut(after: duration))
        }
    }
}
