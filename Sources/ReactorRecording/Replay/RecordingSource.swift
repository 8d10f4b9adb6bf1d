/// A recording that can be replayed, and read repeatedly: a ``RecordingFile`` or a ``RecordingDraft``.
public protocol RecordingSource: Sendable {
    /// The content, which only the recordings of this package have.
    var _content: _RecordingContent { get }
}

/// The content of a recording, which only this package reads.
public struct _RecordingContent: Sendable {
    let header: JournalHeader
    let lines: @Sendable (_ seq: UInt64) throws(ReplayError) -> RecordingLines

    package init(
        _ header: JournalHeader,
        _ lines: @escaping @Sendable (_ seq: UInt64) throws(ReplayError) -> RecordingLines
    ) {
        self.header = header
        self.lines = lines
    }
}

extension RecordingSource {
    /// Passes each entry of the recording to a closure, in order.
    ///
    /// ```swift
    /// func count(_ name: String, in folder: String) throws -> Int {
    ///     var count = 0
    ///     try RecordingFile(path: folder).forEachEntry { if $0.event?.name == name { count += 1 } }
    ///     return count
    /// }
    /// ```
    ///
    /// It reads one entry after another, in as much memory as the longest one.
    ///
    /// - Throws: The errors of `body`; ``ReplayError`` if the recording cannot be read to its end.
    public func forEachEntry(_ body: (JournalEntry) throws -> Void) throws {
        var lines = try lines(after: header.from)
        while let line = try lines.next() {
            if case .entry(let entry) = line { try body(entry) }
        }
    }

    /// The header at the beginning of the recording.
    package var header: JournalHeader { _content.header }

    /// Returns the lines after the entry `seq` in order, without the first header. Checks at `seq` can be among them.
    package func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines { try _content.lines(seq) }
}

/// The lines of a recording, one after the other.
package struct RecordingLines {
    private let following: () throws(ReplayError) -> JournalLine?

    /// Creates lines from a closure that returns nil at the end.
    package init(_ following: @escaping () throws(ReplayError) -> JournalLine?) { self.following = following }

    /// Returns the next line, or nil at the end.
    package mutating func next() throws(ReplayError) -> JournalLine? { try following() }
}

package struct Recording: RecordingSource, Hashable {
    package let header: JournalHeader
    /// The lines after the header.
    package let lines: [JournalLine]

    package init(header: JournalHeader, lines: [JournalLine]) {
        self.header = header
        self.lines = lines
    }

    /// Reads a whole recording from disk.
    ///
    /// - Throws: ``ReplayError`` if there is none, or if it is damaged.
    package init(path: String) throws(ReplayError) {
        let file = try RecordingFile(path: path)
        var rest = try file.lines(after: file.header.from)
        var lines: [JournalLine] = []
        while let line = try rest.next() { lines.append(line) }
        self.init(header: file.header, lines: lines)
    }

    package var _content: _RecordingContent {
        _RecordingContent(header) { seq throws(ReplayError) in lines(after: seq) }
    }

    package func lines(after seq: UInt64) -> RecordingLines {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle].lastSeq < seq { low = middle + 1 } else { high = middle }
        }
        var next = lines[low...].firstIndex { $0.isBehind(seq) } ?? lines.endIndex
        return RecordingLines { () throws(ReplayError) in
            guard next < lines.endIndex else { return nil }
            defer { next += 1 }
            return lines[next]
        }
    }
}

extension JournalLine {
    /// The last entry up to this line.
    var lastSeq: UInt64 {
        switch self {
        case .header(let header): header.from
        case .entry(let entry): entry.seq
        case .check(let check): check.seq
        }
    }
}

extension Recording {
    /// Creates a recording from the bytes of a file, up to an incomplete end after a crash.
    ///
    /// - Parameter name: The name for errors.
    /// - Throws: ``ReplayError`` if it is damaged.
    package init(bytes: [UInt8], named name: String) throws(ReplayError) {
        do {
            var reader = SegmentReader(bytes)
            guard case .header(let header)? = try reader.next() else { throw JournalError.notJournal(path: name) }
            var lines: [JournalLine] = []
            do {
                while let line = try reader.next() { lines.append(line) }
            } catch let fault as SegmentReader.Fault {
                if try reader.wasSynced(nil) { throw fault }
            }
            self.init(header: header, lines: lines)
        } catch let fault as SegmentReader.Fault where fault.fault == .notHeader {
            throw .journal(.notJournal(path: name))
        } catch {
            throw ReplayError(error, path: name)
        }
    }
}

extension SegmentReader {
    fileprivate init(_ bytes: [UInt8]) {
        var next = 0
        self.init(
            LineSource { buffer in
                let count = min(buffer.count, bytes.count - next)
                bytes.withUnsafeBytes {
                    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[next..<next + count]))
                }
                next += count
                return count
            })
    }
}
