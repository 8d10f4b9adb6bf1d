/// A source of lines for a recording, which can be read repeatedly.
public protocol RecordingSource: Sendable {
    /// The header at the beginning of the recording.
    var header: JournalHeader { get }

    /// Returns the lines after the entry `seq` in order, without the first header. Checks at `seq` can be among them.
    func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines
}

/// The lines of a recording, one after the other.
public struct RecordingLines {
    private let following: () throws(ReplayError) -> JournalLine?

    /// Creates lines from a closure that returns nil at the end.
    public init(_ following: @escaping () throws(ReplayError) -> JournalLine?) { self.following = following }

    /// Returns the next line, or nil at the end.
    public mutating func next() throws(ReplayError) -> JournalLine? { try following() }
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
