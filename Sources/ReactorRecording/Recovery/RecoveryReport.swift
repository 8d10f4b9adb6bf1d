/// The result of a recovery when a journal is opened.
public struct RecoveryReport: Hashable, Sendable {
    /// The incomplete end of a file after a crash, which was cut off and stored in another file.
    package struct TornTail: Hashable, Sendable {
        /// The place of the cut.
        package var damage: JournalDamage
        /// The number of bytes that were cut off.
        package var bytes: UInt64
        /// The file that contains these bytes.
        package var file: String
    }

    /// The file in which the journal continues, or nil for a new journal.
    package var file: String?
    /// The seq of the last entry.
    package var seq: UInt64 = 0
    /// The number of entries in the file.
    package var entries = 0
    /// The bytes that were cut off, or nil.
    package var torn: TornTail?
    /// The way in which the journal ended the last time.
    public var ending = JournalEnding.notKnown

    /// The details of an unexpected end.
    var unexpectedEnd: UnexpectedEnd?

    /// Whether the program did not close the journal the last time: it was killed, crashed, or could not continue to write.
    package var endedUnexpectedly: Bool { ending == .unexpected }
    /// Whether no bytes had to be cut off.
    package var isClean: Bool { torn == nil }
}

extension RecoveryReport: CustomStringConvertible {
    public var description: String {
        guard let file else { return "A new journal." }
        let found =
            "\(file) contains \(entries) entries, up to \(seq)." + (unexpectedEnd.map { " \($0)" } ?? "")
        guard let torn else { return found }
        return found
            + " Its end was incomplete after a crash, at line \(torn.damage.line), byte \(torn.damage.offset): "
            + "\(torn.damage.fault.sentence) The incomplete \(torn.bytes) bytes were moved to \(torn.file)."
    }
}
