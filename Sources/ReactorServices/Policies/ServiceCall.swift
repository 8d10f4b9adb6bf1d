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
    var credential: (@Sendable (inout MutableRequestProperties) async throws -> Void)?
}

enum ServiceHeader {
    static let requestID = "X-Request-Id"
    static let apiVersion = "Api-Version"
    static let idempotencyKey = "Idempotency-Key"
}

/// Values that the caller of a client passes to its policies, one of each type.
///
/// ```swift
/// struct Trace: Sendable { var parent: String }
///
/// struct TracePolicy: ServicePolicy {
///     func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
///         var call = call
///         if let trace = call.context[Trace.self] { call.request.headers["Traceparent"] = trace.parent }
///         return try await next.send(call)
///     }
/// }
///
/// let options = RequestOptions(context: CallContext(Trace(parent: "00-4bf9-01")))
/// ```
public struct CallContext: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates an empty context.
    public init() {}

    /// Creates a context with one value.
    public init<Value: Sendable>(_ value: Value) { self[Value.self] = value }

    /// The value of this type, or nil if there is none.
    public subscript<Value: Sendable>(type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}
