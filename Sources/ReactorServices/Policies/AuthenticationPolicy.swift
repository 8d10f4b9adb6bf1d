/// Puts the client's credential on every attempt. When that fails, nothing is sent.
struct AuthenticationPolicy: ServicePolicy {
    let credential: any Credential

    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
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
            try await credential.apply(to: &call.request)
        } catch {
            // A credential is cancelled with the call that asks it; that is no failure of the credential.
            if Task.isCancelled || error is CancellationError { throw CancellationError() }
            throw AuthenticationFailed(underlying: error)
        }
        call.request.credentialIdentity = credential.identity ?? call.request.credentialIdentity
        return call
    }
}

/// A credential could not be put on a request.
struct AuthenticationFailed: Error {
    let underlying: any Error
}
