/// What the caller of a client says to its policies, one value of each type.
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

    /// A context that says nothing.
    public init() {}

    /// A context that holds one value.
    public init<Value: Sendable>(_ value: Value) { self[Value.self] = value }

    /// The value of this type; nil where the caller gave none.
    public subscript<Value: Sendable>(type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}
