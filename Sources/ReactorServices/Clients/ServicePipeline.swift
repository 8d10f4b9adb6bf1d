import Reactor

/// The steps of every client's calls: a gateway, a credential, and policies in their order.
///
/// A call gets its request id, version and user agent, then passes the client's call policies and the retries. Each
/// attempt then passes the attempt policies, the credential, the log and the gateway. An error stops the call, and
/// later steps do not run, so a call whose credential fails is not sent.
///
/// ```swift
/// struct PingClient: Sendable {
///     let pipeline: ServicePipeline
///
///     func exists() async throws -> Bool {
///         try await pipeline.send("PingClient.exists", MutableRequestProperties(.head, "/ping")).isSuccess
///     }
/// }
/// ```
public struct ServicePipeline: Sendable {
    private let chain: PolicyChain
    private let base: BaseURL
    let timeout: Duration?
    private let attemptTimeout: Duration?
    private let stallTimeout: Duration?
    private let retry: RetryPolicy
    let runtime: Runtime

    /// Creates the pipeline of a client.
    ///
    /// - Parameters:
    ///   - client: The name of the client, for the user agent.
    ///   - gateway: The gateway that sends the requests.
    ///   - credential: The credential, which is sent only to the origin of the gateway's base URL. nil sends none.
    ///   - options: The options of the client: version, timeouts, retries, policies, logger and runtime.
    /// - Throws: The error of the credential's validation.
    public init(
        client: String, gateway: any Gateway, credential: (any Credential)? = nil, options: some ClientOptions
    ) throws {
        let version = options.apiVersion.rawValue
        try self.init(
            gateway: gateway, credential: credential, timeout: options.timeout,
            attemptTimeout: options.attemptTimeout, retry: options.retry, runtime: options.runtime,
            logger: options.logger,
            requestID: RequestIDPolicy(
                apiVersion: version, userAgent: options.telemetry.userAgent(client: client, version: version)),
            callPolicies: options.callPolicies, attemptPolicies: options.attemptPolicies)
    }

    init(
        gateway: any Gateway, credential: (any Credential)?, timeout: Duration?, attemptTimeout: Duration?,
        stallTimeout: Duration? = nil, retry: RetryPolicy, runtime: Runtime, logger: ServiceLogger,
        requestID: RequestIDPolicy, callPolicies: [any ServicePolicy] = [], attemptPolicies: [any ServicePolicy] = []
    ) throws {
        try credential?.validate()
        var policies: [any ServicePolicy] = [requestID]
        policies += callPolicies
        policies.append(RetryingPolicy(clock: runtime.clock, random: runtime.random, logger: logger))
        policies += attemptPolicies
        if let credential {
            policies.append(AuthenticationPolicy(credential: credential, base: gateway.baseURL, clock: runtime.clock))
        }
        policies.append(LoggingPolicy(clock: runtime.clock, logger: logger))
        chain = PolicyChain(policies) { call in
            try Task.checkCancellation()
            call.trace.willSend(call.request)
            return try await CallTrace.$current.withValue(call.trace) {
                guard let credential = call.credential else { return try await gateway.submitRequest(call.request) }
                return try await gateway.submitRequest(call.request, preparing: credential)
            }
        }
        base = gateway.baseURL
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.stallTimeout = stallTimeout
        self.retry = retry
        self.runtime = runtime
    }

    /// Returns a new id for a call, which is also usable as an idempotency key.
    public func uniqueID() -> String { UniqueID.text(runtime.random(), runtime.random()) }

    /// Sends a call.
    ///
    /// - Parameters:
    ///   - operation: The method of the client, for logs and errors.
    ///   - request: The request.
    ///   - options: The options of this call.
    ///   - accepting: The statuses, in addition to success statuses, that are not an error.
    ///   - answers: The media types that the response may have. An empty list allows all except HTML, which is also
    ///     recognized by the beginning of its body. A response of another type is attributed to a captive portal or a proxy.
    ///   - isRepeatable: Whether a repeated request has the same effect as one request, even though neither its method
    ///     nor a key implies that. An example is a search with `POST`.
    /// - Throws: ``ServiceError``, or `CancellationError` if the task was cancelled, even if the service has responded.
    public func send(
        _ operation: String, _ request: MutableRequestProperties, options: RequestOptions = RequestOptions(),
        accepting: Set<Int> = [], answers: [MediaType] = [], isRepeatable: Bool = false
    ) async throws -> ServiceAnswer {
        let timeout = options.timeout ?? timeout
        var request = request.applying(options)
        request.timeout = request.timeout ?? attemptTimeout
        request.stallTimeout = request.stallTimeout ?? stallTimeout
        let call = ServiceCall(
            request: request, operation: operation, requestID: options.requestID ?? uniqueID(),
            context: options.context,
            retry: options.retry ?? retry, isRepeatable: isRepeatable, deadline: timeout.map { runtime.clock.now + $0 },
            trace: CallTrace())
        return try await call.answer(accepting: accepting, answers: answers, base: base) {
            try await send(call, within: timeout)
        }
    }

    private func send(_ call: ServiceCall, within timeout: Duration?) async throws -> Response {
        guard let timeout else { return try await chain.send(call) }
        return try await runtime.clock.limiting(to: timeout) { [chain] in try await chain.send(call) }
    }
}
