import Reactor

/// A recording made of chosen entries of another, repaired so that it replays.
///
/// What the chosen entries refer to may not be among them: a prediction is rolled back that never began, an answer comes
/// at a mark that nobody took. Such entries are left out, a ``Reset`` names only those predictions that are open, the
/// entries are numbered anew, and what is left of a group is a whole group. Entries whose content was not recorded are
/// left out as well.
///
/// ```swift
/// func withoutTyping(_ recording: RecordingFile, to path: String) throws {
///     let draft = try RecordingDraft(of: recording) { $0.event?.name != "note.typed" }
///     try draft.write(to: path)
/// }
/// ```
///
/// It promises that it replays wherever the whole recording does, whichever entries were chosen. What it comes to is
/// another matter: the events that are left happen without those that are not.
public struct RecordingDraft: RecordingSource, Hashable {
    /// Where it begins: what the recording begins with, repaired in the same way.
    public let header: JournalHeader
    /// What was chosen, numbered from the header on.
    public let entries: [JournalEntry]

    /// A recording of these entries, in this order.
    ///
    /// - Parameters:
    ///   - header: where it begins. It becomes a recording by itself, not a segment of a longer one.
    ///   - entries: entries with the numbers that they had: these say which lines are of one group.
    package init(header: JournalHeader, entries: some Sequence<JournalEntry>) {
        self = Self.numbered(header: header, entries: entries).draft
    }

    /// The same, and the number that each of its entries had.
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

    /// A recording of chosen entries of another, from its first segment on.
    ///
    /// - Parameters:
    ///   - source: the recording.
    ///   - isChosen: whether an entry is taken; all are otherwise.
    /// - Throws: ``ReplayError`` when the recording cannot be read to its end.
    public init(
        of source: some RecordingSource, where isChosen: (JournalEntry) throws -> Bool = { _ in true }
    ) throws {
        var repair = DraftRepair(source.header)
        var lines = try source.lines(after: source.header.from)
        while let line = try lines.next() {
            if case .entry(let entry) = line, try isChosen(entry) { repair.take(entry) }
        }
        repair.endGroup()
        self.init(repair)
    }

    public func lines(after seq: UInt64) -> RecordingLines {
        var next = Int(min(max(seq, header.from) - header.from, UInt64(entries.count)))
        return RecordingLines { () throws(ReplayError) in
            guard next < entries.count else { return nil }
            defer { next += 1 }
            return .entry(entries[next])
        }
    }

    /// The file: a journal of one segment.
    public func bytes() -> [UInt8] {
        var writer = LineWriter()
        writer.write(header)
        for entry in entries { writer.write(entry) }
        return writer.bytes
    }

    /// Writes the file, in place of one that is there.
    ///
    /// - Throws: ``ReplayError`` with what the system refuses.
    public func write(to path: String) throws(ReplayError) {
        do {
            let file = try SystemFileSystem().opened(path, .replace)
            try file.writeAll(bytes(), at: 0)
            try file.synced(.disk)
        } catch {
            throw ReplayError(error, path: path)
        }
    }
}
