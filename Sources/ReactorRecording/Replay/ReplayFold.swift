import Reactor

/// The ledger retains resolved entries until a state is read, which may take long.
private let stepsBetweenRefolds = 256

/// The part of a replay without the visible state, which is passed to its methods.
///
/// A replay accesses its boxed state once for all lines of a recording, instead of once for each line.
struct ReplayFold<StateType: State & Codable>: Sendable {
    let catalog: EventCatalog<StateType>
    private(set) var seq: UInt64
    private var counters: JournalCounters
    private(set) var isExact: Bool
    private(set) var ledger: OptimisticLedger<StateType>
    /// The number of steps since the ledger last released confirmed entries.
    private var stepsSinceRefold = 0
    /// Whether each step is applied when it is read, so that an error is assigned to the right line; and the number of entries
    /// that may be replayed again for it. The limit keeps the replay linear: later steps wait for the rest.
    private let appliesAtOnce: Bool
    private var foldsLeft = 64 * stepsBetweenRefolds
    /// The entries of an incomplete group.
    private var group: [JournalEntry] = []
    /// Whether events without content are skipped, and the skipped events.
    private let passesGaps: Bool
    private(set) var passed: [LostEvent]

    /// - Parameter passed: The events without content that were left out of the header's ledger; nil if there must be none.
    init(
        _ ledger: OptimisticLedger<StateType>, from header: JournalHeader, catalog: EventCatalog<StateType>,
        passed: [LostEvent]?, appliesAtOnce: Bool
    ) {
        self.ledger = ledger
        self.catalog = catalog
        seq = header.from
        counters = header.counters
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
            guard header.from == seq else { throw ReplayError.outOfSequence(found: header.from, expected: seq) }
            counters = header.counters
        case .check(let check):
            guard check.seq == seq else { throw ReplayError.outOfSequence(found: check.seq, expected: seq) }
            counters.count(check)
        }
    }

    private mutating func read(_ entry: JournalEntry, into visible: inout StateType) throws(ReplayError) {
        let expected = reached + 1
        guard entry.seq == expected else { throw ReplayError.outOfSequence(found: entry.seq, expected: expected) }
        // As in a core, because steps and groups cost more than most events.
        if group.isEmpty, entry.isPlain, let event = entry.event {
            let event = try catalog.schemas.decode(event, at: entry.seq)
            ledger.append(event, counters.number(of: entry), to: &visible)
            return finish(1, through: entry.seq, into: &visible)
        }
        guard entry.group?.isLast == false else {
            var entries = group + [entry]
            let lost = passesGaps ? entries.removeLost() : []
            try perform(try catalog.steps(of: entries, counters), through: entry.seq, on: &visible)
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
                throw ReplayError.refused("\(refusal)", seq: last)
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
