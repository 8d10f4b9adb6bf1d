import Reactor
import ReactorServices

/// The options of a ``WeightClient``.
package struct WeightClientOptions: ClientOptions {
    /// The version of the service. The default is the newest one.
    package let apiVersion: WeightClient.Version
    /// The longest duration of a call, for all attempts together.
    package let timeout: Duration?
    /// The longest duration of one attempt. The default, nil, means the limit of the gateway.
    package let attemptTimeout: Duration?
    /// The schedule of repeated attempts.
    package let retry: RetryPolicy
    /// The information about the app that the service receives.
    package let telemetry: TelemetryOptions
    /// The log of the client.
    package let logger: ServiceLogger
    /// The policies that run once for each call.
    package let callPolicies: [any ServicePolicy]
    /// The policies that run for each attempt.
    package let attemptPolicies: [any ServicePolicy]
    /// The clock and the random source.
    package let runtime: Runtime

    /// Creates options. Each has a default.
    package init(
        apiVersion: WeightClient.Version = .latest, timeout: Duration? = .seconds(100), attemptTimeout: Duration? = nil,
        retry: RetryPolicy = .exponential(attempts: 4), telemetry: TelemetryOptions = TelemetryOptions(),
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

/// The options for a list of weights.
package struct ListWeightsOptions: Sendable {
    /// The first day of the list. The default, nil, means the first stored day.
    package let from: Day?
    /// The last day of the list. The default, nil, means the last stored day.
    package let through: Day?
    /// The maximum number of weights per page. The default, nil, means that the service decides.
    package let pageSize: Int?
    /// The position after an earlier list.
    package let continuation: ContinuationToken?
    /// The options for the request of each page.
    package let request: RequestOptions

    /// Creates options. Each has a default.
    package init(
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
