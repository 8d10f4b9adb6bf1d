import Reactor
import ReactorRecording
import ReactorTerminal

/// A query for the history of one value in the states of a recording.
struct ValueQuestion {
    let path: ValuePath
    /// The last entry to consider, or nil for the end.
    let through: UInt64?
    /// Whether to list all changes, and not only the last one.
    let all: Bool
    let redactor: Redactor?

    /// Returns the history of the value.
    ///
    /// - Complexity: One replay of the recording, and another one before it for a path with a position, which refers to the last
    ///   state. Of each state, only the members on the path are encoded.
    /// - Throws: `ReplayError` if the recording cannot be replayed up to there, ``ToolError/nowhere(_:_:)`` if the value does not
    ///   exist and never existed.
    func answer<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>, _ progress: ProgressLine
    ) throws -> ValueAnswer {
        let first = recording.header.from
        if let through, through < first {
            throw ReplayError.outOfRange(seq: through, first: first, last: try last(of: recording, catalog))
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
            throw ReplayError.outOfRange(seq: through, first: first, last: reached)
        }
        if through == nil, let entry = walk.group.first { throw ReplayError.brokenGroup(seq: entry.seq) }
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

    /// Returns the path of the value. A position refers to the last state.
    private func way<StateType>(
        in recording: some RecordingSource, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) -> [ValuePath.Step] {
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
