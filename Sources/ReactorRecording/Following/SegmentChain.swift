/// The order of the files in a journal: each contains its number, and continues the previous one.
enum SegmentChain {
    /// Throws if a file has the name of another one.
    static func check(_ header: JournalHeader, at path: String) throws {
        guard let written = header.segment, let number = JournalFolder.number(of: Path.name(of: path)),
            number != written
        else { return }
        throw JournalError.strayedSegment(file: path, name: JournalFolder.name(written))
    }

    /// Throws if a header does not continue another file.
    ///
    /// - Parameters:
    ///   - id: The id of the other file.
    ///   - end: The end of the other file, with its check.
    static func check(
        _ header: JournalHeader, at path: String, in folder: String, goesOnFrom end: (seq: UInt64, crc: UInt32),
        id: String
    ) throws {
        guard header.id == id, header.from == end.seq, header.after ?? end.crc == end.crc else {
            throw JournalError.missingSegment(folder: folder, file: path, from: header.from, expected: end.seq)
        }
    }
}

/// A check that the last segment contains everything up to the synced mark.
struct MarkWatch {
    private let mark: SyncMark?
    private let isAbout: Bool
    private var found: UInt64?

    /// - Parameter segment: The segment that is read.
    init(_ mark: SyncMark?, reading segment: Int?) {
        self.mark = mark
        isAbout = mark != nil && mark?.segment == segment
    }

    /// Checks the position of the reader after each line.
    mutating func look(_ position: SegmentReader.Position) {
        if isAbout, position.offset == mark?.bytes { found = position.seq }
    }

    /// Throws if this file is older, or a different one.
    func check(_ header: JournalHeader, _ position: SegmentReader.Position, folder: String, file: String) throws {
        guard let mark, isAbout ? found != mark.seq : header.from < mark.seq else { return }
        throw JournalError.olderSegment(folder: folder, file: file, found: position.seq, expected: mark.seq)
    }
}
