import Reactor

/// One call of a service on its way through the policies of its client.
public struct ServiceCall: Sendable {
    /// What is to be sent. A policy changes it before it passes the call on.
    public var request: MutableRequestProperties
    /// The method of the client, such as `WeightClient.get`.
    public let operation: String
    /// What the call is called in logs and at the service.
    public let requestID: String
    /// What the caller says to the policies.
    public internal(set) var context = CallContext()
    /// Which attempt this is, counted from 1.
    public internal(set) var attempt = 1
    /// How often it may be tried again.
    let retry: RetrySchedule
    /// Whether sending it twice does what sending it once does, though neither its method nor a key says so.
    let isRepeatable: Bool

    /// When its time is up, on the client's clock.
    let deadline: Duration?
    let trace: CallTrace
    /// Puts the client's credential on the request, at the moment of sending.
    var credential: Preparation.Step?
}

/// The header fields that all clients use.
enum ServiceHeader {
    static let requestID = "X-Request-Id"
    static let apiVersion = "Api-Version"
    static let idempotencyKey = "Idempotency-Key"
}
