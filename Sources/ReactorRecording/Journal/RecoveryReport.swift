/// What was found when a journal was opened.
public struct RecoveryReport: Hashable, Sendable {
    /// The end of a file that a crash had torn. It was cut off and set aside.
    public struct TornTail: Hashable, Sendable {
        /// Where the file was cut.
        public var damage: JournalDamage
        /// How many bytes were cut off.
        package var bytes: UInt64
        /// The file that holds them now.
        package var file: String
    }

    /// The file that the journal goes on in, nil for a journal that is new.
    public var file: String?
    /// The seq of the last entry.
    package var seq: UInt64 = 0
    /// How many entries the file has.
    package var entries = 0
    /// What had to be cut off, nil when nothing had.
    public var torn: TornTail?
    /// How it ended the last time.
    public var ending = JournalEnding.notKnown

    /// What is known of that end, where it was unexpected.
    var unexpectedEnd: UnexpectedEnd?

    /// Whether the program did not close it the last time: it was killed, crashed, or could not write any more.
    package var endedUnexpectedly: Bool { ending == .unexpected }
    /// Whether everything was as the last writer left it.
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
