/// The limits of a gateway.
public struct GatewayLimits: Hashable, Sendable {
    /// The maximum number of bytes in a request's body.
    public var body: Int
    /// The maximum number of bytes in a response, unless the request has its own limit.
    public var answer: Int
    /// The time limit of a request, unless the request has its own.
    public var timeout: Duration

    /// Creates limits. By default, a body has at most 1 GiB, a response has at most 64 MiB, and a request takes at most
    /// 60 seconds.
    public init(body: Int = 1 << 30, answer: Int = 64 << 20, timeout: Duration = .seconds(60)) {
        self.body = body
        self.answer = answer
        self.timeout = timeout
    }
}
