/// The segment that is written to.
struct SegmentFile {
    let number: Int
    let file: any File
    /// Lines that are not written yet.
    var lines: LineWriter
    /// The bytes that were handed to the system.
    private(set) var written: UInt64

    /// A file that ends at this position.
    init(number: Int, file: any File, position: SegmentReader.Position) {
        self.number = number
        self.file = file
        lines = LineWriter(after: position.crc)
        written = position.offset
    }

    /// A new segment. It gets its name only when the disk has its header, so a segment always has one.
    static func make(
        _ number: Int, _ header: JournalHeader, in folder: JournalFolder, _ fileSystem: any FileSystem
    ) throws -> SegmentFile {
        let path = folder.unfinished(number)
        let unfinished = try fileSystem.opened(path, .replace)
        var lines = LineWriter()
        lines.write(header)
        try unfinished.writeAll(lines.bytes, at: 0)
        try unfinished.synced(.platter)
        try fileSystem.renamed(path, to: folder.segment(number))
        try fileSystem.syncedFolder(folder.path)
        // Opened by its name, which is what errors are to say.
        let position = SegmentReader.Position(
            line: 1, offset: UInt64(lines.bytes.count), crc: lines.crc, seq: header.from)
        return SegmentFile(
            number: number, file: try fileSystem.opened(folder.segment(number), .update), position: position)
    }

    /// Hands the lines to the system.
    mutating func flush() throws {
        guard !lines.bytes.isEmpty else { return }
        try file.writeAll(lines.bytes, at: written)
        written += UInt64(lines.bytes.count)
        lines.bytes.removeAll(keepingCapacity: lines.bytes.count <= 1 << 20)
    }
}
