import ReactorRecording
import ReactorTerminal

/// A first read of a recording, which finds the end of its verified lines, and the resolution of each prediction.
struct TableSurvey {
    struct Resolution {
        /// The outcome: commit, replace, rollback or reset.
        let outcome: StaticString
        let milliseconds: Int64
    }

    private(set) var resolutions: [UInt64: Resolution] = [:]
    private(set) var left: OmittedLines?
    private(set) var torn: JournalDamage?
    private(set) var last: UInt64 = 0
    private(set) var ending = JournalEnding.notKnown
    private var open: [UInt64: Int64] = [:]

    init(_ path: String, _ progress: ProgressLine, _ visit: (JournalLine) -> Void = { _ in }) throws {
        var reader = try RecordingReader(path: path) { read in
            progress.show("reading \(path): \(read.bytes * 100 / max(read.total, 1)) %")
        }
        do {
            while let line = try reader.next() {
                try Task.checkCancellation()
                visit(line)
                if case .header(let header) = line { last = header.from }
                guard case .entry(let entry) = line else { continue }
                last = entry.seq
                follow(entry)
            }
            (torn, ending) = (reader.torn, reader.ending)
        } catch let error as JournalError {
            guard let damage = error.damage else { throw error }
            left = OmittedLines(damage: damage, lines: try RecordingFolder.lines(of: path, from: damage))
        }
    }

    private mutating func follow(_ entry: JournalEntry) {
        let now = entry.at.millisecondsSince1970
        switch entry.step {
        case .begin(let id): if open[id.rawValue] == nil { open[id.rawValue] = now }
        case .commit(let id): resolve(id.rawValue, "commit", now)
        case .replace(let id): resolve(id.rawValue, "replace", now)
        case .rollback(let id): resolve(id.rawValue, "rollback", now)
        case .event(let withdrawn): for id in withdrawn { resolve(id.rawValue, "reset", now) }
        case .append, .mark, .report, .place, .release: break
        }
    }

    private mutating func resolve(_ id: UInt64, _ outcome: StaticString, _ now: Int64) {
        guard let begun = open.removeValue(forKey: id) else { return }
        resolutions[id] = Resolution(outcome: outcome, milliseconds: now - begun)
    }

    /// Reads the recording again, up to the end of its verified lines.
    ///
    /// - Returns: The part that was left out.
    func forEachVerifiedLine(
        _ path: String, _ progress: ProgressLine, _ visit: (JournalLine) throws -> Void
    ) throws -> OmittedLines? {
        var reader = try RecordingReader(path: path)
        do {
            while let line = try reader.next() {
                try Task.checkCancellation()
                if case .entry(let entry) = line {
                    // A writer can add entries in the meantime.
                    guard entry.seq <= last else { return left }
                    progress.show("entry \(entry.seq) of \(last)")
                }
                try visit(line)
            }
        } catch let error as JournalError where error.damage != nil && error.damage == left?.damage {
            return left
        }
        return left
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
