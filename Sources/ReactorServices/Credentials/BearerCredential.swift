import Reactor

/// A bearer token, renewed when it runs out or is rejected.
///
/// However many calls need a new token at the same time, it is renewed once, and all of them use it. A renewal that has begun
/// is not cancelled with the call that needed it: a service whose refresh tokens are good for one use would sign the user out.
/// When a renewal fails, all calls that wait for it fail, and the next call tries again. The token is kept in memory only.
///
/// ```swift
/// func signIn() async throws -> BearerToken { BearerToken("t-123", expiresIn: .seconds(3_600)) }
/// let credential = BearerCredential(identity: "user-7") { try await signIn() }
/// ```
public struct BearerCredential: Credential {
    public let identity: String?
    private let fixed: Secret?
    private let renewal: TokenRenewal

    /// A token that `renew` brings.
    ///
    /// - Parameters:
    ///   - identity: Whose token it is, by a name that is no secret.
    ///   - leeway: How long before its end a token is renewed; at most half of its life.
    ///   - runtime: Whose clock measures how long a token is good for, and which starts the renewal's task.
    ///   - renew: Brings a new token. It runs in its own task, which nothing cancels, with the task-local values of the call
    ///     that needs the token. Give its request a timeout, as a gateway does: calls wait for as long as it takes.
    public init(
        identity: String? = nil, leeway: Duration = .seconds(30), runtime: Runtime = .live,
        renew: @escaping @Sendable () async throws -> BearerToken
    ) {
        self.identity = identity
        fixed = nil
        renewal = TokenRenewal(runtime: runtime, leeway: leeway) {
            let token = try await renew()
            try CredentialError.check(token.token, of: "The bearer token")
            return token
        }
    }

    /// A token that is not renewed.
    public init(_ token: String, identity: String? = nil) {
        self.identity = identity
        let token = BearerToken(token)
        fixed = token.token
        renewal = TokenRenewal(runtime: .live, leeway: .zero) { token }
    }

    public func validate() throws {
        if let fixed { try CredentialError.check(fixed, of: "The bearer token") }
    }

    public func apply(to request: inout MutableRequestProperties) async throws {
        request.headers["Authorization"] = "Bearer \(try await renewal.token().revealed)"
    }

    public func wasRejected(on request: MutableRequestProperties) async -> Bool {
        guard fixed == nil, let value = request.headers["Authorization"], value.hasPrefix("Bearer ") else {
            return false
        }
        renewal.reject(Secret(String(value.dropFirst("Bearer ".count))))
        return true
    }
}
