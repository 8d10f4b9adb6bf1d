public import Reactor
public import ReactorRecording

/// The entries of a recording one after the other as the inspector shows them, each with the state that was seen after it.
package struct RecordedSteps<StateType: State & Codable> {
    /// The facts that the recording contains about itself, and the entry after which these steps begin.
    package let facts: RecordingFacts
    /// The state that was seen where it begins.
    package let base: JSON

    private var states: RecordedStates<StateType>
    private var state: EncodedValue

    /// The steps of a recording from its beginning, or after the entry `seq`.
    ///
    /// - Throws: ``ReplayError`` when the state it begins with cannot be read.
    package init(
        of source: some RecordingSource, after seq: UInt64? = nil, catalog: EventCatalog<StateType>,
        versions: [String: String] = [:]
    ) throws(ReplayError) {
        states = try RecordedStates(of: source, after: seq, catalog: catalog)
        state = try states.encoded()
        base = state.json
        var facts = RecordingFacts(source.header, versions: versions)
        facts.from = states.replay.reached
        self.facts = facts
    }

    /// The next entry, nil at the end. The entries of a group have the state before it until the last.
    ///
    /// - Throws: ``ReplayError`` when the entry cannot be read or replayed. The steps before it stay valid.
    package mutating func next() throws(ReplayError) -> InspectedStep? {
        guard let (entry, isSeen) = try states.next() else { return nil }
        return try step(entry, isSeen: isSeen)
    }

    /// The step of a line that follows, nil for a line without one. A line that was read before is passed over.
    ///
    /// - Throws: ``ReplayError`` when the line does not follow, or cannot be replayed.
    package mutating func read(_ line: JournalLine) throws(ReplayError) -> InspectedStep? {
        guard let entry = try states.read(line) else { return nil }
        return try step(entry, isSeen: !states.replay.isInGroup)
    }

    private mutating func step(_ entry: JournalEntry, isSeen: Bool) throws(ReplayError) -> InspectedStep {
        if isSeen { state = try states.encoded() }
        let catalog = states.replay.catalog
        // A redactor names the members of today's types.
        var today = entry
        today.event = entry.event.map { catalog.today($0) }
        var step = InspectedStep(today, state: state)
        step.endsCommand = entry.event.map { catalog.schema(named: $0.name)?.type == CommandEnded.self } ?? false
        return step
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
