/// A step that every call of a client goes through: it may change the request, look at the answer, or throw, and then
/// nothing behind it runs.
///
/// ```swift
/// struct LanguagePolicy: ServicePolicy {
///     var language: String
///
///     func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response {
///         var call = call
///         call.request.headers["Accept-Language"] = language
///         return try await next.send(call)
///     }
/// }
/// ```
public protocol ServicePolicy: Sendable {
    /// Does its part, and passes the call on with `next.send(call)`: once, most often.
    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response
}

/// The policies behind one, and the gateway behind them.
public struct PolicyChain: Sendable {
    private let policies: ArraySlice<any ServicePolicy>
    private let end: @Sendable (ServiceCall) async throws -> Response

    init(_ policies: [any ServicePolicy], end: @escaping @Sendable (ServiceCall) async throws -> Response) {
        self.init(policies[...], end)
    }

    private init(
        _ policies: ArraySlice<any ServicePolicy>, _ end: @escaping @Sendable (ServiceCall) async throws -> Response
    ) {
        self.policies = policies
        self.end = end
    }

    /// Passes a call on.
    public func send(_ call: ServiceCall) async throws -> Response {
        guard let first = policies.first else { return try await end(call) }
        return try await first.send(call, next: PolicyChain(policies.dropFirst(), end))
    }
}
