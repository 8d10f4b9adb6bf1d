/// A step of every call of a client, which can change the request, inspect the response, or throw. If it throws, later
/// steps do not run.
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
    /// Processes the call, and passes it on with `next.send(call)`, usually once.
    func send(_ call: ServiceCall, next: PolicyChain) async throws -> Response
}

/// The remaining policies of a call, followed by the gateway.
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
