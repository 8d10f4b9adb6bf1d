public import Reactor

/// Nobody may ask for a state for long, and the ledger keeps what was settled until then.
private let stepsBetweenRefolds = 256

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
    /// What the events are read with.
    package let catalog: EventCatalog<StateType>
    /// The last entry that the state holds. An entry inside a group is held with the group's last one.
    public private(set) var seq: UInt64
    /// False when something secret was taken out of what was read, so that the states are not those that were seen.
    public private(set) var isExact: Bool

    private(set) var ledger: OptimisticLedger<StateType>
    /// What is seen. Boxed, since a replay is handed on from call to call.
    private var visible: Boxed<StateType>
    /// How much was replayed since the ledger let go of what has become certain.
    private var stepsSinceRefold = 0
    /// Whether each step is applied when it is read, so that what goes wrong can be told from what was read before; and how
    /// many entries may be folded again for that. A recording is read in linear time: what is beyond waits for the rest.
    private let appliesAtOnce: Bool
    private var foldsLeft = 64 * stepsBetweenRefolds
    /// What was read of a group that is not whole.
    private var group: [JournalEntry] = []
    /// Whether events without a content are passed over, and those that were.
    private let passesGaps: Bool
    private(set) var passed: [LostEvent] = []

    /// A replay that stands where a recording begins.
    ///
    /// - Throws: ``ReplayError`` when the state or what was pending in it cannot be read.
    public init(_ header: JournalHeader, catalog: EventCatalog<StateType>) throws(ReplayError) {
        try self.init(header, catalog: catalog, passesGaps: false)
    }

    init(
        _ header: JournalHeader, catalog: EventCatalog<StateType>, passesGaps: Bool, appliesAtOnce: Bool = false
    ) throws(ReplayError) {
        self.passesGaps = passesGaps
        self.appliesAtOnce = appliesAtOnce
        var lost: [LostEvent] = []
        let record = try passesGaps ? catalog.record(header) { lost.append($0) } : catalog.record(header)
        passed = lost
        visible = Boxed(wrappedValue: record.base)
        ledger = OptimisticLedger(record, visible: &visible.wrappedValue)
        self.catalog = catalog
        seq = header.from
        isExact = !header.isRedacted
    }

    /// The state after the entry ``seq``, as it was seen.
    ///
    /// - Complexity: O(1), or the number of pending ones when one was rolled back since it was last asked for.
    public var state: StateType {
        mutating get {
            ledger.refold(into: &visible.wrappedValue)
            return visible.wrappedValue
        }
    }

    /// What is pending after the entry ``seq``, in the order of beginning.
    public var pending: [PredictionID] { ledger.pending.map(\.id) }

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

    /// The same, with what did not change since the last time taken from `memory`.
    package mutating func json(_ memory: inout EncodingMemory) throws(ReplayError) -> JSON {
        do {
            return try catalog.encode(state: state, &memory)
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
        switch line {
        case .entry(let entry): try read(entry)
        case .header(let header):
            guard header.from == seq else { throw ReplayError(.outOfSequence(found: header.from, expected: seq)) }
            if header.resetBoundsPlacement != ledger.log.resetBoundsPlacement { follow(header) }
        case .check(let check):
            guard check.seq == seq else { throw ReplayError(.outOfSequence(found: check.seq, expected: seq)) }
        }
    }

    /// Goes on by the rule of a newer format, in which the segment behind is written.
    private mutating func follow(_ header: JournalHeader) {
        var record = record()
        record.resetBoundsPlacement = header.resetBoundsPlacement
        ledger = OptimisticLedger(record, visible: &visible.wrappedValue)
    }

    private mutating func read(_ entry: JournalEntry) throws(ReplayError) {
        let expected = reached + 1
        guard entry.seq == expected else { throw ReplayError(.outOfSequence(found: entry.seq, expected: expected)) }
        // As in a core, nobody asks the ledger while nothing is open. Steps and groups cost more than most events.
        if group.isEmpty, entry.isPlain, let event = entry.event {
            let event = try catalog.schemas.decode(event, at: entry.seq)
            if ledger.isEmpty {
                visible.wrappedValue.react(to: event)
            } else {
                ledger.append(event, to: &visible.wrappedValue)
            }
            return finish(1, through: entry.seq)
        }
        guard entry.group?.isLast == false else {
            var entries = group + [entry]
            let lost = passesGaps ? entries.removeLost() : []
            try perform(try catalog.steps(of: entries), through: entry.seq)
            if !lost.isEmpty || entries.contains(where: { $0.event?.gap != nil }) { isExact = false }
            passed += lost
            group = []
            return
        }
        group.append(entry)
    }

    private mutating func perform(_ steps: [LogStep], through last: UInt64) throws(ReplayError) {
        for step in steps {
            if case .refused(let refusal) = ledger.perform(step, on: &visible.wrappedValue) {
                throw ReplayError(.refused("\(refusal)", seq: last))
            }
        }
        finish(steps.count, through: last)
    }

    private mutating func finish(_ steps: Int, through last: UInt64) {
        seq = last
        stepsSinceRefold += steps
        guard stepsSinceRefold >= stepsBetweenRefolds || appliesAtOnce && mayFold(for: steps) else { return }
        ledger.refold(into: &visible.wrappedValue)
        stepsSinceRefold = 0
    }

    private mutating func mayFold(for steps: Int) -> Bool {
        foldsLeft += 16 * steps
        guard ledger.isStale, foldsLeft >= ledger.log.entries.count else { return false }
        foldsLeft -= ledger.log.entries.count
        return true
    }

    /// Whether nothing of what was read waits to be applied.
    var isApplied: Bool { !ledger.isStale }

    /// What a core goes on with from here.
    package mutating func record() -> LedgerRecord<StateType> {
        ledger.refold(into: &visible.wrappedValue)
        return ledger.record(visible: visible.wrappedValue)
    }

    /// Whether a group was begun and its last entry not read.
    package var isInGroup: Bool { !group.isEmpty }

    /// The last entry that was read, the one ``seq`` names or one inside a group.
    package var reached: UInt64 { group.last?.seq ?? seq }
}
