/// The numbers of events that a core has applied and refused. Each fired event is counted exactly once.
public struct CoreCounts: Sendable, Hashable {
    /// The number of applied events. It includes the core's own ``CommandEnded`` events.
    public internal(set) var applied = 0
    /// The number of refused commands, and of cancellations that a command requested after its own end. They are not
    /// events, and not part of the ``total``. A command that a policy drops is not refused.
    public internal(set) var refusedCommands = 0
    private var refusals: [Refusal.Reason: Int] = [:]

    /// The number of events that were applied or refused.
    public var total: Int { applied + refusals.values.reduce(0, +) }

    /// Returns the number of events that were refused for a reason.
    public func refused(_ reason: Refusal.Reason) -> Int { refusals[reason] ?? 0 }

    mutating func count(_ reason: Refusal.Reason) { refusals[reason, default: 0] += 1 }
}
