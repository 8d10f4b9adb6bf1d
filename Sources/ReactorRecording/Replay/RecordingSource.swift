/// Where the lines of a recording are read from, once or again.
public protocol RecordingSource: Sendable {
    /// Where the recording begins.
    var header: JournalHeader { get }

    /// The lines behind the entry `seq` in their order, without the header that it begins with. Checks made at `seq` may
    /// be among them.
    func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines
}

/// The lines of a recording, one after the other.
public struct RecordingLines {
    private let following: () throws(ReplayError) -> JournalLine?

    /// Lines that `following` returns until it returns nil.
    public init(_ following: @escaping () throws(ReplayError) -> JournalLine?) { self.following = following }

    /// The next line, nil at the end.
    public mutating func next() throws(ReplayError) -> JournalLine? { try following() }
}

/// A recording in memory.
package struct Recording: RecordingSource, Hashable {
    package let header: JournalHeader
    /// The lines behind the header.
    package let lines: [JournalLine]

    /// A recording of these lines.
    package init(header: JournalHeader, lines: [JournalLine]) {
        self.header = header
        self.lines = lines
    }

    /// A recording that is read whole from the disk.
    ///
    /// - Throws: ``ReplayError`` when there is none, or it is damaged.
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
