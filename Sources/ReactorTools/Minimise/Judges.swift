import Reactor
import ReactorRecording

extension Invariant where StateType: State & Codable {
    /// Finds the first entry after which the state breaks it.
    ///
    /// A recording whose first state breaks it already is none in which an event did.
    package func judge(_ catalog: EventCatalog<StateType>) -> RecordingJudge {
        { draft in try draft.first(catalog) { states in !holds(states.state) } }
    }
}

extension StatePredicate {
    /// Finds the first entry after which it is so.
    ///
    /// A recording in whose first state it is so already is none in which an event made it so.
    package func judge<StateType>(_ catalog: EventCatalog<StateType>) -> RecordingJudge {
        { draft in
            var fold = PredicateFold(self)
            return try draft.first(catalog, along: path.steps.members) { states in fold.holds(in: try states.encoded())
            }
        }
    }
}

/// Finds the first entry after which two replays of the recording differ: its `react(to:)` is not pure.
///
/// - Parameter attempts: how often it is looked: what depends on chance does not differ each time.
func impurityJudge<StateType>(_ catalog: EventCatalog<StateType>, attempts: Int = 3) -> RecordingJudge {
    { draft in
        for _ in 0..<attempts {
            try Task.checkCancellation()
            guard let verification = try? Verification(of: draft, every: 1, catalog: catalog) else { return nil }
            if case .impure(let seq, _)? = verification.finding { return seq }
        }
        return nil
    }
}

extension RecordingDraft {
    /// The first entry behind which something is so of the state; nil when that is never, before the first entry already,
    /// or the draft does not replay.
    fileprivate func first<StateType>(
        _ catalog: EventCatalog<StateType>, along way: [[String]?] = [],
        where isSo: (inout RecordedStates<StateType>) throws -> Bool
    ) throws -> UInt64? {
        try Task.checkCancellation()
        do {
            var states = try RecordedStates(of: self, catalog: catalog, along: way)
            guard try !isSo(&states) else { return nil }
            while let (entry, isSeen) = try states.next() {
                if isSeen, try isSo(&states) { return entry.seq }
            }
            return nil
        } catch is ReplayError {
            return nil
        }
    }
}
