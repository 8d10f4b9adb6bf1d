/// The segment that is written to. It is locked, so that no second writer goes on from it, whatever becomes of the
/// folder's lock.
struct SegmentFile {
    let number: Int
    let file: any File
    private let held: HeldFile
    /// Lines that are not written yet.
    var lines: LineWriter
    /// The bytes that were handed to the system.
    private(set) var written: UInt64

    /// A file that ends at this position.
    init(number: Int, file: any File, held: HeldFile, position: SegmentReader.Position) {
        self.number = number
        self.file = file
        self.held = held
        lines = LineWriter(after: position.crc, places: position.places)
        written = position.offset
    }

    /// A segment that was let go of, and that nobody has written to since.
    struct Left {
        fileprivate let number: Int
        fileprivate let identity: FileIdentity
        fileprivate let crc: UInt32
        fileprivate let bytes: UInt64
        fileprivate let seq: UInt64
    }

    /// What is needed to go on in it, when it was let go of. Everything is written.
    func left(at seq: UInt64) throws -> Left {
        Left(number: number, identity: try file.identified(), crc: lines.crc, bytes: written, seq: seq)
    }

    /// Locks a segment again that was let go of.
    ///
    /// - Returns: nil when it is not the journal's last one any more, or somebody has written to it or still does.
    static func again(
        _ left: Left, in folder: JournalFolder, _ fileSystem: any FileSystem
    ) throws -> SegmentFile? {
        let path = folder.segment(left.number)
        guard try folder.segments(fileSystem).last == left.number else { return nil }
        let file = try fileSystem.opened(path, .update)
        // Whoever still holds it is named by who reads the journal again.
        guard let held = try HeldFile.hold(file), try fileSystem.identified(path) == left.identity,
            try file.sized() == left.bytes
        else { return nil }
        let position = SegmentReader.Position(line: 1, offset: left.bytes, crc: left.crc, seq: left.seq)
        return SegmentFile(number: left.number, file: file, held: held, position: position)
    }

    /// A new segment. It gets its name only when the disk has its header, so a segment always has one.
    ///
    /// - Throws: ``JournalError`` when something stands where it belongs.
    static func make(
        _ number: Int, _ header: JournalHeader, in folder: JournalFolder, _ fileSystem: any FileSystem
    ) throws -> SegmentFile {
        let path = folder.unfinished(number)
        let name = folder.segment(number)
        guard try fileSystem.identified(name) == nil else { throw JournalError(.occupied(file: name)) }
        let unfinished = try fileSystem.opened(path, .replace)
        guard let held = try HeldFile.hold(unfinished) else { throw try WriterLock.refusal(folder, unfinished) }
        var header = header
        header.segment = number
        var lines = LineWriter()
        lines.write(header)
        try unfinished.writeAll(lines.bytes, at: 0)
        try unfinished.synced(.platter)
        try fileSystem.renamed(path, to: name)
        try fileSystem.syncedFolder(folder.path)
        // Opened by its name, which is what errors are to say.
        let position = SegmentReader.Position(
            line: 1, offset: UInt64(lines.bytes.count), crc: lines.crc, seq: header.from)
        return SegmentFile(
            number: number, file: try fileSystem.opened(name, .update), held: held, position: position)
    }

    /// Hands the lines to the system.
    mutating func flush() throws {
        guard !lines.bytes.isEmpty else { return }
        try file.writeAll(lines.bytes, at: written)
        written += UInt64(lines.bytes.count)
        lines.bytes.removeAll(keepingCapacity: lines.bytes.count <= 1 << 20)
    }

    /// Throws when the file is not in its folder any more: what is written to it is lost.
    func confirm(in folder: JournalFolder, _ fileSystem: any FileSystem) throws {
        let path = folder.segment(number)
        guard try held.isAt(path, fileSystem) else { throw JournalError(.removed(path: path)) }
    }
}

/// Removes the segments that are not to be kept any more.
struct OldSegments {
    let folder: JournalFolder
    let fileSystem: any FileSystem

    private static let prefix = 4_096

    /// Removes all but the newest. A file that is not an older one of this journal stays where it is.
    func remove(keeping: Int, of id: String, upTo seq: UInt64) throws {
        for number in try folder.segments(fileSystem).dropLast(keeping) {
            let path = folder.segment(number)
            guard try belongs(path, to: id, upTo: seq) else { continue }
            // One after the other on the disk too: none may be missing between two.
            try fileSystem.removed(path)
            try fileSystem.syncedFolder(folder.path)
        }
    }

    private func belongs(_ path: String, to id: String, upTo seq: UInt64) throws -> Bool {
        let bytes = try fileSystem.opened(path, .read).readAll(Self.prefix, at: 0)
        var scanner = LineScanner(bytes, in: 0..<bytes.count)
        guard scanner.skip("{\"reactor\":"), scanner.integer() != nil, scanner.skip(",\"id\":"), scanner.string() == id,
            scanner.skip(",\"app\":"), scanner.string() != nil, scanner.skip(",\"from\":"), let from = scanner.number()
        else { return false }
        return from <= seq
    }
}
