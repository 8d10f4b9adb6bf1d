import Reactor

/// A bearer token that is renewed when it expires or is rejected.
///
/// Calls that need a new token at the same time share one renewal. A renewal in flight is not cancelled with the call
/// that needed it, because a service with single-use refresh tokens would sign the user out. If a renewal fails, all
/// calls that wait for it fail, and the next call tries again. The token is stored only in memory.
///
/// ```swift
/// func signIn() async throws -> BearerToken { BearerToken("t-123", expiresIn: .seconds(3_600)) }
/// let credential = BearerCredential(identity: "user-7") { try await signIn() }
/// ```
public struct BearerCredential: Credential {
    public let identity: String?
    private let fixed: Secret?
    private let renewal: TokenRenewal

    /// Creates a credential whose tokens `renew` provides.
    ///
    /// - Parameters:
    ///   - identity: The identity of the token's owner, as a name that is not secret.
    ///   - leeway: The time before its expiry at which a token is renewed, at most half of its lifetime.
    ///   - runtime: The source of the clock that measures lifetimes, and of the renewal's task.
    ///   - renew: A closure that returns a new token. It runs in a separate task that is never cancelled, with the
    ///     task-local values of the call that needs the token. Calls wait for it, so give its request a timeout, as a
    ///     gateway does.
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

    /// Creates a credential with a token that is not renewed.
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

/// A bearer token and its lifetime.
public struct BearerToken: Hashable, Sendable {
    /// The token.
    public let token: Secret
    /// The lifetime, counted from the moment at which the token is received, or nil if it is unknown.
    public let expiresIn: Duration?

    /// Creates a token.
    public init(_ token: String, expiresIn: Duration? = nil) {
        self.token = Secret(token)
        self.expiresIn = expiresIn
    }
}
