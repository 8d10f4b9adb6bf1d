import Reactor
import ReactorRecording
import ReactorTerminal

/// A question about one value of the states of a recording.
struct ValueQuestion {
    let path: StatePath
    /// The last entry that counts; nil for the end.
    let through: UInt64?
    /// Whether each change is told, and not the last one alone.
    let all: Bool
    let redactor: Redactor?

    /// How the value came to be as it is.
    ///
    /// - Complexity: the recording is replayed once, and once before for a path with a position, which is of the last state. Of
    ///   each state only the parts on the way to the value are encoded.
    /// - Throws: `ReplayError` when the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` when there is
    ///   no such value, and was none before.
    func answer<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> ValueAnswer {
        let first = recording.header.from
        if let through, through < first {
            throw ReplayError(.outOfRange(seq: through, first: first, last: try last(of: recording, catalog)))
        }
        var walk = try ValueWalk(try way(in: recording, catalog), of: recording, catalog)
        var origins = StepOrigins()
        var changes = ValueChanges(from: walk.now, origins.open, keepsAll: all)
        while walk.states.replay.seq < through ?? .max, let (step, index) = try walk.next(through: through) {
            progress.show("reading entry \(walk.states.replay.seq)")
            origins.pass(step)
            changes.take(step, walk.now, changedBy: index)
        }
        let reached = walk.states.replay.reached
        if let through, reached < through {
            throw ReplayError(.outOfRange(seq: through, first: first, last: reached))
        }
        if through == nil, let entry = walk.group.first { throw ReplayError(.brokenGroup(seq: entry.seq)) }
        if changes.now == nil, changes.count == 0 {
            var end = walk.states.replay
            if let reason = path.obstacle(in: try end.json(), along: walk.way, hiding: redactor) {
                throw ToolError.nowhere(path.text, reason)
            }
        }
        return ValueAnswer(
            way: walk.way, seq: walk.states.replay.seq, changes: changes, origins, written: path.text,
            redactor: redactor)
    }

    /// The way to the value: a position is of the last state that counts.
    private func way<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> [StatePath.Step] {
        guard path.namesPositions else { return path.steps }
        var end = try RecordedStates(of: recording, catalog: catalog, along: path.steps.members)
        while end.replay.reached < through ?? .max, try end.next() != nil {}
        return path.way(in: try end.encoded())
    }

    private func last<StateType>(
        of recording: some RecordingSource, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> UInt64 {
        var states = try RecordedStates(of: recording, catalog: catalog)
        while try states.next() != nil {}
        return states.replay.reached
    }
}
