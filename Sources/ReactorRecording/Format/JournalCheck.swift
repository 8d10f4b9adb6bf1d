/// A line between entries that says what is known at this place.
public struct JournalCheck: Hashable, Sendable {
    /// The seq of the last entry before it.
    public var seq: UInt64
    /// The digest of the state there, when it was taken.
    public var digest: String?
    /// Entries up to this seq were on the disk when the line was written.
    var synced: UInt64?
    /// Checks of the state's top-level members, where the state is an object of few: of which of them a digest that
    /// differs is to blame.
    package var members: [String: UInt32]?
    /// What ends here, when something does.
    var end: End?
    /// Whether the writer that ends here is suspended, and goes on later with the numbers that it has by then.
    var isSuspended: Bool

    /// A check at this place.
    package init(
        seq: UInt64, digest: String? = nil, synced: UInt64? = nil, members: [String: UInt32]? = nil, end: End? = nil,
        isSuspended: Bool = false
    ) {
        self.seq = seq
        self.digest = digest
        self.synced = synced
        self.members = members
        self.end = end
        self.isSuspended = isSuspended
    }

    /// Whether one program ends here, or another begins: a journal was closed, or somebody goes on in its segment.
    package var partsPrograms: Bool { end == .closed || end == nil && digest == nil && synced == nil }

    /// Whether the journal goes on in the next segment.
    package var rotates: Bool { end == .rotated }

    /// What ends where a check stands.
    package enum End: String, Hashable, Sendable, CaseIterable {
        /// The journal was closed. Whoever opens it again goes on behind this line.
        case closed
        /// The segment is full, and the journal goes on in the next one.
        case rotated
    }
}

/// How a journal ended.
public enum JournalEnding: Hashable, Sendable {
    /// It was closed.
    case closed
    /// It was not: the program was killed, crashed, lost its power, or could not write any more.
    case unexpected
    /// It has not ended: a writer is at work.
    case stillWritten
    /// It is a recording that was made of another one, which does not report its end.
    case notKnown

    /// What the last line of a segment says.
    ///
    /// - Parameter isWhole: whether the segment is read as a recording of its own, so that the next one is not asked for.
    init(_ header: JournalHeader?, _ last: JournalCheck.End?, isWhole: Bool = false) {
        guard let header, header.segment != nil else {
            self = .notKnown
            return
        }
        self = last == .closed || last == .rotated && isWhole ? .closed : .unexpected
    }
}

/// One line of a recording.
public enum JournalLine: Hashable, Sendable {
    /// The first line of a segment: what the entries after it go on from.
    case header(JournalHeader)
    /// One step of the core, with the event that came with it, if there is one.
    case entry(JournalEntry)
    /// A line between entries: what is known there, and whether something ends.
    case check(JournalCheck)
}
