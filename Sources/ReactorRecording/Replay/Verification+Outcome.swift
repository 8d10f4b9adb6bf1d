extension Verification {
    /// What it comes to.
    public enum Outcome: Hashable, Sendable {
        /// Two replays agree with each other, and with what the recording says of the state.
        case same
        /// Two replays agree with each other, and nothing in the recording says what the state was.
        case nothingToCompare(Incomparable)
        /// Something does not agree.
        case differs(Finding)
        /// What is there is not what was written: a line was changed, or a file is missing or was exchanged.
        case damaged(JournalError)
        /// This program cannot read it: it is not there, of a newer format, or holds what the catalog does not know.
        case unreadable(ReplayError)

        init(_ error: ReplayError) {
            if let error = error.journal, error.kind == .damaged {
                self = .damaged(error)
            } else {
                self = .unreadable(error)
            }
        }
    }

    /// What does not agree.
    public enum Finding: Hashable, Sendable {
        /// Two replays give different states, after this entry for the first time.
        case impure(seq: UInt64, JSONDifference)
        /// Replays agree and the recording says otherwise: somewhere behind the one entry, up to the other, the program
        /// came to another state when it was recorded.
        case differs(after: UInt64, through: UInt64, Divergence)
        /// The state does not read back from its own encoding as what it was.
        case flawed(seq: UInt64, [StateFlaw])
    }

    /// What is known of a difference between what was recorded and what is replayed.
    public enum Divergence: Hashable, Sendable {
        /// A member of the state that differs.
        public struct Member: Hashable, Sendable {
            /// Its name.
            let name: String
            /// What it is replayed to, nil where the state has no such member today.
            let now: JSON?
        }

        /// The recording holds the state itself.
        case changes(JSONDifference)
        /// It holds checks of the state's members, and those of these differ.
        case members([Member])
        /// It holds a digest alone.
        case unknown
    }

    /// Why what a recording says of the state is not compared with it.
    public enum Incomparable: Hashable, Sendable {
        /// It says nothing of it.
        case withoutDigest
        /// Secrets were taken out, or the content of an event was not recorded: the states are not those that were seen.
        case inexact
        /// It was written when the state had another version.
        case version(recorded: Int, known: Int)
        /// The state that it begins with is encoded otherwise today, in the same version.
        case shape(JSONDifference)
    }
}

extension Verification.Finding {
    /// The entry behind which the states differ: the first one, as far as the recording shows it.
    public var seq: UInt64 {
        switch self {
        case .impure(let seq, _), .flawed(let seq, _): seq
        case .differs(_, let through, _): through
        }
    }

    /// The first place in the state that differs, nil where it is not known.
    public var path: JSONPath? {
        switch self {
        case .impure(_, let difference), .differs(_, _, .changes(let difference)): difference.changes.first?.path
        case .differs(_, _, .members(let members)): members.first.map { JSONPath([.key($0.name)]) }
        case .differs(_, _, .unknown): nil
        case .flawed(_, let flaws): flaws.first?.path
        }
    }

    /// What stood there when it was recorded, or in the first of two replays; nil where it is not known, or nothing did.
    package var before: JSON? {
        switch self {
        case .impure(_, let difference), .differs(_, _, .changes(let difference)): difference.changes.first?.before
        case .differs, .flawed: nil
        }
    }

    /// What stands there today, or in the second of two replays; nil where it is not known, or nothing does.
    package var now: JSON? {
        switch self {
        case .impure(_, let difference), .differs(_, _, .changes(let difference)): difference.changes.first?.after
        case .differs(_, _, .members(let members)): members.first?.now
        case .differs, .flawed: nil
        }
    }
}

extension Verification.Finding: CustomStringConvertible {
    /// The difference, its probable cause, and a fix.
    public var description: String {
        switch self {
        case .impure(let seq, let difference):
            "Two replays differ after entry \(seq): react(to:) is not a pure function. It reads a clock, a random number, a global "
                + "value, or a set in hash order. Put the values that it needs into the event, and sort a set before you iterate "
                + "over it.\n\(difference)"
        case .differs(let after, let through, let divergence):
            "The replay reaches another state than was recorded, between entry \(after) and entry \(through). Either react(to:) has "
                + "changed without a new version of the events or the state, or it is not a pure function, or it reads the type "
                + "of an error that .commandEnded(failures:) of the catalog does not list.\(divergence.text)"
        case .flawed(let seq, let flaws):
            "The state after entry \(seq) is not equal to itself after encoding and decoding.\n"
                + flaws.map(\.description).joined(separator: "\n")
        }
    }
}

extension Verification.Incomparable: CustomStringConvertible {
    /// The reason why no state was compared, and a fix.
    public var description: String {
        switch self {
        case .withoutDigest:
            "The recording contains no digest of the state. Record with checkEvery, and close the core and the journal."
        case .inexact:
            "The recording is redacted, or has an event that was not recorded whole, so its states differ from the original."
        case .version(let recorded, let known):
            "The digests of the recording belong to version \(recorded) of the state, and the current version is \(known)."
        case .shape(let difference):
            "The encoded form of the state has changed in the same version. Increase the version if the change was intended to be "
                + "a new form.\nFrom the recorded form to the current form:\n\(difference)\n"
        }
    }
}

extension Verification.Divergence {
    fileprivate var text: String {
        switch self {
        case .changes(let difference): "\nFrom the recorded to the replayed state:\n\(difference)"
        case .members(let members):
            "\nThe replayed values of the members that differ:\n"
                + members.map { "\(JSONPath([.key($0.name)])): \($0.now.map { $0.excerpt(80) } ?? "nothing")" }
                .joined(separator: "\n")
        case .unknown: ""
        }
    }
}
