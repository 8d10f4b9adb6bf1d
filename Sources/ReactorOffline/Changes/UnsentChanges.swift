/// What becomes of changes that were not sent when their account signs out.
public enum UnsentChanges: Hashable, Sendable {
    /// They stay in the journal, and are sent when the queue is opened for the same account again.
    case keep
    /// They are forgotten.
    case drop
}
