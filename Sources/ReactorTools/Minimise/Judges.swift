import Reactor
import ReactorRecording

extension Invariant where StateType: State & Codable {
    /// Finds the first entry after which the state breaks it.
    ///
    /// A recording whose first state breaks it already is none in which an event did.
    package func judge(_ catalog: EventCatalog<StateType>) -> RecordingJudge {
        { draft in try draft.first(catalog) { replay in !holds(replay.state) } }
    }
}

extension StatePredicate {
    /// Finds the first entry after which it is so.
    ///
    /// A recording in whose first state it is so already is none in which an event made it so.
    package func judge<StateType>(_ catalog: EventCatalog<StateType>) -> RecordingJudge {
        { draft in
            var memory = EncodingMemory()
            return try draft.first(catalog) { replay in holds(in: try replay.json(&memory)) }
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
        _ catalog: EventCatalog<StateType>, where isSo: (inout Replay<StateType>) throws -> Bool
    ) throws -> UInt64? {
        try Task.checkCancellation()
        do {
            var replay = try Replay(header, catalog: catalog)
            guard try !isSo(&replay) else { return nil }
            for entry in entries {
                try replay.read(.entry(entry))
                if !replay.isInGroup, try isSo(&replay) { return replay.seq }
            }
            return nil
        } catch is ReplayError {
            return nil
        }
    }
}
