/// The error of a recording that cannot be replayed, or not completely.
///
/// Use ``kind`` to handle it. The description contains the entry, the problem and a fix.
public struct ReplayError: Error, Hashable, Sendable {
    /// The kind of an error, by its fix.
    public enum Kind: Hashable, Sendable {
        /// The lines cannot be read, because of the error ``ReplayError/journal``.
        case journal
        /// The catalog cannot read an event or a state. List the event, or add the missing upcaster.
        case catalog
        /// The state cannot be read, because secrets were removed from it. Its entries can be listed.
        case redacted
        /// Lines are missing, repeated, or do not fit the previous lines. Salvage the valid lines.
        case inconsistent
        /// The recording is valid, but the request cannot be met, because the recording does not reach the entry.
        case impossible
    }

    /// The kind of the error.
    public let kind: Kind
    /// The entry, the problem and a fix.
    public let description: String
    /// The error of the lines, or nil if they can be read.
    public private(set) var journal: JournalError?
    /// The error of the catalog and its entry, if there is one.
    private var catalog: CatalogError?
    private var seq: UInt64?

    private init(_ kind: Kind, _ description: String) { (self.kind, self.description) = (kind, description) }

    /// This error without the reason of a decoding error, which can contain a value.
    package func replacingReason(with text: String) -> ReplayError {
        guard let catalog, let seq else { return self }
        return .catalog(catalog.replacingReason(with: text), seq: seq)
    }
}

extension ReplayError: CustomStringConvertible {}

extension ReplayError {
    /// The catalog cannot read the content of an entry.
    package static func catalog(_ error: CatalogError, seq: UInt64) -> ReplayError {
        var whole = ReplayError(.catalog, "At entry \(seq): \(error)")
        (whole.catalog, whole.seq) = (error, seq)
        return whole
    }

    /// Returns the value, or throws the error of the catalog as the error of an entry.
    package static func atEntry<Value>(
        _ seq: UInt64, _ value: @autoclosure () throws(CatalogError) -> Value
    ) throws(ReplayError) -> Value {
        do { return try value() } catch { throw .catalog(error, seq: seq) }
    }

    /// The lines cannot be read, also in a custom ``RecordingSource``.
    package static func journal(_ error: JournalError) -> ReplayError {
        var whole = ReplayError(.journal, error.description)
        whole.journal = error
        return whole
    }

    /// The state cannot be read, because secrets were removed.
    static func redacted(seq: UInt64) -> ReplayError {
        ReplayError(
            .redacted,
            "At entry \(seq): the state was redacted and does not decode without its secrets. Show the entries instead, or redact "
                + "only strings.")
    }

    /// A line is missing, or repeated.
    static func outOfSequence(found: UInt64, expected: UInt64) -> ReplayError {
        ReplayError(
            .inconsistent,
            "Entry \(found) was found and entry \(expected) was expected. Lines are missing or repeated: check the journal, and "
                + "salvage the valid entries.")
    }

    /// An entry that must have an event has none.
    static func withoutEvent(seq: UInt64) -> ReplayError {
        ReplayError(
            .inconsistent, "Entry \(seq) has no event. Another program wrote it; record the session again.")
    }

    /// A step cannot be applied to the log, such as the resolution of a prediction that is not pending.
    static func refused(_ refusal: String, seq: UInt64) -> ReplayError {
        ReplayError(
            .inconsistent,
            "Entry \(seq) does not fit the entries before it: \(refusal) An entry between them is missing. Replay the recording "
                + "up to the previous entry.")
    }

    /// The recording ends inside a group.
    package static func brokenGroup(seq: UInt64) -> ReplayError {
        ReplayError(
            .inconsistent,
            "The recording ends inside the group that begins with entry \(seq). Replay it up to the previous entry.")
    }

    /// The requested entry is not in the recording.
    package static func outOfRange(seq: UInt64, first: UInt64, last: UInt64) -> ReplayError {
        ReplayError(.impossible, "The recording has no entry \(seq). Use an entry from \(first) to \(last).")
    }
}
