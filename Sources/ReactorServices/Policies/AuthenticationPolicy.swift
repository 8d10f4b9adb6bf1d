import Reactor

/// Puts the client's credential on every attempt that goes to the server it was given for. When that fails, nothing is
/// sent.
struct AuthenticationPolicy: ServicePolicy {
    let credential: any Credential
    /// The server of the client's gateway.
    let base: BaseURL
    let clock: RuntimeClock
    /// How long the credential may take where the call has no end of its own; nil: as long as it likes.
    let patience: Duration?

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
        // To an address that somebody else named, nobody in particular asks.
        guard call.request.origin(under: base) == base.origin else { return try await next.send(call) }
        let authenticated = try await apply(to: call)
        let response = try await next.send(authenticated)
        // What was refused with 401 was not done, so it may be sent again whatever its method is.
        guard response.status == 401, call.request.body.isRepeatable,
            await credential.wasRejected(on: authenticated.request)
        else { return response }
        return try await next.send(try await apply(to: call))
    }

    private func apply(to call: ServiceCall) async throws -> ServiceCall {
        var call = call
        do {
            call.request = try await applied(to: call)
        } catch {
            // A credential is cancelled with the call that asks it; that is no failure of the credential.
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw AuthenticationFailed(underlying: error)
        }
        call.request.credentialIdentity = credential.identity ?? call.request.credentialIdentity
        return call
    }

    private func applied(to call: ServiceCall) async throws -> MutableRequestProperties {
        let apply: @Sendable () async throws -> MutableRequestProperties = { [credential] in
            var request = call.request
            try await credential.apply(to: &request)
            request.headers.markSecret(unlessIn: call.request.headers)
            request.query.markSecret(unlessIn: call.request.query)
            return request
        }
        guard call.deadline == nil, let patience else { return try await apply() }
        return try await clock.limiting(to: patience, apply)
    }
}

/// A credential could not be put on a request.
struct AuthenticationFailed: Error {
    let underlying: any Error
}
