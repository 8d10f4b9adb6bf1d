/// The treatment of unsent changes when their account signs out.
public enum UnsentChanges: Hashable, Sendable {
    /// The changes remain in the journal, and are sent when the queue is opened for the same account again.
    case keep
    /// The changes are dropped.
    case drop
}
