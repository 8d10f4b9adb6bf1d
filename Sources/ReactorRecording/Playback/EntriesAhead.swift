/// Entries that were read ahead of the one that is shown, so that stepping on does not begin to read at each step.
struct EntriesAhead: Sendable {
    private var entries: ArraySlice<JournalEntry> = []

    /// How many are read at once, and how many bytes they may carry before that is enough.
    private static let count = 256
    private static let bytes = 1 << 20

    /// The entry behind `seq`, nil at the end.
    mutating func next(behind seq: UInt64, of source: some RecordingSource) throws(ReplayError) -> JournalEntry? {
        if entries.first?.seq != seq + 1 { entries = try Self.read(behind: seq, of: source) }
        return entries.popFirst()
    }

    private static func read(
        behind seq: UInt64, of source: some RecordingSource
    ) throws(ReplayError) -> ArraySlice<JournalEntry> {
        var entries: ArraySlice<JournalEntry> = []
        var lines = try source.lines(after: seq)
        var size = 0
        do throws(ReplayError) {
            while entries.count < count, size < bytes, let line = try lines.next() {
                guard case .entry(let entry) = line else { continue }
                entries.append(entry)
                size += entry.event?.payload.count ?? 0
            }
        } catch {
            // What is whole before a damage is shown before anybody hears of it.
            if entries.isEmpty { throw error }
        }
        return entries
    }
}
