public import Reactor
public import ReactorServices

/// What can be chosen about a ``WeightClient``.
public struct WeightClientOptions: ClientOptions {
    /// The version of the service that is spoken; the newest by default.
    public let apiVersion: WeightClient.Version
    /// How long a call may take, all attempts together.
    public let timeout: Duration?
    /// How long one attempt may take; nil for as long as the gateway says.
    public let attemptTimeout: Duration?
    /// How often a call is tried again.
    public let retry: RetrySchedule
    /// What the service learns about the app.
    public let telemetry: TelemetryOptions
    /// Where the client writes what it does.
    public let logger: ServiceLogger
    /// Run once for each call.
    public let callPolicies: [any ServicePolicy]
    /// Run for each attempt.
    public let attemptPolicies: [any ServicePolicy]
    /// Time and random numbers.
    public let runtime: Runtime

    /// Options, each with a default.
    public init(
        apiVersion: WeightClient.Version = .latest, timeout: Duration? = .seconds(100), attemptTimeout: Duration? = nil,
        retry: RetrySchedule = RetrySchedule(), telemetry: TelemetryOptions = TelemetryOptions(),
        logger: ServiceLogger = .off, callPolicies: [any ServicePolicy] = [],
        attemptPolicies: [any ServicePolicy] = [], runtime: Runtime = .live
    ) {
        self.apiVersion = apiVersion
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.retry = retry
        self.telemetry = telemetry
        self.logger = logger
        self.callPolicies = callPolicies
        self.attemptPolicies = attemptPolicies
        self.runtime = runtime
    }
}

public import ReactorServices

/// What can be chosen about a list of weights.
public struct ListWeightsOptions: Sendable {
    /// The first day of the list; nil for the first there is.
    public let from: Day?
    /// The last day of the list; nil for the last there is.
    public let through: Day?
    /// How many weights a page has at most; nil for as many as the service likes.
    public let pageSize: Int?
    /// Where an earlier list goes on.
    public let continuation: ContinuationToken?
    /// What holds for the call of each page.
    public let request: RequestOptions

    /// Options, each with a default.
    public init(
        from: Day? = nil, through: Day? = nil, pageSize: Int? = nil, continuation: ContinuationToken? = nil,
        request: RequestOptions = RequestOptions()
    ) {
        self.from = from
        self.through = through
        self.pageSize = pageSize
        self.continuation = continuation
        self.request = request
    }
}
