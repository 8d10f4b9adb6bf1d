public import Reactor

/// Folds a recording, line by line, into the states that a core showed.
///
/// It goes through the same ledger as the core did, so that it shows the same state after every entry, predictions and
/// their withdrawal included. It runs `react(to:)` and upcasters, nothing else: no command, no reaction, no middleware.
///
/// ```swift
/// func last<App>(of recording: RecordingFile, _ catalog: EventCatalog<App>) throws -> App {
///     var replay = try Replay(recording.header, catalog: catalog)
///     var lines = try recording.lines(after: recording.header.from)
///     while let line = try lines.next() { try replay.read(line) }
///     return replay.state
/// }
/// ```
///
/// A value: a copy is a point to come back to.
public struct Replay<StateType: State & Codable>: Sendable {
    private var fold: ReplayFold<StateType>
    /// What is seen. Boxed, since a replay is handed on from call to call.
    private var visible: Boxed<StateType>

    /// What the events are read with.
    package var catalog: EventCatalog<StateType> { fold.catalog }
    /// The last entry that the state holds. An entry inside a group is held with the group's last one.
    public var seq: UInt64 { fold.seq }
    /// False when something secret was taken out of what was read, so that the states are not those that were seen.
    public var isExact: Bool { fold.isExact }
    var ledger: OptimisticLedger<StateType> { fold.ledger }
    /// The events without a content that were passed over.
    var passed: [LostEvent] { fold.passed }

    /// A replay that stands where a recording begins.
    ///
    /// - Throws: ``ReplayError`` when the state or what was pending in it cannot be read.
    public init(_ header: JournalHeader, catalog: EventCatalog<StateType>) throws(ReplayError) {
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

    /// The state after the entry ``seq``, as it was seen.
    ///
    /// - Complexity: O(1), or the number of pending ones when one was rolled back since it was last asked for.
    public var state: StateType {
        mutating get {
            fold.refold(into: &visible.wrappedValue)
            return visible.wrappedValue
        }
    }

    /// What is pending after the entry ``seq``, in the order of beginning.
    public var pending: [PredictionID] { fold.ledger.log.pending.map(\.id) }

    /// The canonical JSON of ``state``.
    ///
    /// - Throws: ``ReplayError`` when the state does not encode.
    public mutating func json() throws(ReplayError) -> JSON {
        do {
            return try catalog.encode(state: state)
        } catch {
            throw ReplayError(.catalog(error, seq: seq))
        }
    }

    /// Goes on by a line. An entry of a group waits for the group's last one; checks, and headers of the segments that
    /// follow, change nothing that is seen.
    ///
    /// After an error the replay stands where it stood before.
    ///
    /// - Throws: ``ReplayError`` when the line does not follow, or its event cannot be replayed.
    public mutating func read(_ line: JournalLine) throws(ReplayError) {
        try fold.read(line, into: &visible.wrappedValue)
    }

    /// Goes on to an entry, or to the end.
    mutating func advance(through last: UInt64, of source: some RecordingSource) throws(ReplayError) {
        guard reached < last else { return }
        let lines = try source.lines(after: reached)
        try fold.advance(through: last, of: lines, into: &visible.wrappedValue)
    }

    /// Whether neither a prediction nor a read is open after the entry ``seq``.
    package var isQuiet: Bool { !fold.ledger.log.isOpen }

    /// Whether nothing of what was read waits to be applied.
    var isApplied: Bool { !fold.ledger.isStale }

    /// What a core goes on with from here.
    package mutating func record() -> LedgerRecord<StateType> {
        fold.refold(into: &visible.wrappedValue)
        return fold.ledger.record(visible: visible.wrappedValue)
    }

    /// The same before the group of which a part was read.
    package var beforeGroup: Self {
        var before = self
        before.fold.dropGroup()
        return before
    }

    /// Whether a group was begun and its last entry not read.
    package var isInGroup: Bool { fold.isInGroup }

    /// The last entry that was read, the one ``seq`` names or one inside a group.
    package var reached: UInt64 { fold.reached }
}
