import Reactor

/// Sends a call again as its options say. What stands behind this policy runs for every attempt.
struct RetryingPolicy: ServicePolicy {
    let clock: RuntimeClock
    let random: @Sendable () -> UInt64
    let logger: ServiceLogger

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        var call = call
        var machine = RetryMachine(options: call.retry, isRepeatable: call.isRepeatable)
        while true {
            call.attempt = machine.attempts + 1
            let result = await attempt(call, next)
            let remaining = call.deadline.map { $0 - clock.now }
            switch machine.ended(Self.end(of: result), remaining: remaining, random: random()) {
            case .finish: return try result.get()
            case .retry(let wait):
                logger.log(call.entry(.retrying(after: wait)))
                try await clock.sleep(for: wait)
            }
        }
    }

    private func attempt(_ call: ServiceCall, _ next: PolicyChain) async -> Result<Response, any Error> {
        do {
            let response = try await withTimeout(call.retry.attemptTimeout, clock: clock) { try await next.send(call) }
            return .success(response)
        } catch {
            return .failure(error)
        }
    }

    private static func end(of result: Result<Response, any Error>) -> AttemptEnd {
        switch result {
        case .success(let response):
            let asked = response.headers["Retry-After"].flatMap {
                RetryAfter.duration($0, date: response.headers["Date"])
            }
            return .answered(status: response.status, retryAfter: asked)
        case .failure(let error as GatewayError): return error.isTransient ? .unanswered : .hopeless
        case .failure(is TimedOut): return .unanswered
        case .failure: return .hopeless
        }
    }
}

extension GatewayError {
    /// Whether the way there or back was at fault, so that another attempt may go better.
    var isTransient: Bool {
        switch self {
        case .connectionFailed, .connectionLost, .timedOut, .truncatedAnswer: true
        default: false
        }
    }
}
