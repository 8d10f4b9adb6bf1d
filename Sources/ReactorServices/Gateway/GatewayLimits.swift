/// What a gateway does not go beyond.
public struct GatewayLimits: Hashable, Sendable {
    /// The most bytes a request's body may have.
    public var body: Int
    /// The most bytes an answer may have, where the request does not say.
    public var answer: Int
    /// How long a request may take, where the request does not say.
    public var timeout: Duration

    /// Limits in bytes and time: by default 1 GiB for a body, 64 MiB for an answer, 60 seconds for a request.
    public init(body: Int = 1 << 30, answer: Int = 64 << 20, timeout: Duration = .seconds(60)) {
        self.body = body
        self.answer = answer
        self.timeout = timeout
    }
}
