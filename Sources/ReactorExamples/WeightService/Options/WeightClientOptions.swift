public import Reactor
public import ReactorServices

/// The options of a ``WeightClient``.
public struct WeightClientOptions: ClientOptions {
    /// The version of the service that is spoken; the newest by default.
    public let apiVersion: WeightClient.Version
    /// How long a call may take, all attempts together.
    public let timeout: Duration?
    /// How long one attempt may take; nil for as long as the gateway says.
    public let attemptTimeout: Duration?
    /// How often a call is tried again.
    public let retry: RetrySchedule
    /// The information about the app that the service receives.
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
