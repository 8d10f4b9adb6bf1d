import Reactor

/// Sends a call again as its options say. What stands behind this policy runs for every attempt.
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

    /// The wait before the next attempt; nil when there is none, or it would use up the time of the call.
    private func wait(after ending: Result<Response, any Error>, _ call: ServiceCall) -> Duration? {
        var request = call.request
        // A schedule judges by method and key.
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
