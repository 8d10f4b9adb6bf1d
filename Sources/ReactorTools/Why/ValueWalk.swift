import Reactor
import ReactorRecording

/// A walk through the states of a recording that follows one value.
struct ValueWalk<StateType: State & Codable> {
    private(set) var states: RecordedStates<StateType>
    /// The current value, or nil if it does not exist.
    private(set) var now: LocatedValue?
    private var cursor: ValueCursor
    var way: [ValuePath.Step] { cursor.way }
    /// The entries of an incomplete group.
    private(set) var group: [JournalEntry] = []

    init(
        _ way: [ValuePath.Step], of recording: some RecordingSource, _ catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        cursor = ValueCursor(way)
        states = try RecordedStates(of: recording, catalog: catalog, along: way.members)
        now = Self.moment(try states.encoded(), &cursor, states.replay.seq)
    }

    private static func moment(
        _ state: EncodedValue, _ cursor: inout ValueCursor, _ seq: UInt64
    ) -> LocatedValue? {
        cursor.value(in: state).map { LocatedValue(value: $0, place: cursor.standing, seq: seq) }
    }

    /// Returns the next step: one entry, or the entries of a group; nil at the end. Its `index` is the position of the last entry
    /// that changed the value, or nil for an unchanged value.
    ///
    /// - Complexity: One look-up of the value for each step, and for each line of a group that changed it.
    mutating func next(through last: UInt64? = nil) throws(ReplayError) -> (entries: [JournalEntry], index: Int?)? {
        while states.replay.reached < last ?? .max, let (entry, isSeen) = try states.next() {
            if !isSeen, group.isEmpty { start = (states.replay.beforeGroup, cursor) }
            group.append(entry)
            guard isSeen else { continue }
            let (entries, before) = (group, now)
            group = []
            now = Self.moment(try states.encoded(), &cursor, states.replay.seq)
            if now.isSame(as: before) { return (entries, nil) }
            guard entries.count > 1, let start = self.start else { return (entries, 0) }
            return (entries, try index(of: entries, from: before, start))
        }
        return nil
    }

    private typealias Start = (replay: Replay<StateType>, cursor: ValueCursor)
    /// The beginning of the last group.
    private var start: Start?

    /// Returns the position of the last entry that changed the value. The first and the last state differ, so two consecutive
    /// ones do.
    private func index(
        of entries: [JournalEntry], from before: LocatedValue?, _ start: Start
    ) throws(ReplayError) -> Int {
        var (starts, values) = ([start], [before])
        for lines in entries.parts {
            var place = starts[starts.count - 1]
            values.append(try value(after: entries[lines], from: &place))
            starts.append(place)
        }
        for (part, lines) in entries.parts.enumerated().reversed() {
            var later = values[part + 1]
            for line in lines.dropFirst().reversed() {
                var place = starts[part]
                let value = try value(after: entries[lines.lowerBound..<line], from: &place)
                if !value.isSame(as: later) { return line }
                later = value
            }
            if !values[part].isSame(as: later) { return lines.lowerBound }
        }
        return 0
    }

    /// Returns the value after the lines of one step of the log, without the others of their group.
    private func value(
        after lines: ArraySlice<JournalEntry>, from place: inout Start
    ) throws(ReplayError) -> LocatedValue? {
        for (index, line) in lines.enumerated() {
            var line = line
            line.group = lines.count > 1 ? GroupPlace(index: index + 1, count: lines.count) : nil
            try place.replay.read(.entry(line))
        }
        return Self.moment(try states.encoded(&place.replay), &place.cursor, place.replay.seq)
    }
}

extension [JournalEntry] {
    /// The lines of a group, split into steps of the log.
    fileprivate var parts: [Range<Int>] {
        var parts: [Range<Int>] = []
        for (index, entry) in enumerated() {
            if let last = parts.last, entry.step.hasManyLines, self[last.lowerBound].step == entry.step {
                parts[parts.count - 1] = last.lowerBound..<index + 1
            } else {
                parts.append(index..<index + 1)
            }
        }
        return parts
    }
}

extension LocatedValue? {
    fileprivate func isSame(as other: Self) -> Bool {
        guard let moment = self, let other else { return self == nil && other == nil }
        return moment.value.isEqual(to: other.value)
    }
}
