/// What became of an ``Assign``.
public enum AssignmentOutcome: Sendable {
    /// No state has claimed it: its turn has not come, or no state declares its name.
    case unclaimed
    /// A state took it, as it was or as its validation changed it.
    case applied
    /// The state that declares it did not take it, for this reason; or it was refused on its way to the state, and this
    /// is the ``Refusal``.
    case refused(any Error)
}

/// Where the one who fired an ``Assign`` reads what became of it.
///
/// A state is a value and can notify nobody; this goes along with the event and is written in its turn. It changes no
/// state, so a replay, where nobody reads it, is the same without it. When an event is applied again (a refold of
/// predictions) the last word counts.
public final class AssignmentReceipt: Sendable {
    private let state = Guarded<AssignmentOutcome>(.unclaimed)

    /// A receipt of an assignment that no state has claimed.
    public init() {}

    /// What became of it until now. Final once everything fired before is applied.
    public var outcome: AssignmentOutcome {
        state.withLock { $0 }
    }

    package func record(_ outcome: AssignmentOutcome) {
        // The one before ends outside of the lock: an error may do anything when it ends.
        var outcome = outcome
        state.withLock { swap(&$0, &outcome) }
    }
}
