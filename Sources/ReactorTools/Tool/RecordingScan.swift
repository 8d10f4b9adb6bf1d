import Reactor
import ReactorRecording
import ReactorTerminal

/// The summary of the lines of a recording.
struct RecordingScan: Equatable {
    private(set) var segments = 0
    private(set) var entries = 0
    private(set) var last: UInt64 = 0
    /// Whether secrets were removed, so that it cannot be replayed.
    private(set) var isRedacted = false
    /// The predictions that are open at its end.
    private(set) var open: Set<PredictionID> = []
    private(set) var lastFile = ""
    private(set) var torn: JournalDamage?
    private(set) var ending = JournalEnding.notKnown

    private let path: String

    /// Reads each line in order, without a replay.
    init(
        _ path: String, _ progress: ProgressLine, _ visit: (JournalLine) throws -> Void = { _ in }
    ) throws {
        self.path = path
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
            open = Set(header.pending.compactMap { $0.owner?.prediction })
        case .entry(let entry):
            entries += 1
            last = entry.seq
            open.follow(entry.step)
        case .check: break
        }
    }

    /// Returns the unexpected end, if the path is the folder of a journal that was not closed.
    func unexpectedEnd() throws -> UnexpectedEnd? {
        ending == .unexpected && lastFile != path ? try UnexpectedEnd(in: path) : nil
    }
}

extension Set<PredictionID> {
    /// Updates the open predictions after a step of the log.
    fileprivate mutating func follow(_ step: JournalStep) {
        if case .begin(let id) = step { insert(id) } else { subtract(step.ended) }
    }
}

extension PendingEntry.Owner {
    fileprivate var prediction: PredictionID? {
        guard case .prediction(let id) = self else { return nil }
        return id
    }
}

extension JournalEnding {
    /// True for a journal that was closed, false for one that was not; null if the end is unknown, or it has not ended.
    var isClean: JSON {
        switch self {
        case .closed: true
        case .unexpected: false
        case .stillWritten, .notKnown: .null
        }
    }
}
