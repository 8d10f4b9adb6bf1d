package import Reactor

extension RetryPolicy {
    /// The statuses after which another attempt may succeed.
    package static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Returns the delay before the next attempt of a request, or nil if there is none.
    ///
    /// The delay is that of the backoff, or that of `Retry-After` if it is longer. If the server requests a delay above the
    /// backoff's cap, its response is returned without another attempt. Only requests that may arrive twice are retried: requests
    /// with an idempotent method or an `Idempotency-Key`, whose body can be read again.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that ended, from 1.
    ///   - random: Evenly distributed bits. The caller draws them after every attempt, whether they are used or not.
    func delay(
        after ending: Result<Response, any Error>, attempt: Int, of request: MutableRequestProperties, random: UInt64
    ) -> Duration? {
        guard attempt < attempts, request.mayArriveTwice, request.body.isRepeatable else { return nil }
        switch ending {
        case .failure(let error):
            guard let error = error as? GatewayError, error.isTransient, isRetryable(error) else { return nil }
        case .success(let response):
            guard Self.transientStatuses.contains(response.status) else { return nil }
            if let asked = response.retryAfter {
                // After `Retry-After: 0`, or a date in the past, only the backoff keeps clients from retrying in a busy
                // loop.
                return asked <= backoff.cap ? max(asked, backoff.delay(afterAttempt: attempt, random: random)) : nil
            }
        }
        return backoff.delay(afterAttempt: attempt, random: random)
    }
}

extension MutableRequestProperties {
    /// Whether a repeated request has the same effect as one request.
    var mayArriveTwice: Bool { method.isIdempotent || headers.contains("Idempotency-Key") }
}

extension GatewayError {
    /// Whether another attempt may succeed.
    package var isTransient: Bool {
        kind == .unreachable || kind == .timedOut
    }
}
