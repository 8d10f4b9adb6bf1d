import ReactorRecording

extension RecordingSource {
    /// Hands out what stands behind an entry up to another: the lines that are no entries, and the entries, those of a group
    /// together.
    ///
    /// - Returns: the entries of a group of which the last one is not among them.
    @discardableResult
    func steps(
        behind first: UInt64, through last: UInt64, _ pass: (JournalLine) throws -> Void,
        _ take: ([JournalEntry]) throws -> Void
    ) throws -> [JournalEntry] {
        var (step, seq) = ([JournalEntry](), first)
        var lines = try lines(after: first)
        while seq < last, let line = try lines.next() {
            guard case .entry(let entry) = line else {
                try pass(line)
                continue
            }
            step.append(entry)
            seq = entry.seq
            if entry.group?.isLast == false { continue }
            try take(step)
            step.removeAll(keepingCapacity: true)
        }
        return step
    }
}
