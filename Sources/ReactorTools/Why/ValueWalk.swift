import Reactor
import ReactorRecording

/// Goes through the states of a recording, and looks at one value in each.
struct ValueWalk<StateType: State & Codable> {
    private var replay: Replay<StateType>
    /// What the value is now, nil where it is not there.
    private(set) var now: ValueChanges.Moment?
    private var followed: FollowedValue

    init(_ way: [ValuePath.Step], from replay: Replay<StateType>) throws {
        self.replay = replay
        followed = FollowedValue(way)
        try look()
    }

    /// Where the value stands now, or would stand.
    var place: [Redactor.Path.Step] { followed.standing }

    /// The last entry that was taken.
    var seq: UInt64 { replay.seq }

    /// A line that is no entry.
    mutating func pass(_ line: JournalLine) throws { try replay.read(line) }

    /// Goes on by a step: by one entry, or by those of a group. Says which of them made the value another last, by its place
    /// among them; nil where the value is what it was.
    ///
    /// - Complexity: a look at the value for each entry. Of an entry with several lines, as an answer of several events
    ///   has, where it made the value another: the square of their number.
    mutating func take(_ entries: [JournalEntry]) throws -> Int? {
        let before = now
        guard entries.count > 1 else {
            try read(entries[...])
            return try now.isSame(as: before) ? nil : 0
        }
        var parts: [(lines: Range<Int>, start: Self?, value: ValueChanges.Moment?)] = []
        for lines in entries.parts {
            let start = lines.count > 1 ? self : nil
            try read(entries[lines])
            parts.append((lines, start, now))
        }
        if try now.isSame(as: before) { return nil }
        // Between the first and the last, which differ, two that follow each other do.
        for index in parts.indices.reversed() {
            let (lines, start, value) = parts[index]
            let earlier = index > 0 ? parts[index - 1].value : before
            if let line = try start?.line(of: entries[lines], from: earlier, to: value) { return line }
            if start == nil, try !earlier.isSame(as: value) { return lines.lowerBound }
        }
        return 0
    }

    /// Which line of a step with several made the value another last: what only the lines before it would have made of it
    /// is another.
    private func line(
        of lines: ArraySlice<JournalEntry>, from earlier: ValueChanges.Moment?, to value: ValueChanges.Moment?
    ) throws -> Int? {
        var later = value
        for line in lines.indices.dropFirst().reversed() {
            var shorter = self
            try shorter.read(lines[..<line])
            if try !shorter.now.isSame(as: later) { return line }
            later = shorter.now
        }
        return try earlier.isSame(as: later) ? nil : lines.startIndex
    }

    /// Goes on by the lines of one step of the log, without what else is in their group.
    private mutating func read(_ lines: ArraySlice<JournalEntry>) throws {
        for (index, line) in lines.enumerated() {
            var line = line
            line.group = lines.count > 1 ? GroupPlace(index: index + 1, count: lines.count) : nil
            try replay.read(.entry(line))
        }
        try look()
    }

    private mutating func look() throws {
        do {
            now = try followed.part(in: replay.state).map {
                ValueChanges.Moment(part: $0, place: followed.standing, seq: replay.seq)
            }
        } catch {
            // What does not encode in a part does not in the whole, which is named there.
            _ = try replay.json()
            throw error
        }
    }
}

extension [JournalEntry] {
    /// The lines of a group, those together that are one step of the log.
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

extension ValueChanges.Moment? {
    fileprivate func isSame(as other: Self) throws -> Bool {
        guard let moment = self, let other else { return self == nil && other == nil }
        return try moment.part.isSame(as: other.part, below: moment.place.count)
    }
}
