/// A buffer of entries that were read ahead, so that forward steps do not open the file each time.
struct EntriesAhead: Sendable {
    private var entries: ArraySlice<JournalEntry> = []

    /// The limits of one read, in entries and in bytes.
    private static let count = 256
    private static let bytes = 1 << 20

    /// Returns the entry after `seq`, or nil at the end.
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
            // Valid entries before a damaged place are returned before the error.
            if entries.isEmpty { throw error }
        }
        return entries
    }
}
