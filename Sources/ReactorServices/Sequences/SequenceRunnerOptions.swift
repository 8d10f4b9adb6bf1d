public import Reactor

/// How sequences are carried out.
public struct SequenceRunnerOptions: Sendable {
    /// How often each request is tried again.
    package let retry: RetrySchedule
    /// How long each request may take, all its attempts together; nil for no limit.
    package let timeout: Duration?
    /// How long one attempt may take in all; a quarter of an hour by default, since files are large.
    package let attemptTimeout: Duration
    /// How long nothing of an attempt may move before it is given up.
    package let stallTimeout: Duration
    /// How often one run begins again at an earlier step, when an answer has expired.
    package let restarts: Int
    /// Where the runner writes what it does.
    package let logger: ServiceLogger
    /// Whose clock measures and whose random numbers are used.
    package let runtime: Runtime

    /// Options, each with a default.
    public init(
        retry: RetrySchedule = RetrySchedule(), timeout: Duration? = nil,
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
