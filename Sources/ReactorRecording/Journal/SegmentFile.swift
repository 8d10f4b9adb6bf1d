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
        let file = try fileSystem.opened(path, .replace)
        var segment = SegmentFile(number: number, file: file, position: SegmentReader.Position())
        segment.lines.write(header)
        try segment.flush()
        try file.synced(.platter)
        try fileSystem.renamed(path, to: folder.segment(number))
        try fileSystem.syncedFolder(folder.path)
        return segment
    }

    /// Hands the lines to the system.
    mutating func flush() throws {
        guard !lines.bytes.isEmpty else { return }
        try file.writeAll(lines.bytes, at: written)
        written += UInt64(lines.bytes.count)
        lines.bytes.removeAll(keepingCapacity: lines.bytes.count <= 1 << 20)
    }
}
