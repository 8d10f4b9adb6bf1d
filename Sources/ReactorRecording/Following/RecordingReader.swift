/// A reader of a recording, which is a file or a folder of segments. It needs as much memory as the longest line, for any length
/// of the recording.
package struct RecordingReader {
    /// The progress of a reader.
    package struct Progress: Hashable, Sendable {
        /// The number of bytes that were read.
        package var bytes: UInt64
        /// The total number of bytes.
        package var total: UInt64
    }

    /// A place in a recording from which a reader can continue.
    struct FilePosition {
        var file: String
        /// The position after an entry, or after a complete group.
        var position: SegmentReader.Position
    }

    private let path: String
    private let fileSystem: any FileSystem
    private let held: SegmentSnapshot
    private let onProgress: ((Progress) -> Void)?
    private var files: ArraySlice<String>
    private let mark: SyncMark?
    private(set) var open: OpenSegment?
    private var before: UInt64 = 0
    private var reportedAt: UInt64 = 0
    private let total: UInt64
    private var last: (id: String, seq: UInt64)?
    /// The check at the end of the previous file, or nil if it was not read to its end.
    private var endCheck: UInt32?
    /// The check of the mark, or nil if the reading began after the marked position.
    private var watch: MarkWatch?
    private var lastHeader: JournalHeader?
    /// The start position in the first file.
    private var begin: SegmentReader.Position?

    /// The file of the last line.
    package private(set) var file = ""
    /// The incomplete end of the last file after a crash, if no writer has removed it yet. All lines before it are valid.
    package private(set) var torn: JournalDamage?
    /// The way in which the recording ended. It is known when ``next()`` has returned nil. If the last line does not define it,
    /// this property tries the writer's lock. Reading alone takes no lock.
    package var ending: JournalEnding {
        let folder = JournalFolder(Path.parent(of: file))
        guard lastLine == .unexpected, (try? WriterLock.isHeld(folder, fileSystem)) == true else { return lastLine }
        return .stillWritten
    }

    /// The ending according to the last line.
    private var lastLine = JournalEnding.notKnown
    private var end: JournalCheck.End?

    private static let reportEvery: UInt64 = 1 << 20

    /// Opens a recording.
    ///
    /// - Parameters:
    ///   - path: A folder of segments, or a file.
    ///   - onProgress: A closure that is called after each megabyte, and at the end.
    /// - Throws: ``JournalError`` if there is no recording.
    package init(path: String, onProgress: ((Progress) -> Void)? = nil) throws {
        try self.init(path: path, SystemFileSystem(), onProgress: onProgress)
    }

    /// - Parameter start: The first file to read, by default the first one.
    /// - Parameter held: A snapshot of the folder with open segments, or nil to open them now.
    package init(
        path: String, from start: String? = nil, _ fileSystem: any FileSystem, held: SegmentSnapshot? = nil,
        onProgress: ((Progress) -> Void)? = nil
    ) throws {
        self.path = path
        self.fileSystem = fileSystem
        self.onProgress = onProgress
        do {
            switch try fileSystem.kind(of: path) {
            case nil: throw JournalError.notJournal(path: path)
            case .file:
                files = [path]
                mark = nil
                self.held = held ?? SegmentSnapshot()
            case .folder:
                let folder = JournalFolder(path)
                // Before the segments, because a writer creates a segment before it updates the mark.
                let mark = try folder.newestMark(fileSystem)
                let segments = try held ?? SegmentSnapshot(of: folder, fileSystem)
                let last = try folder.segments(fileSystem).last
                if let mark, last ?? 0 < mark.segment {
                    throw JournalError.lostSegment(folder: path, file: JournalFolder.name(mark.segment))
                }
                if segments.numbers.isEmpty { throw JournalError.notJournal(path: path) }
                files = segments.numbers.map(folder.segment).drop { start != nil && $0 != start }
                if let start, files.isEmpty { throw JournalError.notJournal(path: start) }
                self.held = segments
                // The mark can belong to a segment that was created after the snapshot.
                let known = mark.flatMap { $0.segment > segments.numbers.last ?? 0 ? nil : $0 }
                self.mark = known?.about(segments.numbers.last)
                watch = MarkWatch(known, reading: segments.numbers.last)
            }
            let held = self.held
            total = onProgress == nil ? 0 : try files.reduce(0) { try $0 + held.opened($1, fileSystem).size() }
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// Creates a reader that continues from a place in a recording.
    init(path: String, from place: FilePosition, id: String, held: SegmentSnapshot) throws {
        try self.init(path: path, SystemFileSystem(), held: held)
        guard let index = files.firstIndex(of: place.file) else { throw JournalError.notJournal(path: place.file) }
        files = files[index...]
        begin = place.position
        last = (id, place.position.seq)
        if files.count == 1 { watch = nil }
    }

    var place: FilePosition? { open.map { FilePosition(file: file, position: $0.reader.position) } }

    /// Returns the next line, with a header at the beginning of each file, or nil at the end.
    ///
    /// - Throws: ``JournalError`` if the recording is damaged, incomplete, or of a newer format.
    package mutating func next() throws -> JournalLine? {
        do {
            while true {
                if open == nil {
                    guard let next = files.popFirst() else { return nil }
                    file = next
                    let opened = try held.opened(next, fileSystem)
                    open = OpenSegment(
                        begin.map { SegmentReader(opened, behind: $0) } ?? SegmentReader(LineSource(opened)))
                    begin = nil
                }
                guard let line = try read() else { continue }
                try check(line)
                return line
            }
        } catch let fault as SegmentReader.Fault where fault.fault == .notHeader && file == path {
            // A file in a journal's folder is a part of a recording. This file can be of any kind.
            throw JournalError.notJournal(path: path)
        } catch {
            throw JournalError.from(error, in: file)
        }
    }

    private mutating func read() throws -> JournalLine? {
        do {
            if let line = try open?.reader.next() {
                if files.isEmpty, let open { watch?.look(open.reader.position) }
                report(isEnd: false)
                return line
            }
            report(isEnd: true)
            if let position = open?.reader.position, files.isEmpty, let mark, mark.bytes > position.offset {
                throw SegmentReader.Fault(line: position.line + 1, offset: position.offset, fault: .missing)
            }
        } catch let fault as SegmentReader.Fault {
            guard let reader = open?.reader, reader.position.line > 0, files.isEmpty, fault.fault != .missing,
                let damage = JournalError(fault, in: file).damage, try !reader.wasSynced(mark)
            else { throw fault }
            torn = damage
        }
        let position = open?.reader.position
        endCheck = position?.crc
        if files.isEmpty, let lastHeader, let position {
            try watch?.check(lastHeader, position, folder: path, file: file)
        }
        if files.isEmpty { lastLine = JournalEnding(lastHeader, torn == nil ? end : nil, isWhole: path == file) }
        before += position?.offset ?? 0
        open = nil
        return nil
    }

    /// Checks that each file continues the previous one.
    private mutating func check(_ line: JournalLine) throws {
        end = nil
        switch line {
        case .header(let header):
            if path != file { try SegmentChain.check(header, at: file) }
            if let last {
                let end = (last.seq, endCheck ?? header.after ?? 0)
                try SegmentChain.check(header, at: file, in: path, goesOnFrom: end, id: last.id)
            }
            last = (header.id, header.from)
            lastHeader = header
        case .entry(let entry): last?.seq = entry.seq
        case .check(let check): end = check.end
        }
    }

    private mutating func report(isEnd: Bool) {
        guard let onProgress, let open else { return }
        let bytes = before + open.reader.position.offset
        guard bytes >= reportedAt + Self.reportEvery || (isEnd && files.isEmpty) else { return }
        reportedAt = bytes
        onProgress(Progress(bytes: bytes, total: total))
    }
}

/// An open file of a recording. It is a class, so that reading its place copies no reader.
final class OpenSegment {
    var reader: SegmentReader

    init(_ reader: SegmentReader) { self.reader = reader }
}
