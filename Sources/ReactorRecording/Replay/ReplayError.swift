/// Why a recording cannot be replayed, or not further.
public enum ReplayError: Error, Hashable, Sendable {
    /// What stands there cannot be read with the catalog.
    case catalog(CatalogError, seq: UInt64)
    /// The state there cannot be read, because of the secrets that were taken out of it.
    case redacted(seq: UInt64)
    /// A line stands where another belongs: one is missing, or came twice.
    case outOfSequence(found: UInt64, expected: UInt64)
    /// An entry that must have an event has none.
    case withoutEvent(seq: UInt64)
    /// The recording asks for what its log cannot do: a prediction is settled that is not pending.
    case refused(String, seq: UInt64)
    /// The recording ends inside a group.
    case brokenGroup(seq: UInt64)
    /// A place was asked for that the recording does not reach.
    case outOfRange(seq: UInt64, first: UInt64, last: UInt64)
    /// The lines cannot be read.
    case journal(JournalError)
    /// A golden recording has no digest at its end.
    case withoutDigest(path: String)
    /// The digests of a golden recording cannot be compared with today's states.
    case incomparable(path: String, Verification.Incomparable)
    /// There is a golden recording of this name.
    case alreadyThere(path: String)
}

extension ReplayError: CustomStringConvertible {
    public var description: String { Errors.replay(self) }
}
