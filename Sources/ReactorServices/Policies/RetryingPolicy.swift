import Reactor

/// Retries a call by its schedule. Later policies run for every attempt.
struct RetryingPolicy: ServicePolicy {
    let clock: RuntimeClock
    let random: @Sendable () -> UInt64
    let logger: ServiceLogger

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        var call = call
        while true {
            let ending = await attempt(call, next)
            guard let wait = wait(after: ending, call) else { return try ending.get() }
            logger.log(call.entry(.retrying(after: wait)))
            try await clock.sleep(for: wait)
            call.attempt += 1
        }
    }

    /// Returns the delay before the next attempt, or nil if there is none, or if it would exceed the deadline.
    private func wait(after ending: Result<Response, any Error>, _ call: ServiceCall) -> Duration? {
        var request = call.request
        // A schedule depends on the method and the key.
        if call.isRepeatable { request.headers[ServiceHeader.idempotencyKey] = call.requestID }
        let wait = call.retry.delay(after: ending, attempt: call.attempt, of: request, random: random())
        guard let wait, let deadline = call.deadline else { return wait }
        return clock.now + wait < deadline ? wait : nil
    }

    private func attempt(_ call: ServiceCall, _ next: PolicyChain) async -> Result<Response, any Error> {
        do {
            return .success(try await next.send(call))
        } catch {
            return .failure(error)
        }
    }
}
