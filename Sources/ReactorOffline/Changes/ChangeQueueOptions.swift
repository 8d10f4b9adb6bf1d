public import Reactor
import ReactorServices

/// How a queue pushes.
public struct ChangeQueueOptions: Sendable {
    /// How long a lane waits after a failed attempt. A queue does not give up.
    package let backoff: Backoff
    /// How many lanes push at a time.
    package let parallelLanes: Int
    /// What becomes of a lane when one of its changes is refused: it goes on unless said otherwise, as fits changes that
    /// each say the whole (a like, a text). Asked often; the same for one lane always.
    package let lanePolicy: @Sendable (LaneName) -> LanePolicy
    /// How often a change begins again at an earlier step, when an answer has expired, before it counts as refused.
    package let restarts: Int
    /// How long each request may take; nil for no limit.
    package let timeout: Duration?
    /// Whether there is a connection, until ``ChangeQueue/setOnline(_:)`` says otherwise.
    package let isOnline: Bool
    /// Brings new credentials, when the service does not take the ones it was given: lets the user sign in, say. Throws
    /// when somebody else has signed in than the account of the queue; then nothing is sent.
    package let renewCredentials: (@Sendable () async throws -> Void)?
    /// Where the queue's requests are logged.
    package let logger: ServiceLogger
    /// Whose clock measures, whose random numbers are used, and who starts the queue's tasks.
    package let runtime: Runtime

    /// Options, each with a default.
    public init(
        backoff: Backoff = Backoff(), parallelLanes: Int = 4,
        lanePolicy: @escaping @Sendable (LaneName) -> LanePolicy = { _ in .goesOn }, restarts: Int = 2,
        timeout: Duration? = nil, isOnline: Bool = true,
        renewCredentials: (@Sendable () async throws -> Void)? = nil, logger: ServiceLogger = .off,
        runtime: Runtime = .live
    ) {
        self.backoff = backoff
        self.parallelLanes = max(1, parallelLanes)
        self.lanePolicy = lanePolicy
        self.restarts = restarts
        self.timeout = timeout
        self.isOnline = isOnline
        self.renewCredentials = renewCredentials
        self.logger = logger
        self.runtime = runtime
    }
}
