import Reactor

/// Nobody may ask for a state for long, and the ledger keeps what was resolved until then.
private let stepsBetweenRefolds = 256

/// Reads a recording into a state that it is lent: a replay without what is seen.
///
/// So a replay reaches into its boxed state once for all lines of a recording, and not at each of them.
struct ReplayFold<StateType: State & Codable>: Sendable {
    let catalog: EventCatalog<StateType>
    private(set) var seq: UInt64
    private(set) var isExact: Bool
    private(set) var ledger: OptimisticLedger<StateType>
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
    private(set) var passed: [LostEvent]

    /// - Parameter passed: the events without a content that the header's record leaves out; nil where there may be none.
    init(
        _ ledger: OptimisticLedger<StateType>, from header: JournalHeader, catalog: EventCatalog<StateType>,
        passed: [LostEvent]?, appliesAtOnce: Bool
    ) {
        self.ledger = ledger
        self.catalog = catalog
        seq = header.from
        isExact = !header.isRedacted
        passesGaps = passed != nil
        self.passed = passed ?? []
        self.appliesAtOnce = appliesAtOnce
    }

    var isInGroup: Bool { !group.isEmpty }
    var reached: UInt64 { group.last?.seq ?? seq }

    mutating func dropGroup() { group = [] }

    mutating func refold(into visible: inout StateType) { ledger.refold(into: &visible) }

    mutating func advance(
        through last: UInt64, of lines: RecordingLines, into visible: inout StateType
    ) throws(ReplayError) {
        var lines = lines
        while reached < last, let line = try lines.next() { try read(line, into: &visible) }
    }

    mutating func read(_ line: JournalLine, into visible: inout StateType) throws(ReplayError) {
        switch line {
        case .entry(let entry): try read(entry, into: &visible)
        case .header(let header):
            guard header.from == seq else { throw ReplayError(.outOfSequence(found: header.from, expected: seq)) }
        case .check(let check):
            guard check.seq == seq else { throw ReplayError(.outOfSequence(found: check.seq, expected: seq)) }
        }
    }

    private mutating func read(_ entry: JournalEntry, into visible: inout StateType) throws(ReplayError) {
        let expected = reached + 1
        guard entry.seq == expected else { throw ReplayError(.outOfSequence(found: entry.seq, expected: expected)) }
        // As in a core, nobody asks the ledger while nothing is open. Steps and groups cost more than most events.
        if group.isEmpty, entry.isPlain, let event = entry.event {
            let event = try catalog.schemas.decode(event, at: entry.seq)
            if ledger.isEmpty { visible.react(to: event) } else { ledger.append(event, to: &visible) }
            return finish(1, through: entry.seq, into: &visible)
        }
        guard entry.group?.isLast == false else {
            var entries = group + [entry]
            let lost = passesGaps ? entries.removeLost() : []
            try perform(try catalog.steps(of: entries), through: entry.seq, on: &visible)
            if !lost.isEmpty || entries.contains(where: { $0.event?.gap != nil }) { isExact = false }
            passed += lost
            group = []
            return
        }
        group.append(entry)
    }

    private mutating func perform(
        _ steps: [LogStep], through last: UInt64, on visible: inout StateType
    ) throws(ReplayError) {
        for step in steps {
            if case .refused(let refusal) = ledger.perform(step, on: &visible) {
                throw ReplayError(.refused("\(refusal)", seq: last))
            }
        }
        finish(steps.count, through: last, into: &visible)
    }

    private mutating func finish(_ steps: Int, through last: UInt64, into visible: inout StateType) {
        seq = last
        stepsSinceRefold += steps
        guard stepsSinceRefold >= stepsBetweenRefolds || appliesAtOnce && mayFold(for: steps) else { return }
        ledger.refold(into: &visible)
        stepsSinceRefold = 0
    }

    private mutating func mayFold(for steps: Int) -> Bool {
        foldsLeft += 16 * steps
        guard ledger.isStale, foldsLeft >= ledger.log.entries.count else { return false }
        foldsLeft -= ledger.log.entries.count
        return true
    }
}
