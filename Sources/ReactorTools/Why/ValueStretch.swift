import Reactor
import ReactorRecording

/// The changes of a value in a stretch of a recording.
struct ValueStretch<StateType: State & Codable> {
    private var walk: ValueWalk<StateType>
    private(set) var changes: ValueChanges
    /// Where the value stood at the beginning.
    private let place: [Redactor.Path.Step]

    init(_ way: [ValuePath.Step], from start: StretchStart<StateType>, keepsAll: Bool) throws {
        walk = try ValueWalk(way, from: start.replay)
        changes = ValueChanges(from: walk.now, start.open, keepsAll: keepsAll)
        place = walk.place
    }

    /// Goes on up to an entry.
    mutating func look(through last: UInt64, of recording: some RecordingSource) throws {
        try recording.steps(behind: walk.seq, through: last) {
            try walk.pass($0)
        } _: { step in
            let index = try walk.take(step)
            changes.take(step, walk.now, changedBy: index)
        }
    }

    /// Whether the stretch behind this one began with what this one ends with.
    func meets(_ next: Self) -> Bool { next.place == walk.place }

    /// Goes on by the stretch behind this one. Where two rows have the id that is asked for, it may be about the other one, as
    /// it began without knowing which is meant: then this one is looked at again, from here.
    mutating func join(_ next: Self, _ recording: some RecordingSource) throws {
        guard meets(next) else { return try look(through: next.walk.seq, of: recording) }
        changes.append(next.changes)
        walk = next.walk
    }
}

/// Where a stretch begins.
struct StretchStart<StateType: State & Codable> {
    let replay: Replay<StateType>
    let open: OpenPredictions
}
