public import Reactor

/// A replay of a recording, line by line, with the states that the core showed.
///
/// It uses the same ledger as a core, so it has the same state after every entry, with predictions and rollbacks. It only runs
/// `react(to:)` and upcasters: no command, no reaction, no middleware.
///
/// ```swift
/// func last<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> App {
///     var replay = try Replay(of: recording, catalog: catalog)
///     return replay.state
/// }
/// ```
///
/// A replay is a value. Copy it to keep a position that you can return to.
public struct Replay<StateType: State & Codable>: Sendable {
    private var fold: ReplayFold<StateType>
    /// The visible state. Boxed, because a replay is passed between calls.
    private var visible: Boxed<StateType>

    package var catalog: EventCatalog<StateType> { fold.catalog }
    /// The last entry in the state. An entry inside a group is applied with the group's last one.
    public var seq: UInt64 { fold.seq }
    /// Whether the states are exactly the visible ones. False if a secret was removed from an entry.
    package var isExact: Bool { fold.isExact }
    var ledger: OptimisticLedger<StateType> { fold.ledger }
    /// The events without content that were skipped.
    var passed: [LostEvent] { fold.passed }

    /// Creates a replay at the beginning of a recording.
    ///
    /// - Throws: ``ReplayError`` if the state or its pending entries cannot be read.
    package init(_ header: JournalHeader, catalog: EventCatalog<StateType>) throws(ReplayError) {
        try self.init(header, catalog: catalog, passesGaps: false)
    }

    init(
        _ header: JournalHeader, catalog: EventCatalog<StateType>, passesGaps: Bool, appliesAtOnce: Bool = false
    ) throws(ReplayError) {
        var lost: [LostEvent] = []
        let record = try passesGaps ? catalog.record(header) { lost.append($0) } : catalog.record(header)
        visible = Boxed(wrappedValue: record.base)
        fold = ReplayFold(
            OptimisticLedger(record, visible: &visible.wrappedValue), from: header, catalog: catalog,
            passed: passesGaps ? lost : nil, appliesAtOnce: appliesAtOnce)
    }

    /// The visible state after the entry ``seq``.
    ///
    /// - Complexity: O(1), or the number of pending entries if one was rolled back since the last access.
    public var state: StateType {
        mutating get {
            fold.refold(into: &visible.wrappedValue)
            return visible.wrappedValue
        }
    }

    /// The pending predictions after the entry ``seq``, in the order of creation.
    public var pending: [PredictionID] { fold.ledger.log.pending.map(\.id) }

    /// Returns the canonical JSON of ``state``.
    ///
    /// - Throws: ``ReplayError`` if the state does not encode.
    public mutating func json() throws(ReplayError) -> JSON {
        try ReplayError.atEntry(seq, catalog.encode(state: state))
    }

    /// Applies a line. An entry of a group waits for the group's last entry. Checks and later headers do not change the visible
    /// state.
    ///
    /// After an error the replay is unchanged.
    ///
    /// - Throws: ``ReplayError`` if the line does not follow, or its event cannot be replayed.
    package mutating func read(_ line: JournalLine) throws(ReplayError) {
        try fold.read(line, into: &visible.wrappedValue)
    }

    /// Continues to an entry, or to the end.
    mutating func advance(through last: UInt64, of source: some RecordingSource) throws(ReplayError) {
        guard reached < last else { return }
        let lines = try source.lines(after: reached)
        try fold.advance(through: last, of: lines, into: &visible.wrappedValue)
    }

    /// Whether no line waits to be applied.
    var isApplied: Bool { !fold.ledger.isStale }

    /// Returns the content with which a core continues here.
    package mutating func record() -> LedgerRecord<StateType> {
        fold.refold(into: &visible.wrappedValue)
        return fold.ledger.record(visible: visible.wrappedValue)
    }

    /// The replay before the incomplete group.
    package var beforeGroup: Self {
        var before = self
        before.fold.dropGroup()
        return before
    }

    /// Whether a group is incomplete.
    package var isInGroup: Bool { fold.isInGroup }

    /// The last entry that was read: ``seq``, or an entry inside a group.
    package var reached: UInt64 { fold.reached }
}

extension Replay {
    /// Creates a replay of a recording up to an entry, or to its end.
    ///
    /// ```swift
    /// func digest<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> String {
    ///     var end = try Replay(of: recording, catalog: catalog)
    ///     return try end.json().digest
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - seq: The last entry to replay, or nil for all. Inside a group the replay stops before the group.
    ///   - catalog: The catalog that decodes the events.
    /// - Throws: ``ReplayError``, also if the recording ends before the entry or inside a group.
    public init(
        of source: some RecordingSource, through seq: UInt64? = nil, catalog: EventCatalog<StateType>
    ) throws(ReplayError) {
        try self.init(source.header, catalog: catalog)
        try advance(through: seq ?? .max, of: source)
        guard let seq else {
            if isInGroup { throw ReplayError.brokenGroup(seq: self.seq + 1) }
            return
        }
        guard seq >= source.header.from, reached >= seq else {
            throw ReplayError.outOfRange(seq: seq, first: source.header.from, last: reached)
        }
    }
}
