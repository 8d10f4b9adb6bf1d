public import Reactor
public import ReactorServices

/// The options of a ``WeightClient``.
public struct WeightClientOptions: ClientOptions {
    /// The version of the service. The default is the newest one.
    public let apiVersion: WeightClient.Version
    /// The longest duration of a call, for all attempts together.
    public let timeout: Duration?
    /// The longest duration of one attempt. The default, nil, means the limit of the gateway.
    public let attemptTimeout: Duration?
    /// The schedule of repeated attempts.
    public let retry: RetrySchedule
    /// The information about the app that the service receives.
    public let telemetry: TelemetryOptions
    /// The log of the client.
    public let logger: ServiceLogger
    /// The policies that run once for each call.
    public let callPolicies: [any ServicePolicy]
    /// The policies that run for each attempt.
    public let attemptPolicies: [any ServicePolicy]
    /// The clock and the random source.
    public let runtime: Runtime

    /// Creates options. Each has a default.
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
