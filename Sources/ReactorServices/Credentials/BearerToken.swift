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
