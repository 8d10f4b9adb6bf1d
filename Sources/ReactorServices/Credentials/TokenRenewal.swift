import Reactor

/// A shared token that is renewed once for all its users.
///
/// The renewal runs in a separate task. A refresh token can be valid for a single use, so the response to a renewal
/// must be received, even if the call that started it no longer waits.
final class TokenRenewal: Sendable {
    private typealias Caller = RenewalMachine.Caller

    private struct Content {
        var machine: RenewalMachine
        var waiting: [Caller: CheckedContinuation<Secret, any Error>] = [:]
        /// The callers that were cancelled before they asked for the token.
        var cancelled: Set<Caller> = []
        var callers = 0
    }

    private let runtime: Runtime
    private let renew: @Sendable () async throws -> BearerToken
    private let content: Guarded<Content>

    init(runtime: Runtime, leeway: Duration, renew: @escaping @Sendable () async throws -> BearerToken) {
        self.runtime = runtime
        self.renew = renew
        content = Guarded(Content(machine: RenewalMachine(leeway: leeway)))
    }

    /// Returns the token, which is renewed if it is not valid.
    ///
    /// - Throws: The error of the renewal, or `CancellationError` if the task of the caller is cancelled.
    func token() async throws -> Secret {
        let caller = content.withLock { content in
            content.callers += 1
            return content.callers
        }
        // A cancellation after the token was returned has added the caller to this set.
        defer { content.withLock { _ = $0.cancelled.remove(caller) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { ask(caller, $0) }
        } onCancel: {
            leave(caller)
        }
    }

    func reject(_ token: Secret) { content.withLock { $0.machine.reject(token) } }

    private func ask(_ caller: Caller, _ continuation: CheckedContinuation<Secret, any Error>) {
        let now = runtime.clock.now
        let (token, begins): (Result<Secret, any Error>?, Bool) = content.withLock { content in
            if content.cancelled.contains(caller) { return (.failure(CancellationError()), false) }
            switch content.machine.ask(caller, now: now) {
            case .use(let token): return (.success(token), false)
            case .wait(let begins):
                content.waiting[caller] = continuation
                return (nil, begins)
            }
        }
        if let token { continuation.resume(with: token) }
        // Requests of the renewal can use the place that the gateway reserves for the call, which is a task-local
        // value.
        if begins { runtime.spawn.inheriting { await self.renewForAll() } }
    }

    private func renewForAll() async {
        do {
            let token = try await renew()
            let now = runtime.clock.now
            end(with: .success(token.token)) { $0.renewed(token, now: now) }
        } catch {
            end(with: .failure(error)) { $0.ended() }
        }
    }

    /// Called when a task is cancelled, possibly before the caller asked for the token.
    private func leave(_ caller: Caller) {
        let continuation = content.withLock { content -> CheckedContinuation<Secret, any Error>? in
            if content.machine.left(caller) { return content.waiting.removeValue(forKey: caller) }
            content.cancelled.insert(caller)
            return nil
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func end(with token: Result<Secret, any Error>, _ step: (inout RenewalMachine) -> [Caller]) {
        let woken = content.withLock { content in
            step(&content.machine).compactMap { content.waiting.removeValue(forKey: $0) }
        }
        for continuation in woken { continuation.resume(with: token) }
    }
}
