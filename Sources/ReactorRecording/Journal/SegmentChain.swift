/// How the files of a journal belong together: each names its number, and goes on where the one before ended.
enum SegmentChain {
    /// Throws when a file stands under the name of another.
    static func check(_ header: JournalHeader, at path: String) throws {
        guard let written = header.segment, let number = JournalFolder.number(of: Path.name(of: path)),
            number != written
        else { return }
        throw JournalError(.strayedSegment(file: path, name: JournalFolder.name(written)))
    }

    /// Throws when a header does not go on where another file ends.
    ///
    /// - Parameters:
    ///   - id: the id of that file.
    ///   - end: where it ends, its check included.
    static func check(
        _ header: JournalHeader, at path: String, in folder: String, goesOnFrom end: (seq: UInt64, crc: UInt32),
        id: String
    ) throws {
        guard header.id == id, header.from == end.seq, header.after ?? end.crc == end.crc else {
            throw JournalError(.missingSegment(folder: folder, file: path, from: header.from, expected: end.seq))
        }
    }
}

/// Watches, while the last segment is read, whether it holds what the mark beside it says that the disk had.
struct MarkWatch {
    private let mark: SyncMark?
    private let isAbout: Bool
    private var found: UInt64?

    /// - Parameter segment: the segment that is read.
    init(_ mark: SyncMark?, reading segment: Int?) {
        self.mark = mark
        isAbout = mark != nil && mark?.segment == segment
    }

    /// Called at each line with where the reader stands.
    mutating func look(_ position: SegmentReader.Position) {
        if isAbout, position.offset == mark?.bytes { found = position.seq }
    }

    /// Throws when this is an older file, or another one.
    func check(_ header: JournalHeader, _ position: SegmentReader.Position, folder: String, file: String) throws {
        guard let mark, isAbout ? found != mark.seq : header.from < mark.seq else { return }
        throw JournalError(.olderSegment(folder: folder, file: file, found: position.seq, expected: mark.seq))
    }
}
