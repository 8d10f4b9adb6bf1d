import Reactor

/// A token that all its users share, and that is renewed once for all of them.
final class TokenRenewal: Sendable {
    private typealias Caller = RenewalMachine.Caller

    /// What a caller goes on with.
    private enum Turn: Sendable {
        case use(Secret)
        case lead
    }

    private struct Content {
        var machine: RenewalMachine
        var waiting: [Caller: CheckedContinuation<Turn, any Error>] = [:]
        /// Those who were cancelled before they asked.
        var cancelled: Set<Caller> = []
        var callers = 0
    }

    private let clock: RuntimeClock
    private let renew: @Sendable () async throws -> BearerToken
    private let content: Guarded<Content>

    init(clock: RuntimeClock, leeway: Duration, renew: @escaping @Sendable () async throws -> BearerToken) {
        self.clock = clock
        self.renew = renew
        content = Guarded(Content(machine: RenewalMachine(leeway: leeway)))
    }

    /// The token, renewed when there is none that is good.
    ///
    /// - Throws: What the renewal threw, or `CancellationError` when the task that asks is cancelled.
    func token() async throws -> Secret {
        let caller = content.withLock { content in
            content.callers += 1
            return content.callers
        }
        // A cancellation that came after the turn has left its note behind.
        defer { content.withLock { _ = $0.cancelled.remove(caller) } }
        let turn = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { ask(caller, $0) }
        } onCancel: {
            leave(caller)
        }
        switch turn {
        case .use(let token): return token
        case .lead: return try await lead()
        }
    }

    /// The service does not take this token any more.
    func reject(_ token: Secret) { content.withLock { $0.machine.reject(token) } }

    private func lead() async throws -> Secret {
        do {
            try Task.checkCancellation()
            let token = try await renew()
            let now = clock.now
            end(with: .success(.use(token.token))) { $0.renewed(token, now: now) }
            return token.token
        } catch {
            if Task.isCancelled || error is CancellationError {
                end(with: .success(.lead)) { $0.leaderLeft().map { [$0] } ?? [] }
            } else {
                end(with: .failure(error)) { $0.failed() }
            }
            throw error
        }
    }

    private func ask(_ caller: Caller, _ continuation: CheckedContinuation<Turn, any Error>) {
        let now = clock.now
        let turn: Result<Turn, any Error>? = content.withLock { content in
            if content.cancelled.contains(caller) { return .failure(CancellationError()) }
            switch content.machine.ask(caller, now: now) {
            case .use(let token): return .success(.use(token))
            case .lead: return .success(.lead)
            case .wait:
                content.waiting[caller] = continuation
                return nil
            }
        }
        if let turn { continuation.resume(with: turn) }
    }

    /// Called when a task is cancelled, also one that has not asked yet, or that asks already.
    private func leave(_ caller: Caller) {
        let continuation = content.withLock { content -> CheckedContinuation<Turn, any Error>? in
            if content.machine.waiterLeft(caller) { return content.waiting.removeValue(forKey: caller) }
            content.cancelled.insert(caller)
            return nil
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func end(with turn: Result<Turn, any Error>, _ step: (inout RenewalMachine) -> [Caller]) {
        let woken = content.withLock { content in
            step(&content.machine).compactMap { content.waiting.removeValue(forKey: $0) }
        }
        for continuation in woken { continuation.resume(with: turn) }
    }
}
