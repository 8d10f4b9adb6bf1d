extension UnexpectedEnd {
    /// Reads the unexpected end of a journal. It changes no file, and opens none for writing.
    ///
    /// - Parameter folder: The folder of the journal.
    /// - Returns: nil if the journal was closed, if a writer is at work, or if the end is unknown.
    /// - Throws: ``ReplayError`` if there is no journal, or if it is damaged.
    public init?(in folder: String) throws(ReplayError) { try self.init(in: folder, SystemFileSystem()) }

    init?(in folder: String, _ fileSystem: any FileSystem) throws(ReplayError) {
        do {
            let files = JournalFolder(folder)
            guard try fileSystem.kind(of: folder) == .folder, let last = try files.segments(fileSystem).last else {
                throw JournalError.notJournal(path: folder)
            }
            // Before the segment, because a step is noted before it is written.
            let flight = try files.flightContents(fileSystem)
            var reader = try RecordingReader(path: folder, from: files.segment(last), fileSystem)
            var header: JournalHeader?
            var seq: UInt64 = 0
            while let line = try reader.next() {
                if case .header(let found) = line { header = found }
                seq = line.lastSeq
            }
            guard reader.ending == .unexpected, let header else { return nil }
            self.init(file: reader.file, header: header, seq: seq, flight: flight)
        } catch {
            throw ReplayError(error, path: folder)
        }
    }

    /// - Parameters:
    ///   - header: The header of the last segment.
    ///   - seq: Its last entry.
    ///   - flight: The contents of the flight recorder, of this journal or of another one.
    init(file: String, header: JournalHeader, seq: UInt64, flight: FlightContents?) {
        guard let flight, flight.id == header.id else {
            self.init(file: file, seq: seq)
            return
        }
        let begun = flight.records.filter { $0.seq <= flight.position }
        let missing = begun.filter { $0.seq > seq }
        var entries: [JournalEntry] = []
        for record in missing {
            guard record.seq == seq + UInt64(entries.count) + 1, let entry = record.entry else { break }
            entries.append(entry)
        }
        let first = begun.lastIndex { !$0.continues }
        let isKnown = flight.isReacting && begun.last?.seq == flight.position
        self.init(
            file: file, seq: seq, inFlight: isKnown ? first.map { Step(begun[$0]) } : nil,
            missing: missing.map(Step.init),
            entries: entries)
    }
}

extension UnexpectedEnd.Step {
    fileprivate init(_ record: FlightContents.Record) {
        self.init(seq: record.seq, event: record.name, launch: record.launch == 0 ? nil : record.launch)
    }
}

extension FlightContents.Record {
    /// The entry in the record, or nil if payloads are not recorded or the entry is incomplete.
    fileprivate var entry: JournalEntry? {
        var reader = LineReader()
        guard case .entry(let entry)? = try? reader.read(content), entry.seq == seq else { return nil }
        return entry
    }
}

extension JournalFolder {
    /// A larger file is not a flight recorder.
    private static let largest = 1 << 30

    /// Reads the flight recorder, or returns nil if there is no valid one.
    func flightContents(_ fileSystem: any FileSystem) throws -> FlightContents? {
        guard try fileSystem.identity(of: flight) != nil else { return nil }
        let file = try fileSystem.open(flight, .read)
        guard try file.size() <= Self.largest else { return nil }
        return FlightContents(try file.readAll(Int(file.size()), at: 0))
    }
}

extension RecordingFile {
    /// Reads the unexpected end, if the path is the folder of a journal that was not closed.
    ///
    /// - Throws: The errors of ``UnexpectedEnd/init(in:)``.
    package func unexpectedEnd() throws(ReplayError) -> UnexpectedEnd? { try UnexpectedEnd(in: path) }
}
