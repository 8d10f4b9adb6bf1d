import Reactor

/// Has the client's credential put on every attempt that goes to the server it was given for, at the moment at which the
/// gateway sends it. When that fails, nothing is sent.
struct AuthenticationPolicy: ServicePolicy {
    let credential: any Credential
    /// The server of the client's gateway.
    let base: BaseURL
    let clock: RuntimeClock

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        // To an address that somebody else named, nobody in particular asks.
        guard call.request.origin(under: base) == base.origin else { return try await next.send(call) }
        let first = try await sendOnce(call, next)
        // What was refused with 401 was not done, so it may be sent again whatever its method is.
        guard first.isWorthAnother, call.request.body.isRepeatable else { return first.response }
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
            guard response.status == 401, let request = sent.withLock({ $0 }) else { return (response, false) }
            return (response, await credential.wasRejected(on: request))
        } catch {
            if error is AuthenticationFailed { call.trace.wasNotSent() }
            throw error
        }
    }
}

extension Credential {
    /// Puts itself on a request. What it adds is secret, and its identity says whose that is.
    fileprivate func put(on request: inout MutableRequestProperties, _ clock: RuntimeClock) async throws {
        let before = request
        let apply: @Sendable () async throws -> MutableRequestProperties = {
            var request = before
            try await self.apply(to: &request)
            return request
        }
        do {
            // Nothing moves while it is waited for.
            request =
                if let patience = before.stallTimeout {
                    try await clock.limiting(to: patience, apply)
                } else {
                    try await apply()
                }
        } catch {
            // A cancelled call is not a failure of the credential. A cancelled sign-in is, also for calls that share it.
            if Task.isCancelled { throw CancellationError() }
            throw AuthenticationFailed(underlying: error)
        }
        request.headers.markSecret(unlessIn: before.headers)
        request.query.markSecret(unlessIn: before.query)
        request.identify(identity, since: before)
    }
}

/// A credential could not be put on a request.
struct AuthenticationFailed: Error {
    let underlying: any Error
}
