/// The numbers of events that a core has applied and refused. Each fired event is counted exactly once.
public struct CoreCounts: Sendable, Hashable {
    /// The number of applied events. It includes the core's own ``CommandEnded`` events.
    public internal(set) var applied = 0
    /// The number of events that a middleware refused.
    public internal(set) var refusedByMiddleware = 0
    /// The number of events that were refused because their command was canceled, timed out, or had its owner reset.
    public internal(set) var refusedAsLate = 0
    /// The number of events that were refused because the core was closed.
    public internal(set) var refusedByClosing = 0
    /// The number of events that were refused because their child state did not exist.
    public internal(set) var refusedByAbsence = 0
    /// The number of events that were refused because their prediction or mark was resolved or used before, or because
    /// another event of the same call was refused.
    public internal(set) var refusedByLedger = 0

    /// The number of refused commands, and of cancellations that a command requested after its own end. They are not
    /// events, and not part of the ``total``. A command that a policy drops is not refused.
    public internal(set) var refusedCommands = 0

    /// The number of events that were applied or refused.
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
