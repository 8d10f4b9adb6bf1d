import Reactor

/// What all clients are made of: a gateway, a credential, and policies in their order.
///
/// A call goes through: its request id (with version and user agent), the client's call policies, the retries, and for
/// each attempt the client's attempt policies, the credential, the log, and the gateway. An error in one stops the call:
/// what stands behind it does not run, and a call whose credential fails is not sent.
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
    let timeout: Duration?
    private let attemptTimeout: Duration?
    private let stallTimeout: Duration?
    private let retry: RetrySchedule
    let runtime: Runtime

    /// The pipeline of a client.
    ///
    /// - Parameters:
    ///   - client: The name of the client, for the user agent.
    ///   - gateway: Sends the requests to the service.
    ///   - credential: Says who asks, at the origin of the gateway's base URL alone; nil for a service that does not want
    ///     to know.
    ///   - options: What the client's user chose: version, timeouts, retries, policies, logger and runtime.
    /// - Throws: What validating the credential throws.
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
        stallTimeout: Duration? = nil, retry: RetrySchedule, runtime: Runtime, logger: ServiceLogger,
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
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.stallTimeout = stallTimeout
        self.retry = retry
        self.runtime = runtime
    }

    /// A new name for a call, or a key under which a service does the same only once.
    public func uniqueID() -> String { UniqueID.text(runtime.random(), runtime.random()) }

    /// Sends a call.
    ///
    /// - Parameters:
    ///   - operation: The method of the client, for logs and errors.
    ///   - request: What to send.
    ///   - options: What is different for this call.
    ///   - accepting: The statuses, beside those of success, that are an answer and no error.
    ///   - answers: The media types that an answer may have; none for any but HTML. What is of another type comes from somebody
    ///     who stands before the service: a network that wants a sign-in, or a proxy.
    ///   - isRepeatable: Whether sending it twice does what sending it once does, though neither its method nor a key
    ///     says so: a search that is posted, say.
    /// - Throws: ``ServiceError``, or `CancellationError` when the task was cancelled, even if the service has answered.
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
        return try await call.answer(accepting: accepting, answers: answers) { try await send(call, within: timeout) }
    }

    private func send(_ call: ServiceCall, within timeout: Duration?) async throws -> Response {
        guard let timeout else { return try await chain.send(call) }
        return try await runtime.clock.limiting(to: timeout) { [chain] in try await chain.send(call) }
    }
}
