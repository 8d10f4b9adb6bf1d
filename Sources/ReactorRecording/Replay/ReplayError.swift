/// Why a recording cannot be replayed, or not further.
///
/// A program decides by its ``kind``. Its description says at which entry, what was wrong, and what to do.
public struct ReplayError: Error, Hashable, Sendable {
    /// What a program does about an error.
    public enum Kind: Hashable, Sendable {
        /// The lines cannot be read: ``ReplayError/journal`` says why.
        case journal
        /// An event or a state cannot be read with the catalog: list the event, or add the upcaster that is named.
        case catalog
        /// The state there cannot be read, because secrets were taken out of it. Its entries can be listed.
        case redacted
        /// Lines are missing, come twice or do not belong to what stands before them: salvage what is good.
        case inconsistent
        /// The recording is as it should be and what was asked of it cannot be done: it does not reach so far.
        case impossible
    }

    package let problem: Problem

    package init(_ problem: Problem) { self.problem = problem }

    /// What a program does about it.
    public var kind: Kind {
        switch problem {
        case .journal: .journal
        case .catalog: .catalog
        case .redacted: .redacted
        case .outOfSequence, .withoutEvent, .refused, .brokenGroup: .inconsistent
        case .outOfRange: .impossible
        }
    }

    /// Whether it is an entry of which the recording holds no more than that it was.
    var isLostEvent: Bool {
        guard case .catalog(let error, _) = problem, case .notRecorded(_, let gap) = error.problem else { return false }
        return gap != .redacted
    }

    /// Why the lines cannot be read, nil where they can.
    public var journal: JournalError? {
        if case .journal(let error) = problem { error } else { nil }
    }

    /// What stands at this entry cannot be read with the catalog.
    public static func catalog(_ error: CatalogError, seq: UInt64) -> ReplayError {
        ReplayError(.catalog(error, seq: seq))
    }

    /// The lines cannot be read, as a ``RecordingSource`` throws it.
    public static func journal(_ error: JournalError) -> ReplayError { ReplayError(.journal(error)) }
}

extension ReplayError {
    package enum Problem: Hashable, Sendable {
        /// What stands there cannot be read with the catalog.
        case catalog(CatalogError, seq: UInt64)
        /// The state there cannot be read, because of the secrets that were taken out of it.
        case redacted(seq: UInt64)
        /// A line stands where another belongs: one is missing, or came twice.
        case outOfSequence(found: UInt64, expected: UInt64)
        /// An entry that must have an event has none.
        case withoutEvent(seq: UInt64)
        /// The recording asks for what its log cannot do: a prediction is resolved that is not pending.
        case refused(String, seq: UInt64)
        /// The recording ends inside a group.
        case brokenGroup(seq: UInt64)
        /// A place was asked for that the recording does not reach.
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
