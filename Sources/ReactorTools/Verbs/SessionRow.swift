import Reactor
import ReactorRecording
import ReactorTerminal

/// The summary of one of several recordings, as `show` prints it.
struct SessionRow {
    /// The lines from the first damage on, which are not in the summary.
    private(set) var left: OmittedLines?

    private let path: String
    private var header: JournalHeader?
    private var schema: JournalSchema?
    private var last: Timestamp?
    private var entries = 0
    private var segments = 0
    private var digests = 0
    private var isRedacted = false
    private var isTorn = false
    private var ending = JournalEnding.notKnown

    /// Reads each verified line in order, without a replay.
    init(_ path: String, _ progress: ProgressLine) throws {
        self.path = path
        var reader = try RecordingReader(path: path) { read in
            progress.show("reading \(path): \(read.bytes * 100 / max(read.total, 1)) %")
        }
        do {
            while let line = try reader.next() {
                try Task.checkCancellation()
                count(line)
            }
            (isTorn, ending) = (reader.torn != nil, reader.ending)
        } catch let error as JournalError {
            guard let damage = error.damage else { throw error }
            left = OmittedLines(damage: damage, lines: try RecordingFolder.lines(of: path, from: damage))
        }
    }

    private mutating func count(_ line: JournalLine) {
        switch line {
        case .header(let header):
            segments += 1
            (schema, isRedacted) = (header.schema, isRedacted || header.isRedacted)
            if self.header == nil { (self.header, last) = (header, header.at) }
        case .entry(let entry):
            entries += 1
            last = entry.at
        case .check(let check): digests += check.digest == nil ? 0 : 1
        }
    }

    /// The JSON for a program, or nil if no header could be read.
    var json: JSON? {
        guard let header, let schema, let last else { return nil }
        // A text, because each version of an app would have another type of struct.
        let versions = schema.events.merging(["(state)": schema.state]) { event, _ in event }
        return [
            "path": .string(path), "session": .string(header.id), "app": .string(header.app),
            "first": .string(EntryText.text(of: header.at)), "last": .string(EntryText.text(of: last)),
            "entries": .number(JSON.Number(entries)), "segments": .number(JSON.Number(segments)),
            "schema": .string(JSON.sorted(versions.mapValues { .number(JSON.Number($0)) }).compact),
            "redacted": .bool(isRedacted), "torn": .bool(isTorn), "ended_cleanly": ending.isClean,
            "digests": .number(JSON.Number(digests)),
        ]
    }

    /// The line of text for a user, or nil if no header could be read.
    var line: String? {
        guard let header, let last else { return nil }
        let end: String? = ending.isClean == true ? "closed" : ending.isClean == false ? "not closed" : nil
        let notes = [end, isTorn ? "a crash tore the end" : nil, isRedacted ? "redacted" : nil].compactMap(\.self)
        return "\(path)  \(EntryText.text(of: header.at)) to \(EntryText.text(of: last))  "
            + "\(entries.counted("entry", "entries")) in \(segments.counted("segment"))"
            + (notes.isEmpty ? "" : "  \(notes.joined(separator: ", "))")
    }
}

/// An output of JSON lines, to the path of `-o` or to standard output.
///
/// A file appears as a whole at ``finish()``. The previous file stays until then.
final class RowOutput {
    private let file: WholeFile?
    private let output: Output
    private var bytes: [UInt8] = []

    init<StateType>(_ call: JournalCall<StateType>) throws {
        file = try call.target().map(WholeFile.init)
        output = call.console.output
    }

    /// Writes one line, which the closure appends.
    func write(_ line: (inout [UInt8]) -> Void) throws {
        line(&bytes)
        bytes.append(UInt8(ascii: "\n"))
        if bytes.count >= 1 << 16 { try empty() }
    }

    func finish() throws {
        try empty()
        if let file { try file.finish() }
    }

    private func empty() throws {
        defer { bytes.removeAll(keepingCapacity: true) }
        if let file { try file.write(bytes) } else { try output.write(bytes) }
    }
}
