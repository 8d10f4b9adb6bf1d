import Reactor

extension RecordingDraft {
    /// A recording of these events one by one, from a state on: both as JSON, as in a written test.
    ///
    /// ```swift
    /// let draft = RecordingDraft(
    ///     from: #"{"kilograms":[]}"#,
    ///     [RecordedEvent("weight.logged", #"{"kilograms":80}"#), RecordedEvent("weights.reset", "{}")])
    /// ```
    ///
    /// - Parameters:
    ///   - state: the state before the first event.
    ///   - version: the version of the state's form.
    ///   - events: the events under the names and versions of the catalog that they are replayed with.
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
    /// An event of this name with a payload as text.
    public init(_ name: String, version: Int = 1, _ payload: String) {
        self.init(name: name, version: version, payload: Array(payload.utf8))
    }
}
