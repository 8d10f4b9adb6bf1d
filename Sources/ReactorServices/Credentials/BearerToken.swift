/// A token that whoever bears it may use, and for how long.
public struct BearerToken: Hashable, Sendable {
    /// The token.
    public let token: Secret
    /// How long it is good for, counted from when it was given; nil while nobody says otherwise.
    public let expiresIn: Duration?

    /// A token.
    public init(_ token: String, expiresIn: Duration? = nil) {
        self.token = Secret(token)
        self.expiresIn = expiresIn
    }
}
