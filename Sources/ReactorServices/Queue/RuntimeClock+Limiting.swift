import Reactor

extension RuntimeClock {
    /// Runs `work` with a time limit.
    ///
    /// Returns when both the work and the wait have ended: the loser is cancelled and awaited, so that no work continues
    /// after the call.
    ///
    /// - Throws: ``GatewayError`` of the kind ``GatewayError/Kind/timedOut``, or the error of `work`.
    func limiting<Value: Sendable>(
        to duration: Duration, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await sleep(for: duration)
                throw GatewayError.timedOut(after: duration)
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
