import Reactor

/// A call of a service that passes through the policies of its client.
public struct ServiceCall: Sendable {
    /// The request. A policy changes it before it passes the call on.
    public var request: MutableRequestProperties
    /// The method of the client, such as `WeightClient.get`.
    public let operation: String
    /// The id of the call in logs and requests.
    public let requestID: String
    /// The values that the caller passes to the policies.
    public internal(set) var context = CallContext()
    /// The number of the attempt, from 1.
    public internal(set) var attempt = 1
    let retry: RetryPolicy
    /// Whether a repeated request has the same effect as one request, even though neither its method nor a key implies
    /// that.
    let isRepeatable: Bool

    let deadline: Duration?
    let trace: CallTrace
    /// The step that adds the client's credential when the request is sent.
    var credential: Preparation.Step?
}

enum ServiceHeader {
    static let requestID = "X-Request-Id"
    static let apiVersion = "Api-Version"
    static let idempotencyKey = "Idempotency-Key"
}
