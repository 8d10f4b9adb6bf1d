public import Reactor
public import ReactorRecording

/// The entries of a recording in the form of the inspector, each with the visible state after it.
package struct RecordedSteps<StateType: State & Codable> {
    /// The facts about the recording, and the entry after which these steps begin.
    package let facts: RecordingFacts
    /// The visible state at the beginning.
    package let base: JSON

    private var states: RecordedStates<StateType>
    private var state: EncodedValue

    /// Creates the steps of a recording from its beginning, or after the entry `seq`.
    ///
    /// - Throws: ``ReplayError`` if the base state cannot be read.
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

    /// Returns the next entry, or nil at the end. The entries of a group have the state before the group, except the last.
    ///
    /// - Throws: ``ReplayError`` if the entry cannot be read or replayed. Earlier steps stay valid.
    package mutating func next() throws(ReplayError) -> InspectedStep? {
        guard let (entry, isSeen) = try states.next() else { return nil }
        return try step(entry, isSeen: isSeen)
    }

    /// Returns the step of the next line, or nil for a line without one. A line that was already read is skipped.
    ///
    /// - Throws: ``ReplayError`` if the line does not follow, or cannot be replayed.
    package mutating func read(_ line: JournalLine) throws(ReplayError) -> InspectedStep? {
        guard let entry = try states.read(line) else { return nil }
        return try step(entry, isSeen: !states.replay.isInGroup)
    }

    private mutating func step(_ entry: JournalEntry, isSeen: Bool) throws(ReplayError) -> InspectedStep {
        if isSeen { state = try states.encoded() }
        let catalog = states.replay.catalog
        // A redactor refers to the current types.
        var today = entry
        today.event = entry.event.map { catalog.today($0) }
        var step = InspectedStep(today, state: state)
        step.endsCommand = entry.event.map { catalog.schema(named: $0.name)?.type == CommandEnded.self } ?? false
        return step
    }
}

extension Inspection {
    /// Creates an inspection of a whole recording.
    ///
    /// - Throws: ``ReplayError`` if an entry cannot be read or replayed.
    public init<StateType: State & Codable>(
        of source: some RecordingSource, catalog: EventCatalog<StateType>, redactor: Redactor? = nil,
        versions: [String: String] = [:]
    ) throws(ReplayError) {
        var steps = try RecordedSteps(of: source, catalog: catalog, versions: versions)
        let secrets = try redactor.map { redactor throws(ReplayError) in try source.secrets(redactor, catalog) } ?? []
        self.init(of: steps.facts, base: steps.base, redactor: redactor, knowing: secrets)
        while let step = try steps.next() { append(step) }
        if let file = source as? RecordingFile { end(try file.ending(), try file.unexpectedEnd()) }
    }
}
