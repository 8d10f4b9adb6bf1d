public import Reactor

/// A cursor that moves through the states of a recording in both directions.
///
/// ```swift
/// func state<App>(after seq: UInt64, in recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> App {
///     var playback = try Playback(of: recording, catalog: catalog)
///     try playback.move(to: seq)
///     return playback.state
/// }
/// ```
///
/// Creating a playback replays the recording once. A move replays at most the entries between two snapshots, and a step forward
/// replays one. The number of snapshots is limited: a long recording has them farther apart, so memory does not grow with its
/// length.
public struct Playback<StateType: State & Codable>: Sendable {
    private let source: any RecordingSource
    /// The last entry that can be shown.
    public let last: UInt64
    /// The reason why entries after ``last`` cannot be shown, or nil if ``last`` is the end of the recording.
    public let obstacle: ReplayError?
    /// The largest number of entries between two snapshots, apart from the entries of a group.
    package private(set) var spacing: UInt64

    let snapshots: [Replay<StateType>]
    private var current: Replay<StateType>
    private var ahead = EntriesAhead()

    /// Creates a playback at the beginning of a recording.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - spacing: The number of entries between two snapshots, until the limit is reached.
    ///   - limit: The largest number of snapshots, at least two.
    ///   - catalog: The catalog that decodes the events.
    ///   - progress: A closure that receives the current entry, every `spacing` entries.
    /// - Throws: ``ReplayError`` if the beginning of the recording cannot be read.
    public init(
        of source: some RecordingSource, every spacing: UInt64 = 1_000, limit: Int = 64,
        catalog: EventCatalog<StateType>, progress: (UInt64) -> Void = { _ in }
    ) throws(ReplayError) {
        let begin = try Replay(source.header, catalog: catalog)
        var end = begin
        var snapshots = [begin]
        var spacing = max(spacing, 1)
        var obstacle: ReplayError?
        do throws(ReplayError) {
            var lines = try source.lines(after: begin.seq)
            while let line = try lines.next() {
                try end.read(line)
                guard end.seq >= (snapshots.last?.seq ?? 0) + spacing else { continue }
                snapshots.append(end)
                progress(end.seq)
                guard snapshots.count > max(limit, 2) else { continue }
                snapshots = snapshots.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
                spacing *= 2
            }
            if end.isInGroup { throw ReplayError.brokenGroup(seq: end.seq + 1) }
        } catch {
            obstacle = error
        }
        self.source = source
        self.snapshots = snapshots
        self.spacing = spacing
        self.obstacle = obstacle
        last = end.seq
        current = begin
    }

    /// The beginning of the recording: the last entry before it.
    public var first: UInt64 { snapshots[0].seq }

    /// The current entry. A place inside a group has no state, so it is the last entry before the group.
    public var seq: UInt64 { current.seq }

    /// The state after the entry ``seq``.
    public var state: StateType {
        mutating get { current.state }
    }

    /// The pending predictions after the entry ``seq``.
    public var pending: [PredictionID] { current.pending }

    /// Moves to an entry.
    ///
    /// - Throws: ``ReplayError`` of the kind `impossible`, or an error of reading the recording. The position then stays
    ///   unchanged.
    public mutating func move(to seq: UInt64) throws(ReplayError) { current = try replay(through: seq) }

    /// Moves to the next entry, or past the next group. Returns false at the end.
    public mutating func forward() throws(ReplayError) -> Bool {
        guard current.seq < last else { return false }
        var next = current
        while next.seq == current.seq, let entry = try ahead.next(behind: next.reached, of: source) {
            try next.read(.entry(entry))
        }
        current = next
        return true
    }

    /// Moves to the previous entry, or before the previous group. Returns false at the beginning.
    public mutating func back() throws(ReplayError) -> Bool {
        guard current.seq > first else { return false }
        try move(to: current.seq - 1)
        return true
    }

    /// Returns a replay at an entry.
    ///
    /// - Throws: ``ReplayError`` of the kind `impossible`, or an error of reading the recording.
    package func replay(through seq: UInt64) throws(ReplayError) -> Replay<StateType> {
        guard (first...last).contains(seq) else { throw ReplayError.outOfRange(seq: seq, first: first, last: last) }
        var nearest = snapshots[0]
        for snapshot in snapshots where snapshot.seq <= seq { nearest = snapshot }
        if current.seq <= seq, current.seq > nearest.seq { nearest = current }
        try nearest.advance(through: seq, of: source)
        return nearest
    }

    /// Returns the difference between the states after two entries.
    ///
    /// - Throws: ``ReplayError`` of the kind `impossible`, or an error of reading the recording.
    public func difference(from earlier: UInt64, to later: UInt64) throws(ReplayError) -> JSONDifference {
        var (before, after) = (try replay(through: earlier), try replay(through: later))
        return JSONDifference(from: try before.json(), to: try after.json())
    }
}

/// A buffer of entries that were read ahead, so that forward steps do not open the file each time.
struct EntriesAhead: Sendable {
    private var entries: ArraySlice<JournalEntry> = []

    /// The limits of one read, in entries and in bytes.
    private static let count = 256
    private static let bytes = 1 << 20

    /// Returns the entry after `seq`, or nil at the end.
    mutating func next(behind seq: UInt64, of source: some RecordingSource) throws(ReplayError) -> JournalEntry? {
        if entries.first?.seq != seq + 1 { entries = try Self.read(behind: seq, of: source) }
        return entries.popFirst()
    }

    private static func read(
        behind seq: UInt64, of source: some RecordingSource
    ) throws(ReplayError) -> ArraySlice<JournalEntry> {
        var entries: ArraySlice<JournalEntry> = []
        var lines = try source.lines(after: seq)
        var size = 0
        do throws(ReplayError) {
            while entries.count < count, size < bytes, let line = try lines.next() {
                guard case .entry(let entry) = line else { continue }
                entries.append(entry)
                size += entry.event?.payload.count ?? 0
            }
        } catch {
            // Valid entries before a damaged place are returned before the error.
            if entries.isEmpty { throw error }
        }
        return entries
    }
}
