public import Reactor
import ReactorServices

/// The options of a queue.
public struct ChangeQueueOptions: Sendable {
    package let backoff: Backoff
    package let parallelLanes: Int
    package let lanePolicy: @Sendable (LaneName) -> LanePolicy
    package let restarts: Int
    package let timeout: Duration?
    package let isOnline: Bool
    package let renewCredentials: (@Sendable () async throws -> Void)?
    package let logger: ServiceLogger
    package let runtime: Runtime

    /// Creates options. Each has a default.
    ///
    /// - Parameters:
    ///   - backoff: The delay of a lane after a failed attempt. The number of attempts is not limited.
    ///   - parallelLanes: The maximum number of lanes that push at the same time.
    ///   - lanePolicy: A closure that returns whether a lane stops when one of its changes is refused. It is called
    ///     often, and must return the same value for the same lane. The default `.goesOn` is suitable for changes that
    ///     are complete on their own, such as a like or a text.
    ///   - restarts: The maximum number of restarts of a change at an earlier step, after a response has expired. Then
    ///     the change is refused.
    ///   - timeout: The time limit of each request, or nil for no limit.
    ///   - isOnline: Whether the device is online, until ``ChangeQueue/setOnline(_:)`` is called.
    ///   - renewCredentials: A closure that provides new credentials when the service refuses the current ones, for
    ///     example with a sign-in. Throw an error if another account has signed in; nothing is sent then.
    ///   - logger: The logger of the queue's requests.
    ///   - runtime: The source of the clock, the random numbers and the queue's tasks.
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

/// The name of a lane of a queue. Changes of one lane are pushed serially, and lanes are pushed in parallel.
///
/// Use a lane for each entity: its changes stay in order and do not wait for other entities.
public struct LaneName: RawRepresentable, Hashable, Codable, CodingKeyRepresentable, Sendable,
    ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}

/// The behavior of a lane when one of its changes is refused.
public enum LanePolicy: Hashable, Sendable {
    /// The lane waits until the change is retried, edited or dropped, because later changes can depend on it.
    case stops
    /// The lane continues with its next change.
    case goesOn
}

/// The treatment of unsent changes when their account signs out.
public enum UnsentChanges: Hashable, Sendable {
    /// The changes remain in the journal, and are sent when the queue is opened for the same account again.
    case keep
    /// The changes are dropped.
    case drop
}
