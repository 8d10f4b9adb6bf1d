public import Reactor
public import ReactorRecording

/// The entries of a recording one after the other, each with the state that was seen after it: what the inspector and
/// the exports are made from.
///
/// It replays: `react(to:)` and upcasters run, no command, no reaction, no middleware. Memory holds one state, and what
/// encoding it gave, so that only what changed is encoded again: a state is taken for a value, and what a class in it
/// changes in place is not seen.
package struct RecordedSteps<StateType: State & Codable> {
    /// What the recording says of itself, and behind which entry these steps begin.
    package let facts: RecordingFacts
    /// The state that was seen where it begins.
    package let base: JSON

    private let catalog: EventCatalog<StateType>
    private var replay: Replay<StateType>
    private var lines: RecordingLines
    private var state: JSON
    private var memory = EncodingMemory()

    /// The steps of a recording from its beginning, or behind the entry `seq`. What is before costs no more than its
    /// events do; each step costs in the size of what changed, and a look at the elements beside it.
    ///
    /// - Throws: ``ReplayError`` when the state it begins with cannot be read.
    package init(
        of source: some RecordingSource, after seq: UInt64? = nil, catalog: EventCatalog<StateType>,
        versions: [String: String] = [:]
    ) throws(ReplayError) {
        let header = source.header
        self.catalog = catalog
        replay = try Replay(of: source, through: seq ?? header.from, catalog: catalog)
        base = try replay.json(&memory)
        state = base
        lines = try source.lines(after: replay.reached)
        var facts = RecordingFacts(header, versions: versions)
        facts.from = replay.reached
        self.facts = facts
    }

    /// The next entry, nil at the end. The entries of a group show the state of before it until the last.
    ///
    /// - Throws: ``ReplayError`` when the entry cannot be read or replayed. What came before it stands.
    package mutating func next() throws(ReplayError) -> InspectedStep? {
        while let line = try lines.next() {
            if let step = try read(line) { return step }
        }
        return nil
    }

    /// The step of a line that follows, nil for one without. One that was read before is passed over.
    ///
    /// - Throws: ``ReplayError`` when the line does not follow, or cannot be replayed.
    package mutating func read(_ line: JournalLine) throws(ReplayError) -> InspectedStep? {
        guard line.isBehind(replay.reached) else { return nil }
        try replay.read(line)
        guard case .entry(let entry) = line else { return nil }
        if entry.group?.isLast != false { state = try replay.json(&memory) }
        var step = InspectedStep(today(entry), state: state)
        step.endsCommand = entry.event.map { catalog.schema(named: $0.name)?.type == CommandEnded.self } ?? false
        return step
    }

    /// The entry with its event in today's form: what a redactor names in today's types is named in it too.
    private func today(_ entry: JournalEntry) -> JournalEntry {
        var entry = entry
        entry.event = entry.event.map { replay.catalog.today($0) }
        return entry
    }
}

extension Inspection {
    /// The inspection of a whole recording.
    ///
    /// - Throws: ``ReplayError`` when an entry cannot be read or replayed.
    public init<StateType: State & Codable>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, redactor: Redactor? = nil,
        versions: [String: String] = [:]
    ) throws(ReplayError) {
        var steps = try RecordedSteps(of: source, catalog: catalog, versions: versions)
        self.init(of: steps.facts, base: steps.base, redactor: redactor)
        while let step = try steps.next() { append(step) }
        if let file = source as? RecordingFile { end(try file.ending(), try file.unexpectedEnd()) }
    }
}
