/// Reads a recording from its first line to its last: one file, or a folder of them. It needs as much memory as the longest
/// line, however long the recording is.
///
/// ```swift
/// func count(_ path: String) throws -> Int {
///     var reader = try RecordingReader(path: path) { print("\($0.bytes) of \($0.total) bytes") }
///     var entries = 0
///     while let line = try reader.next() {
///         if case .entry = line { entries += 1 }
///     }
///     return entries
/// }
/// ```
public struct RecordingReader {
    /// How much of a recording was read.
    public struct Progress: Hashable, Sendable {
        /// The bytes that were read.
        public var bytes: UInt64
        /// The bytes that there are.
        public var total: UInt64
    }

    /// Somewhere in a recording to go on from.
    struct Place {
        var file: String
        /// Behind an entry, or a whole group.
        var position: SegmentReader.Position
    }

    private let path: String
    private let fileSystem: any FileSystem
    private let held: HeldSegments
    private let onProgress: ((Progress) -> Void)?
    private var files: ArraySlice<String>
    private let mark: SyncMark?
    /// The file that is open.
    private(set) var open: OpenSegment?
    private var before: UInt64 = 0
    private var reportedAt: UInt64 = 0
    private let total: UInt64
    private var last: (id: String, seq: UInt64)?
    /// The check that the file before ended with, nil where it was not read to its end.
    private var endCheck: UInt32?
    /// nil when what the mark says is not reached: reading began behind it.
    private var watch: MarkWatch?
    private var lastHeader: JournalHeader?
    /// Where in the first file to begin.
    private var begin: SegmentReader.Position?

    /// The file that the last line was in.
    public private(set) var file = ""
    /// The end of the last file, when a crash tore it and nobody wrote since: the lines up to there are all good.
    public private(set) var torn: JournalDamage?
    /// How the recording ended: known once ``next()`` has returned nil. Only where it does not say so itself, who asks tries
    /// the writer's lock; reading takes none.
    public var ending: JournalEnding {
        let folder = JournalFolder(Path.parent(of: file))
        guard lastLine == .unexpected, (try? WriterLock.isHeld(folder, fileSystem)) == true else { return lastLine }
        return .stillWritten
    }

    /// How it ended as its last line has it.
    private var lastLine = JournalEnding.notKnown
    private var end: JournalCheck.End?

    private static let reportEvery: UInt64 = 1 << 20

    /// - Parameters:
    ///   - path: a folder of segments, or one of them.
    ///   - onProgress: called after each megabyte, and at the end.
    /// - Throws: ``JournalError`` when nothing is there.
    public init(path: String, onProgress: ((Progress) -> Void)? = nil) throws {
        try self.init(path: path, SystemFileSystem(), onProgress: onProgress)
    }

    /// - Parameter start: the file to begin with, the first one otherwise.
    /// - Parameter held: the segments that a snapshot of the folder has opened; nil to open them now.
    package init(
        path: String, from start: String? = nil, _ fileSystem: any FileSystem, held: HeldSegments? = nil,
        onProgress: ((Progress) -> Void)? = nil
    ) throws {
        self.path = path
        self.fileSystem = fileSystem
        self.onProgress = onProgress
        do {
            switch try fileSystem.kind(of: path) {
            case nil: throw JournalError(.notJournal(path: path))
            case .file:
                files = [path]
                mark = nil
                self.held = held ?? HeldSegments()
            case .folder:
                let folder = JournalFolder(path)
                // First, because a writer begins a segment before it writes so into its mark.
                let mark = try folder.newestMark(fileSystem)
                let segments = try held ?? HeldSegments(of: folder, fileSystem)
                let last = try folder.segments(fileSystem).last
                if let mark, last ?? 0 < mark.segment {
                    throw JournalError(.lostSegment(folder: path, file: JournalFolder.name(mark.segment)))
                }
                if segments.numbers.isEmpty { throw JournalError(.notJournal(path: path)) }
                files = segments.numbers.map(folder.segment).drop { start != nil && $0 != start }
                if let start, files.isEmpty { throw JournalError(.notJournal(path: start)) }
                self.held = segments
                // The mark may be about a segment that began after the snapshot.
                let known = mark.flatMap { $0.segment > segments.numbers.last ?? 0 ? nil : $0 }
                self.mark = known?.about(segments.numbers.last)
                watch = MarkWatch(known, reading: segments.numbers.last)
            }
            let held = self.held
            total = onProgress == nil ? 0 : try files.reduce(0) { try $0 + held.opened($1, fileSystem).sized() }
        } catch {
            throw JournalError.from(error, in: path)
        }
    }

    /// A reader that goes on from a place in the recording of that id.
    init(path: String, from place: Place, id: String, held: HeldSegments) throws {
        try self.init(path: path, SystemFileSystem(), held: held)
        guard let index = files.firstIndex(of: place.file) else { throw JournalError(.notJournal(path: place.file)) }
        files = files[index...]
        begin = place.position
        last = (id, place.position.seq)
        if files.count == 1 { watch = nil }
    }

    /// Where it stands.
    var place: Place? { open.map { Place(file: file, position: $0.reader.position) } }

    /// The next line, a header at the beginning of each file; nil at the end.
    ///
    /// - Throws: ``JournalError`` for what is damaged, missing, or of a newer format.
    public mutating func next() throws -> JournalLine? {
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
            // A file of a journal's folder was one of a recording; this may be any file.
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

    /// Each file goes on where the one before ended.
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

/// A file of a recording that is being read. A class, so that asking where it stands copies no reader.
final class OpenSegment {
    var reader: SegmentReader

    init(_ reader: SegmentReader) { self.reader = reader }
}
