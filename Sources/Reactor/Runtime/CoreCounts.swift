/// The number of events that a core has applied and refused. Each fired event is counted exactly once.
public struct CoreCounts: Sendable, Hashable {
    /// Applied to the state. The core's own ``CommandEnded`` events are among them.
    public internal(set) var applied = 0
    /// Refused by a middleware.
    public internal(set) var refusedByMiddleware = 0
    /// Refused because the command they came from was cancelled, timed out, or had its owner reset.
    public internal(set) var refusedAsLate = 0
    /// Refused because the core was closed.
    public internal(set) var refusedByClosing = 0
    /// Refused because the part of the state they were fired into was absent.
    public internal(set) var refusedByAbsence = 0
    /// Refused because the prediction or mark they belong to was resolved or used before, or something that came with them was
    /// refused.
    public internal(set) var refusedByLedger = 0

    /// Commands that were refused, and cancellations that a command requested after its own end. They do not count
    /// as events, and are not in the ``total``. A command that a policy drops is not refused.
    public internal(set) var refusedCommands = 0

    /// Every event that was applied or refused.
    public var total: Int {
        applied + refusedByMiddleware + refusedAsLate + refusedByClosing + refusedByAbsence + refusedByLedger
    }

    mutating func refused(_ reason: Refusal.Reason) {
        switch reason {
        case .middleware: refusedByMiddleware += 1
        case .late: refusedAsLate += 1
        case .closed: refusedByClosing += 1
        case .absent: refusedByAbsence += 1
        case .ledger: refusedByLedger += 1
        }
    }
}
