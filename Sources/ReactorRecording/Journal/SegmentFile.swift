/// The segment that is being written. It is locked, so that a second writer cannot continue it even without the folder's lock.
struct SegmentFile {
    let number: Int
    let file: any File
    private let held: LockedFile
    /// The lines that are not written yet.
    var lines: LineWriter
    /// The number of bytes that were written to the system.
    private(set) var written: UInt64

    init(number: Int, file: any File, held: LockedFile, position: SegmentReader.Position) {
        self.number = number
        self.file = file
        self.held = held
        lines = LineWriter(after: position.crc, places: position.places)
        written = position.offset
    }

    /// A released segment that no writer has changed since then.
    struct Left {
        fileprivate let number: Int
        fileprivate let identity: FileIdentity
        fileprivate let crc: UInt32
        fileprivate let bytes: UInt64
        fileprivate let seq: UInt64
    }

    /// Returns the data that is needed to reopen a segment. Everything must be written.
    func left(at seq: UInt64) throws -> Left {
        Left(number: number, identity: try file.identity(), crc: lines.crc, bytes: written, seq: seq)
    }

    /// Locks a released segment again.
    ///
    /// - Returns: nil if it is no longer the last one of the journal, or another writer has written to it or has its lock.
    static func again(
        _ left: Left, in folder: JournalFolder, _ fileSystem: any FileSystem
    ) throws -> SegmentFile? {
        let path = folder.segment(left.number)
        guard try folder.segments(fileSystem).last == left.number else { return nil }
        let file = try fileSystem.open(path, .update)
        // The caller reads the journal again, and reports a remaining lock.
        guard let held = try LockedFile.hold(file), try fileSystem.identity(of: path) == left.identity,
            try file.size() == left.bytes
        else { return nil }
        let position = SegmentReader.Position(line: 1, offset: left.bytes, crc: left.crc, seq: left.seq)
        return SegmentFile(number: left.number, file: file, held: held, position: position)
    }

    /// Creates a segment. It is renamed to its final name when its header is on disk, so a segment always has a header.
    ///
    /// - Throws: ``JournalError`` if the name is taken.
    static func make(
        _ number: Int, _ header: JournalHeader, in folder: JournalFolder, _ fileSystem: any FileSystem
    ) throws -> SegmentFile {
        let path = folder.unfinished(number)
        let name = folder.segment(number)
        guard try fileSystem.identity(of: name) == nil else { throw JournalError.occupied(file: name) }
        let unfinished = try fileSystem.open(path, .replace)
        guard let held = try LockedFile.hold(unfinished) else { throw try WriterLock.refusal(folder, unfinished) }
        var header = header
        header.segment = number
        var lines = LineWriter()
        lines.write(header)
        try unfinished.writeAll(lines.bytes, at: 0)
        try unfinished.sync(.platter)
        try fileSystem.rename(path, to: name)
        try fileSystem.syncFolder(folder.path)
        // Opened by its final name, which errors contain.
        let position = SegmentReader.Position(
            line: 1, offset: UInt64(lines.bytes.count), crc: lines.crc, seq: header.from)
        return SegmentFile(
            number: number, file: try fileSystem.open(name, .update), held: held, position: position)
    }

    /// Writes the lines to the system.
    mutating func flush() throws {
        guard !lines.bytes.isEmpty else { return }
        try file.writeAll(lines.bytes, at: written)
        written += UInt64(lines.bytes.count)
        lines.bytes.removeAll(keepingCapacity: lines.bytes.count <= 1 << 20)
    }

    /// Throws if the file is no longer in its folder, so that written lines are lost.
    func confirm(in folder: JournalFolder, _ fileSystem: any FileSystem) throws {
        let path = folder.segment(number)
        guard try held.isAt(path, fileSystem) else { throw JournalError.removed(path: path) }
    }
}

/// The removal of old segments.
struct OldSegments {
    let folder: JournalFolder
    let fileSystem: any FileSystem

    private static let prefix = 4_096

    /// Removes all but the newest segments of this journal. Other files stay.
    func remove(keeping: Int, of id: String, upTo seq: UInt64) throws {
        for number in try folder.segments(fileSystem).dropLast(keeping) {
            let path = folder.segment(number)
            guard try belongs(path, to: id, upTo: seq) else { continue }
            // Remove and sync them one by one, so that no crash leaves a gap.
            try fileSystem.remove(path)
            try fileSystem.syncFolder(folder.path)
        }
    }

    private func belongs(_ path: String, to id: String, upTo seq: UInt64) throws -> Bool {
        let bytes = try fileSystem.open(path, .read).readAll(Self.prefix, at: 0)
        var scanner = LineScanner(bytes, in: 0..<bytes.count)
        guard (try? scanner.integer("{\"reactor\":")) != nil, (try? scanner.string(",\"id\":")) == id,
            (try? scanner.string(",\"app\":")) != nil, let from = try? scanner.number(",\"from\":")
        else { return false }
        return from <= seq
    }
}

package struct SegmentSize: Hashable, Sendable {
    package private(set) var entries = 0
    package private(set) var bytes: UInt64 = 0
    package private(set) var headerBytes: UInt64 = 0
    /// The size of the state in the header, without the pending entries.
    package private(set) var stateBytes: UInt64 = 0
    /// The number of entries since the last digest, or since the header, which contains the state itself.
    package private(set) var entriesSinceCheck = 0
    package private(set) var bytesAtCheck: UInt64 = 0

    package init() {}

    /// Counts a line that ends at this offset.
    package mutating func count(_ line: JournalLine, upTo offset: UInt64) {
        bytes = offset
        switch line {
        case .header(let header):
            headerBytes = offset
            stateBytes = UInt64(header.base.count)
            checked()
        case .entry:
            entries += 1
            entriesSinceCheck += 1
        case .check(let check): if check.digest != nil { checked() }
        }
    }

    private mutating func checked() {
        entriesSinceCheck = 0
        bytesAtCheck = bytes
    }
}
