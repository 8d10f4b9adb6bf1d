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

    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }

    /// The kind of the error.
    public var kind: Kind {
        switch problem {
        case .journal: .journal
        case .catalog: .catalog
        case .redacted: .redacted
        case .outOfSequence, .withoutEvent, .refused, .brokenGroup: .inconsistent
        case .outOfRange: .impossible
        }
    }

    /// The error of the lines, or nil if they can be read.
    public var journal: JournalError? {
        if case .journal(let error) = problem { error } else { nil }
    }

    /// Returns the error for an entry that the catalog cannot read.
    package static func catalog(_ error: CatalogError, seq: UInt64) -> ReplayError {
        ReplayError(.catalog(error, seq: seq))
    }

    /// Returns the value, or throws the error of the catalog as the error of an entry.
    static func atEntry<Value>(
        _ seq: UInt64, _ value: @autoclosure () throws(CatalogError) -> Value
    ) throws(ReplayError) -> Value {
        do { return try value() } catch { throw ReplayError(.catalog(error, seq: seq)) }
    }

    /// Returns the error for lines that cannot be read, for a custom ``RecordingSource``.
    package static func journal(_ error: JournalError) -> ReplayError { ReplayError(.journal(error)) }
}

extension ReplayError {
    package enum Problem: Hashable, Sendable {
        /// The catalog cannot read the content of an entry.
        case catalog(CatalogError, seq: UInt64)
        /// The state cannot be read, because secrets were removed.
        case redacted(seq: UInt64)
        /// A line is missing, or repeated.
        case outOfSequence(found: UInt64, expected: UInt64)
        /// An entry that must have an event has none.
        case withoutEvent(seq: UInt64)
        /// A step cannot be applied to the log, such as the resolution of a prediction that is not pending.
        case refused(String, seq: UInt64)
        /// The recording ends inside a group.
        case brokenGroup(seq: UInt64)
        /// The requested entry is not in the recording.
        case outOfRange(seq: UInt64, first: UInt64, last: UInt64)
        /// The lines cannot be read.
        case journal(JournalError)
    }
}

extension ReplayError: CustomStringConvertible {
    public var description: String {
        switch problem {
        case .catalog(let error, let seq): "At entry \(seq): \(error)"
        case .redacted(let seq):
            "At entry \(seq): the state was redacted and does not decode without its secrets. Show the entries instead, or redact "
                + "only strings."
        case .outOfSequence(let found, let expected):
            "Entry \(found) was found and entry \(expected) was expected. Lines are missing or repeated: check the journal, and "
                + "salvage the valid entries."
        case .withoutEvent(let seq):
            "Entry \(seq) has no event. Another program wrote it; record the session again."
        case .refused(let refusal, let seq):
            "Entry \(seq) does not fit the entries before it: \(refusal) An entry between them is missing. Replay the recording "
                + "up to the previous entry."
        case .brokenGroup(let seq):
            "The recording ends inside the group that begins with entry \(seq). Replay it up to the previous entry."
        case .outOfRange(let seq, let first, let last):
            "The recording has no entry \(seq). Use an entry from \(first) to \(last)."
        case .journal(let error): error.description
        }
    }
}
