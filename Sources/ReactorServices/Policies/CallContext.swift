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
