import Reactor

/// The entries of a recording one after the other, with the state that was seen after each of them.
///
/// The state is encoded when it is asked for, and only the parts that are not as they were when it was encoded before.
package struct RecordedStates<StateType: State & Codable> {
    /// The replay that has reached the last entry.
    package private(set) var replay: Replay<StateType>
    private let encoding: StateEncoding
    private var lines: RecordingLines

    /// The states of a recording from its beginning, or from the entry `seq` on.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - seq: the last entry that is passed over; nil passes over none.
    ///   - catalog: reads the events.
    ///   - way: the only members to encode, level by level; nil stands for all of a level.
    /// - Throws: ``ReplayError`` when the first state cannot be read.
    package init(
        of source: some RecordingSource, after seq: UInt64? = nil, catalog: EventCatalog<StateType>,
        along way: [[String]?] = []
    ) throws(ReplayError) {
        replay = try Replay(of: source, through: seq ?? source.header.from, catalog: catalog)
        encoding = StateEncoding(along: way)
        lines = try source.lines(after: replay.reached)
    }

    /// The state that was seen after the last entry.
    package var state: StateType { mutating get { replay.state } }

    /// The encoding of ``state``.
    package mutating func encoded() throws(ReplayError) -> EncodedValue { try encoded(&replay) }

    /// The encoding of the state of a replay that was made from this one.
    package func encoded(_ replay: inout Replay<StateType>) throws(ReplayError) -> EncodedValue {
        do {
            return try replay.catalog.encode(state: replay.state, encoding)
        } catch {
            throw ReplayError(.catalog(error, seq: replay.seq))
        }
    }

    /// The next entry, nil at the end, and whether its state is seen: the state inside a group is that of before it.
    ///
    /// - Throws: ``ReplayError`` when the entry cannot be read or replayed. The states before it stay valid.
    package mutating func next() throws(ReplayError) -> (entry: JournalEntry, isSeen: Bool)? {
        while let line = try lines.next() {
            if let entry = try read(line) { return (entry, !replay.isInGroup) }
        }
        return nil
    }

    /// The entry of a line that follows, nil for a line without one. A line that was read before is passed over.
    ///
    /// - Throws: ``ReplayError`` when the line does not follow, or cannot be replayed.
    package mutating func read(_ line: JournalLine) throws(ReplayError) -> JournalEntry? {
        guard line.isBehind(replay.reached) else { return nil }
        try replay.read(line)
        guard case .entry(let entry) = line else { return nil }
        return entry
    }
}
