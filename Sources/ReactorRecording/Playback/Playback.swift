public import Reactor

/// A recording to move back and forth in.
///
/// ```swift
/// func state<App>(after seq: UInt64, in recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> App {
///     var playback = try Playback(of: recording, catalog: catalog)
///     try playback.move(to: seq)
///     return playback.state
/// }
/// ```
///
/// Making one folds the recording once. Moving costs at most as many entries as lie between two snapshots, stepping on
/// costs one. There are never more snapshots than asked for: a long recording has them farther apart, so that memory
/// does not grow with it.
public struct Playback<StateType: State & Codable, Source: RecordingSource>: Sendable {
    /// The recording.
    public let source: Source
    /// The last entry that can be shown.
    public let last: UInt64
    /// Why the recording cannot be shown beyond ``last``, nil when that is its end.
    public let obstacle: ReplayError?
    /// How many entries lie between two snapshots at most, but for those of one group.
    package private(set) var spacing: UInt64

    let snapshots: [Replay<StateType>]
    private var current: Replay<StateType>
    private var ahead = EntriesAhead()

    /// A playback that stands where the recording begins.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - spacing: how many entries lie between two snapshots, as long as there are not too many.
    ///   - limit: how many snapshots are kept at most, two or more.
    ///   - catalog: what the events are read with.
    ///   - progress: called with the entry that was reached, every `spacing` entries.
    /// - Throws: ``ReplayError`` when the recording cannot even be begun.
    public init(
        of source: Source, every spacing: UInt64 = 1_000, limit: Int = 64, catalog: EventCatalog<StateType>,
        progress: (UInt64) -> Void = { _ in }
    ) throws(ReplayError) {
        try self.init(of: source, every: spacing, limit: limit, catalog: catalog, progress: progress) {
            (_) throws(ReplayError) in
        }
    }

    /// - Parameter visit: sees each line when it was folded. What it throws is an obstacle as any.
    init(
        of source: Source, every spacing: UInt64 = 1_000, limit: Int = 64, catalog: EventCatalog<StateType>,
        progress: (UInt64) -> Void = { _ in }, visit: (JournalLine) throws(ReplayError) -> Void
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
                try visit(line)
                guard end.seq >= (snapshots.last?.seq ?? 0) + spacing else { continue }
                snapshots.append(end)
                progress(end.seq)
                guard snapshots.count > max(limit, 2) else { continue }
                snapshots = snapshots.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
                spacing *= 2
            }
            if end.isInGroup { throw ReplayError(.brokenGroup(seq: end.seq + 1)) }
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

    /// Where the recording begins: the last entry before it.
    public var first: UInt64 { snapshots[0].seq }

    /// The entry that is shown. Inside of a group there is nothing to show: it is the one before the group then.
    public var seq: UInt64 { current.seq }

    /// The state after the entry ``seq``.
    public var state: StateType {
        mutating get { current.state }
    }

    /// What is pending after the entry ``seq``.
    public var pending: [PredictionID] { current.pending }

    /// Shows an entry.
    ///
    /// - Throws: ``ReplayError`` of the kind `impossible`, and what reading the recording throws. It then stands where
    ///   it stood.
    public mutating func move(to seq: UInt64) throws(ReplayError) { current = try replay(through: seq) }

    /// Shows the next entry, or the whole group that comes next. False at the end.
    public mutating func forward() throws(ReplayError) -> Bool {
        guard current.seq < last else { return false }
        var next = current
        while next.seq == current.seq, let entry = try ahead.next(behind: next.reached, of: source) {
            try next.read(.entry(entry))
        }
        current = next
        return true
    }

    /// Shows the entry before, or what was before the group. False at the beginning.
    public mutating func back() throws(ReplayError) -> Bool {
        guard current.seq > first else { return false }
        try move(to: current.seq - 1)
        return true
    }

    /// A replay that stands at an entry.
    ///
    /// - Throws: ``ReplayError`` of the kind `impossible`, and what reading the recording throws.
    package func replay(through seq: UInt64) throws(ReplayError) -> Replay<StateType> {
        guard (first...last).contains(seq) else { throw ReplayError(.outOfRange(seq: seq, first: first, last: last)) }
        var nearest = snapshots[0]
        for snapshot in snapshots where snapshot.seq <= seq { nearest = snapshot }
        if current.seq <= seq, current.seq > nearest.seq { nearest = current }
        try nearest.advance(through: seq, of: source)
        return nearest
    }

    /// The difference between the states after two entries.
    ///
    /// - Throws: what reading the recording throws.
    public func difference(from earlier: UInt64, to later: UInt64) throws(ReplayError) -> JSONDifference {
        var (before, after) = (try replay(through: earlier), try replay(through: later))
        return JSONDifference(from: try before.json(), to: try after.json())
    }
}
