extension Verification {
    /// The outcome of a verification.
    public enum Outcome: Hashable, Sendable {
        /// Two replays are equal, and equal to the recorded states.
        case same
        /// Two replays are equal, and the recording has no state that can be compared, for this reason.
        case nothingToCompare(reason: String)
        /// There is a difference.
        case differs(Finding)
        /// The recording is damaged: a line was changed, or a file is missing or was replaced.
        case damaged(JournalError)
        /// This program cannot read the recording: it does not exist, has a newer format, or contains events that the catalog
        /// does not list.
        case unreadable(ReplayError)

        init(_ error: ReplayError) {
            if let error = error.journal, error.kind == .damaged {
                self = .damaged(error)
            } else {
                self = .unreadable(error)
            }
        }
    }

    /// A difference that a verification found.
    public struct Finding: Hashable, Sendable {
        package let difference: Difference
    }

    /// The kind of a difference, and its place.
    package enum Difference: Hashable, Sendable {
        /// Two replays differ, for the first time after this entry.
        case impure(seq: UInt64, JSONDifference)
        /// The replays are equal, and the recorded state differs. The program reached another state somewhere after the first
        /// entry and up to the second one.
        case differs(after: UInt64, through: UInt64, Divergence)
        /// The state differs after its own encoding and decoding.
        case flawed(seq: UInt64, StateFlaw)
    }

    /// The details of a difference between a recorded and a replayed state.
    package enum Divergence: Hashable, Sendable {
        /// A member of the state that differs.
        package struct Member: Hashable, Sendable {
            let name: String
            /// The replayed value, or nil if the current state has no such member.
            let now: JSON?
        }

        /// The recording contains the state itself.
        case changes(JSONDifference)
        /// The recording contains checks of the state's members, and these members differ.
        case members([Member])
        /// The recording contains only a digest.
        case unknown
    }

    /// The reason why no recorded state was compared.
    package enum Incomparable: Hashable, Sendable {
        /// The recording contains no state and no digest.
        case withoutDigest
        /// Secrets were removed, or the content of an event was not recorded, so the states are not the visible ones.
        case inexact
        /// The state had another version when it was recorded.
        case version(recorded: Int, known: Int)
        /// The encoding of the base state has changed in the same version.
        case shape(JSONDifference)
    }
}

extension Verification.Finding {
    /// The first entry after which the states differ, as far as it is known.
    public var seq: UInt64 {
        switch difference {
        case .impure(let seq, _), .flawed(let seq, _): seq
        case .differs(_, let through, _): through
        }
    }

    /// The first place in the state that differs, or nil if it is not known.
    public var path: JSONPath? {
        switch difference {
        case .impure(_, let difference), .differs(_, _, .changes(let difference)): difference.changes.first?.path
        case .differs(_, _, .members(let members)): members.first.map { JSONPath([.key($0.name)]) }
        case .differs(_, _, .unknown): nil
        case .flawed(_, let flaw): flaw.path
        }
    }

    /// The recorded value at this place, or the value in the first of two replays; nil if it is not known or did not exist.
    package var before: JSON? {
        switch difference {
        case .impure(_, let difference), .differs(_, _, .changes(let difference)): difference.changes.first?.before
        case .differs, .flawed: nil
        }
    }

    /// The current value at this place, or the value in the second of two replays; nil if it is not known or does not exist.
    package var now: JSON? {
        switch difference {
        case .impure(_, let difference), .differs(_, _, .changes(let difference)): difference.changes.first?.after
        case .differs(_, _, .members(let members)): members.first?.now
        case .differs, .flawed: nil
        }
    }
}

extension Verification.Finding: CustomStringConvertible {
    /// The difference, its probable cause, and a fix.
    public var description: String {
        switch difference {
        case .impure(let seq, let difference):
            "Two replays differ after entry \(seq): react(to:) is not a pure function. It reads a clock, a random number, a global "
                + "value, or a set in hash order. Put the values that it needs into the event, and sort a set before you iterate "
                + "over it.\n\(difference)"
        case .differs(let after, let through, let divergence):
            "The replay reaches another state than was recorded, between entry \(after) and entry \(through). Either react(to:) has "
                + "changed without a new version of the events or the state, or it is not a pure function, or it reads the type "
                + "of an error that .commandEnded(failures:) of the catalog does not list.\(divergence.text)"
        case .flawed(let seq, let flaw):
            "The state after entry \(seq) is not equal to itself after encoding and decoding.\n" + flaw.description
        }
    }
}

extension Verification.Incomparable: CustomStringConvertible {
    /// The reason why no state was compared, and a fix.
    package var description: String {
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
