import Reactor

/// A recording that contains chosen entries of another recording, repaired so that it can be replayed.
///
/// Entries that refer to missing entries are left out, such as the rollback of a prediction that was not chosen, or a response at
/// a missing mark. A ``Reset`` lists only open predictions, entries are renumbered, and the rest of a group becomes a complete
/// group. Entries without recorded content are left out, too.
///
/// ```swift
/// func withoutTyping(_ recording: RecordingFile, to path: String) throws {
///     let draft = try RecordingDraft(of: recording) { $0.event?.name != "note.typed" }
///     try draft.write(to: path)
/// }
/// ```
///
/// It can be replayed whenever the whole recording can, for any choice of entries. Its states can differ, because the events are
/// applied without those that were left out.
public struct RecordingDraft: RecordingSource, Hashable {
    /// The header, repaired in the same way.
    package let header: JournalHeader
    /// The chosen entries, numbered from the header on.
    public let entries: [JournalEntry]

    /// Creates a recording of entries, in this order.
    ///
    /// - Parameters:
    ///   - header: The header. The result is a separate recording, not a segment of a longer one.
    ///   - entries: The entries with their original seqs, which define their groups.
    package init(header: JournalHeader, entries: some Sequence<JournalEntry>) {
        self = Self.numbered(header: header, entries: entries).draft
    }

    /// Creates a draft, and returns it with the original numbers of its entries.
    package static func numbered(
        header: JournalHeader, entries: some Sequence<JournalEntry>
    ) -> (draft: RecordingDraft, numbers: [UInt64]) {
        var repair = DraftRepair(header)
        for entry in entries { repair.take(entry) }
        repair.endGroup()
        return (RecordingDraft(repair), repair.numbers)
    }

    private init(_ repair: DraftRepair) {
        header = repair.header
        entries = repair.entries
    }

    /// Creates a recording of chosen entries of another, from its first segment on.
    ///
    /// - Parameters:
    ///   - source: The recording.
    ///   - isChosen: Whether an entry is taken. By default all entries.
    /// - Throws: ``ReplayError`` if the recording cannot be read to its end.
    public init(
        of source: some RecordingSource, where isChosen: (JournalEntry) throws -> Bool = { _ in true }
    ) throws {
        var repair = DraftRepair(source.header)
        var lines = try source.lines(after: source.header.from)
        while let line = try lines.next() {
            guard case .entry(let entry) = line else {
                repair.pass(line)
                continue
            }
            if try isChosen(entry) { repair.take(entry) }
        }
        repair.endGroup()
        self.init(repair)
    }

    public var _content: _RecordingContent {
        _RecordingContent(header) { seq throws(ReplayError) in lines(after: seq) }
    }

    package func lines(after seq: UInt64) -> RecordingLines {
        var next = Int(min(max(seq, header.from) - header.from, UInt64(entries.count)))
        return RecordingLines { () throws(ReplayError) in
            guard next < entries.count else { return nil }
            defer { next += 1 }
            return .entry(entries[next])
        }
    }

    /// Returns the content of the file: a journal of one segment.
    public func bytes() -> [UInt8] {
        var writer = LineWriter()
        writer.write(header)
        for entry in entries { writer.write(entry) }
        return writer.bytes
    }

    /// Writes the file, and replaces an existing file.
    ///
    /// - Throws: ``ReplayError`` if the file cannot be written.
    public func write(to path: String) throws(ReplayError) {
        do {
            let file = try SystemFileSystem().open(path, .replace)
            try file.writeAll(bytes(), at: 0)
            try file.sync(.disk)
        } catch {
            throw ReplayError(error, path: path)
        }
    }
}

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
