import Reactor

/// Adds the client's credential to every attempt that is sent to the credential's server, when the gateway sends it. If
/// this fails, nothing is sent.
struct AuthenticationPolicy: ServicePolicy {
    let credential: any Credential
    let base: BaseURL
    let clock: RuntimeClock

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        // Requests to other addresses are sent without the credential.
        guard call.request.origin(under: base) == base.origin else { return try await next.send(call) }
        let first = try await sendOnce(call, next)
        // A request that was refused with 401 was not done, so it can be repeated regardless of its method.
        guard first.isWorthAnother else { return first.response }
        // The server accepts the renewed credential, so this is not a reason to sign in again.
        guard call.request.body.isRepeatable else { throw GatewayError.bodyNotRepeatable }
        return try await sendOnce(call, next).response
    }

    private func sendOnce(
        _ call: ServiceCall, _ next: PolicyChain
    ) async throws -> (response: Response, isWorthAnother: Bool) {
        let sent = Guarded<MutableRequestProperties?>(nil)
        var call = call
        call.credential = { [credential, clock, trace = call.trace] request in
            try await credential.put(on: &request, clock)
            trace.carries(request)
            sent.withLock { [request] in $0 = request }
        }
        do {
            let response = try await next.send(call)
            // Another server that a redirect leads to does not receive the credential, so it has not refused it.
            guard response.status == 401, response.origin == base.origin, let request = sent.withLock({ $0 }) else {
                return (response, false)
            }
            return (response, await credential.wasRejected(on: request))
        } catch {
            if error is AuthenticationFailed { call.trace.wasNotSent() }
            throw error
        }
    }
}

extension Credential {
    /// Applies the credential to a request. The added values are secret, and the credential's identity represents them.
    fileprivate func put(on request: inout MutableRequestProperties, _ clock: RuntimeClock) async throws {
        let before = request
        let apply: @Sendable () async throws -> MutableRequestProperties = {
            var request = before
            try await self.apply(to: &request)
            return request
        }
        do {
            // No byte is transferred during this wait, so the stall timeout applies.
            request =
                if let patience = before.stallTimeout {
                    try await clock.limiting(to: patience, apply)
                } else {
                    try await apply()
                }
        } catch {
            // A cancelled call is not a failure of the credential. A cancelled sign-in is, for all calls that share it.
            if Task.isCancelled { throw CancellationError() }
            throw AuthenticationFailed(underlying: error)
        }
        request.headers.markSecret(unlessIn: before.headers)
        request.query.markSecret(unlessIn: before.query)
        request.identify(identity, since: before)
    }
}

struct AuthenticationFailed: Error {
    let underlying: any Error
}
