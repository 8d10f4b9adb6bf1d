/// A recording on disk, as a file or a folder of segments. Each read opens it again, in as much memory as its longest line. After
/// a first read, later reads begin at most a thousand entries before the requested entry.
public struct RecordingFile: RecordingSource {
    private struct Segment {
        let path: String
        let from: UInt64
    }

    package let path: String
    package let header: JournalHeader
    private let segments: [Segment]
    private let held: SegmentSnapshot
    private let places: RecordingPlaces

    /// Opens the recording at a path.
    ///
    /// - Throws: ``ReplayError`` if there is none.
    public init(path: String) throws(ReplayError) { try self.init(path: path, placeEvery: 1_000) }

    /// Opens the last segment of a folder as a separate recording, which begins with the state before its first entry. Earlier
    /// segments are not read.
    ///
    /// ```swift
    /// func present<App>(_ folder: String, _ catalog: EventCatalog<App>) throws -> App {
    ///     var end = try Replay(of: RecordingFile(lastSegmentOf: folder), catalog: catalog)
    ///     return end.state
    /// }
    /// ```
    ///
    /// - Throws: ``ReplayError`` if there is none.
    public init(lastSegmentOf folder: String) throws(ReplayError) {
        try self.init(path: folder, placeEvery: 1_000, isLastOnly: true)
    }

    init(path: String, placeEvery spacing: UInt64, isLastOnly: Bool = false) throws(ReplayError) {
        self.path = path
        places = RecordingPlaces(every: spacing)
        do {
            let fileSystem = SystemFileSystem()
            var first: JournalHeader?
            var segments: [Segment] = []
            if try fileSystem.kind(of: path) == .folder {
                let folder = JournalFolder(path)
                held = try SegmentSnapshot(of: folder, lastOnly: isLastOnly, fileSystem)
                for file in held.numbers.map(folder.segment) {
                    guard let header = try held.header(of: file, fileSystem) else { continue }
                    first = first ?? header
                    segments.append(Segment(path: file, from: header.from))
                }
            } else {
                held = SegmentSnapshot()
                var reader = try RecordingReader(path: path)
                if case .header(let header) = try reader.next() {
                    first = header
                    segments.append(Segment(path: path, from: header.from))
                }
            }
            guard let first else { throw JournalError.notJournal(path: path) }
            header = first
            self.segments = segments
        } catch {
            throw ReplayError(error, path: path)
        }
    }

    public var _content: _RecordingContent {
        _RecordingContent(header) { seq throws(ReplayError) in try lines(after: seq) }
    }

    package func lines(after seq: UInt64) throws(ReplayError) -> RecordingLines {
        let start = segments.last { $0.from <= seq } ?? segments.first
        let place = places.last(upTo: seq).flatMap { $0.position.seq >= start?.from ?? 0 ? $0 : nil }
        do {
            // Only a reader of the folder checks the synced mark and the order of the files.
            let reader =
                if let place {
                    try RecordingReader(path: path, from: place, id: header.id, held: held)
                } else {
                    try RecordingReader(path: path, from: start?.path, SystemFileSystem(), held: held)
                }
            let lines = LinesOfFile(reader, after: seq, hasHeader: place == nil, places)
            return RecordingLines { () throws(ReplayError) in
                do {
                    return try lines.next()
                } catch {
                    throw ReplayError(error, path: path)
                }
            }
        } catch {
            throw ReplayError(error, path: path)
        }
    }
}

extension RecordingFile {
    /// Returns the way in which the recording ended. Reads its last segment.
    package func ending() throws(ReplayError) -> JournalEnding {
        do {
            var reader = try RecordingReader(path: path, from: segments.last?.path, SystemFileSystem(), held: held)
            while try reader.next() != nil {}
            return reader.ending
        } catch {
            throw ReplayError(error, path: path)
        }
    }
}

/// The lines of a recording after an entry, which notes their places.
private final class LinesOfFile {
    private var recording: RecordingReader
    private let seq: UInt64
    /// Whether the first header was not returned yet.
    private var hasHeader: Bool
    private let places: RecordingPlaces
    /// The entry from which the next place is noted.
    private var due: UInt64 = 0

    init(_ recording: RecordingReader, after seq: UInt64, hasHeader: Bool, _ places: RecordingPlaces) {
        self.recording = recording
        self.seq = seq
        self.hasHeader = hasHeader
        self.places = places
    }

    func next() throws -> JournalLine? {
        while let line = try recording.next() {
            if let seq = recording.open?.reader.position.seq, seq >= due, let here = recording.place {
                due = places.note(here)
            }
            if case .header = line, hasHeader {
                hasHeader = false
            } else if line.isBehind(seq) {
                return line
            }
        }
        return nil
    }
}

extension JournalLine {
    /// Whether the line comes after an entry.
    package func isBehind(_ seq: UInt64) -> Bool {
        if case .entry(let entry) = self { entry.seq > seq } else { lastSeq >= seq }
    }
}

extension ReplayError {
    init(_ error: any Error, path: String) {
        switch JournalError.from(error, in: path) {
        case let error as ReplayError: self = error
        case let error as JournalError: self = .journal(error)
        default: self = .journal(.notJournal(path: path))
        }
    }
}
