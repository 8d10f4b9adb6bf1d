public import Reactor

/// The options of a sequence runner.
public struct SequenceRunnerOptions: Sendable {
    package let retry: RetryPolicy
    package let timeout: Duration?
    package let attemptTimeout: Duration
    package let stallTimeout: Duration
    package let restarts: Int
    package let logger: ServiceLogger
    package let runtime: Runtime

    /// Creates options. Each has a default.
    ///
    /// - Parameters:
    ///   - retry: The rules for further attempts of each request.
    ///   - timeout: The time limit of each request, including all attempts. nil means no limit.
    ///   - attemptTimeout: The time limit of one attempt.
    ///   - stallTimeout: The time without any transferred byte after which an attempt fails.
    ///   - restarts: The maximum number of restarts from an earlier step in one run.
    ///   - logger: The logger of the runner.
    ///   - runtime: The source of the clock and the random numbers.
    public init(
        retry: RetryPolicy = .exponential(attempts: 4), timeout: Duration? = nil,
        attemptTimeout: Duration = .seconds(900), stallTimeout: Duration = .seconds(60), restarts: Int = 2,
        logger: ServiceLogger = .off, runtime: Runtime = .live
    ) {
        self.retry = retry
        self.timeout = timeout
        self.attemptTimeout = attemptTimeout
        self.stallTimeout = stallTimeout
        self.restarts = restarts
        self.logger = logger
        self.runtime = runtime
    }
}
