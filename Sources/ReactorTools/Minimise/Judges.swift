import Reactor
import ReactorRecording

extension Invariant where StateType: State & Codable {
    /// Returns a judge that finds the first entry after which the state breaks the invariant.
    ///
    /// It finds nothing in a recording whose base state already breaks it, because no event caused that.
    package func judge(_ catalog: EventCatalog<StateType>) -> RecordingJudge {
        { draft in try draft.first(catalog) { states in !holds(states.state) } }
    }
}

extension StatePredicate {
    /// Returns a judge that finds the first entry after which the predicate holds.
    ///
    /// It finds nothing in a recording whose base state already fits, because no event caused that.
    package func judge<StateType>(_ catalog: EventCatalog<StateType>) -> RecordingJudge {
        { draft in
            var fold = PredicateFold(self)
            return try draft.first(catalog, along: path.steps.members) { states in fold.holds(in: try states.encoded())
            }
        }
    }
}

/// Returns a judge that finds the first entry after which two replays differ, because `react(to:)` is not pure.
///
/// - Parameter attempts: The number of attempts, because random differences do not occur each time.
func impurityJudge<StateType>(_ catalog: EventCatalog<StateType>, attempts: Int = 3) -> RecordingJudge {
    { draft in
        for _ in 0..<attempts {
            try Task.checkCancellation()
            guard let verification = try? Verification(of: draft, every: 1, catalog: catalog) else { return nil }
            if case .impure(let seq, _)? = verification.finding?.difference { return seq }
        }
        return nil
    }
}

extension RecordingDraft {
    /// Returns the first entry after which a condition holds; nil if there is none, if the condition holds before the first
    /// entry, or if the draft cannot be replayed.
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
