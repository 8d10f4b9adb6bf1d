/// A line between entries that says what is known at this place.
public struct JournalCheck: Hashable, Sendable {
    /// The seq of the last entry before it.
    public var seq: UInt64
    /// The digest of the state there, when it was taken.
    public var digest: String?
    /// Entries up to this seq were on the disk when the line was written.
    public var synced: UInt64?

    /// A check at this place.
    public init(seq: UInt64, digest: String? = nil, synced: UInt64? = nil) {
        self.seq = seq
        self.digest = digest
        self.synced = synced
    }
}

/// One line of a recording.
public enum JournalLine: Hashable, Sendable {
    case header(JournalHeader)
    case entry(JournalEntry)
    case check(JournalCheck)
}
