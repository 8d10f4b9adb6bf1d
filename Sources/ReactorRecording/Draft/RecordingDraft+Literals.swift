import Reactor

extension RecordingDraft {
    /// Creates a recording of separate events after a state, both as JSON, for a written test.
    ///
    /// ```swift
    /// let draft = RecordingDraft(
    ///     from: #"{"kilograms":[]}"#,
    ///     [RecordedEvent("weight.logged", #"{"kilograms":80}"#), RecordedEvent("weights.reset", "{}")])
    /// ```
    ///
    /// - Parameters:
    ///   - state: The state before the first event.
    ///   - version: The version of the state.
    ///   - events: The events, with names and versions of the catalog that replays them.
    public init(from state: String, version: Int = 1, _ events: [RecordedEvent]) {
        let at = Timestamp(millisecondsSince1970: 0)
        let header = JournalHeader(
            id: "draft", app: "draft", at: at,
            schema: JournalSchema(state: version, events: Dictionary(events.map { ($0.name, $0.version) }) { $1 }),
            base: Array(state.utf8))
        let entries = events.enumerated().map { JournalEntry(seq: UInt64($0 + 1), at: at, event: $1) }
        self.init(header: header, entries: entries)
    }
}

extension RecordedEvent {
    /// Creates an event from a name and a payload as text.
    public init(_ name: String, version: Int = 1, _ payload: String) {
        self.init(name: name, version: version, payload: Array(payload.utf8))
    }
}
