import Reactor
import ReactorRecording

/// The entries of a recording, each with the visible state after it.
///
/// The state is encoded on request, and only its changed parts are encoded again.
package struct RecordedStates<StateType: State & Codable> {
    /// The replay at the last entry.
    package private(set) var replay: Replay<StateType>
    private let encoding: StateEncoding
    private var lines: RecordingLines

    /// Creates the states of a recording from its beginning, or after the entry `seq`.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - seq: The last entry to skip, or nil to skip none.
    ///   - catalog: The catalog that decodes the events.
    ///   - way: The members to encode at each level; nil encodes all members of a level.
    /// - Throws: ``ReplayError`` if the first state cannot be read.
    package init(
        of source: some RecordingSource, after seq: UInt64? = nil, catalog: EventCatalog<StateType>,
        along way: [[String]?] = []
    ) throws(ReplayError) {
        replay = try Replay(of: source, through: seq ?? source.header.from, catalog: catalog)
        encoding = StateEncoding(along: way)
        lines = try source.lines(after: replay.reached)
    }

    /// The visible state after the last entry.
    package var state: StateType { mutating get { replay.state } }

    /// Returns the encoding of ``state``.
    package mutating func encoded() throws(ReplayError) -> EncodedValue { try encoded(&replay) }

    /// Returns the encoding of the state in a copy of the replay.
    package func encoded(_ replay: inout Replay<StateType>) throws(ReplayError) -> EncodedValue {
        try ReplayError.atEntry(replay.seq, replay.catalog.encode(state: replay.state, encoding))
    }

    /// Returns the next entry, or nil at the end, and whether its state is visible. Inside a group the state is the one before
    /// the group.
    ///
    /// - Throws: ``ReplayError`` if the entry cannot be read or replayed. Earlier states stay valid.
    package mutating func next() throws(ReplayError) -> (entry: JournalEntry, isSeen: Bool)? {
        while let line = try lines.next() {
            if let entry = try read(line) { return (entry, !replay.isInGroup) }
        }
        return nil
    }

    /// Returns the entry of the next line, or nil for a line without one. A line that was already read is skipped.
    ///
    /// - Throws: ``ReplayError`` if the line does not follow, or cannot be replayed.
    package mutating func read(_ line: JournalLine) throws(ReplayError) -> JournalEntry? {
        guard line.isBehind(replay.reached) else { return nil }
        try replay.read(line)
        guard case .entry(let entry) = line else { return nil }
        return entry
    }
}
