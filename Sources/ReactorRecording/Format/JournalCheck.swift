/// A line between entries, with facts about this position.
package struct JournalCheck: Hashable, Sendable {
    /// The seq of the last entry before the line.
    package var seq: UInt64
    /// The digest of the state at this position, if there is one.
    package var digest: String?
    /// The seq up to which entries were on disk when the line was written.
    var synced: UInt64?
    /// The checks of the state's top-level members, if the state is an object with few members. They locate a difference of
    /// digests.
    package var members: [String: UInt32]?
    /// The kind of end at this position, if any.
    var end: End?
    /// Whether the writer is suspended here, and will continue with its own numbers.
    var isSuspended: Bool
    /// Whether a suspended writer continues here, and no other has written since.
    var isResumed: Bool

    package init(
        seq: UInt64, digest: String? = nil, synced: UInt64? = nil, members: [String: UInt32]? = nil, end: End? = nil,
        isSuspended: Bool = false, isResumed: Bool = false
    ) {
        self.seq = seq
        self.digest = digest
        self.synced = synced
        self.members = members
        self.end = end
        self.isSuspended = isSuspended
        self.isResumed = isResumed
    }

    /// The kind of end at a check line.
    package enum End: String, Hashable, Sendable, CaseIterable {
        /// The journal was closed. The next writer continues after this line.
        case closed
        /// The segment is full, and the journal continues in the next one.
        case rotated
    }
}

/// The way in which a journal ended.
public enum JournalEnding: Hashable, Sendable {
    /// The journal was closed.
    case closed
    /// The journal was not closed: the program was killed, crashed, lost power, or could not continue to write.
    case unexpected
    /// The journal has not ended: a writer is at work.
    case stillWritten
    /// The end is unknown: the recording was made from another one.
    case notKnown

    /// Returns the ending that the last line of a segment implies.
    ///
    /// - Parameter isWhole: Whether the segment is read as a separate recording, so that the next segment is not expected.
    init(_ header: JournalHeader?, _ last: JournalCheck.End?, isWhole: Bool = false) {
        guard let header, header.segment != nil else {
            self = .notKnown
            return
        }
        self = last == .closed || last == .rotated && isWhole ? .closed : .unexpected
    }
}

/// A line of a recording.
package enum JournalLine: Hashable, Sendable {
    /// The first line of a segment, with the state before its entries.
    case header(JournalHeader)
    /// A step of the core, with its event if there is one.
    case entry(JournalEntry)
    /// A line between entries, with facts about its position.
    case check(JournalCheck)
}

/// The checks of a state's top-level members, which locate a difference of digests.
///
/// They are short, because the digest decides. If no member's check differs, the place is unknown.
enum MemberChecks {
    /// An object with more members is a table of rows.
    private static let most = 48

    /// Returns the check of each member of a canonical object, or nil for another value and for too many members. It costs less
    /// than the digest.
    static func of(_ bytes: [UInt8]) -> [String: UInt32]? {
        var scanner = LineScanner(bytes, in: 0..<bytes.count)
        guard scanner.skip("{"), !scanner.skip("}") else { return nil }
        var checks: [String: UInt32] = [:]
        repeat {
            guard checks.count < most, let name = try? scanner.string(), scanner.skip(":"),
                let value = try? scanner.value()
            else { return nil }
            checks[name] = CRC32C.checksum(value)
        } while scanner.skip(",")
        return scanner.skip("}") && scanner.isAtEnd ? checks : nil
    }

    /// Returns the sorted names of the members that differ.
    static func differing(_ recorded: [String: UInt32], _ replayed: [String: UInt32]) -> [String] {
        Set(recorded.keys).union(replayed.keys).filter { recorded[$0] != replayed[$0] }.sorted()
    }
}
