import ReactorRecording
import ReactorTerminal

/// What the lines of a recording are, as a whole.
struct RecordingScan: Equatable {
    private(set) var segments = 0
    private(set) var entries = 0
    private(set) var last: UInt64 = 0
    /// Whether secrets were taken out, so that it cannot be replayed.
    private(set) var isRedacted = false
    private(set) var lastFile = ""
    private(set) var torn: JournalDamage?
    private(set) var ending = JournalEnding.notKnown

    /// Reads each line, in order, and replays nothing.
    init(
        _ path: String, _ progress: ProgressLine, _ visit: (JournalLine) throws -> Void = { _ in }
    ) throws {
        var reader = try RecordingReader(path: path) { read in
            progress.show("reading \(path): \(read.bytes * 100 / max(read.total, 1)) %")
        }
        while let line = try reader.next() {
            try Task.checkCancellation()
            count(line)
            try visit(line)
        }
        (lastFile, torn, ending) = (reader.file, reader.torn, reader.ending)
    }

    private mutating func count(_ line: JournalLine) {
        switch line {
        case .header(let header):
            segments += 1
            last = header.from
            isRedacted = isRedacted || header.isRedacted
        case .entry(let entry):
            entries += 1
            last = entry.seq
        case .check: break
        }
    }
}
