extension UnexpectedEnd {
    /// What a journal's folder holds of an end that was unexpected. Nothing is changed, and nothing is opened for writing.
    ///
    /// - Parameter folder: the folder of a journal.
    /// - Returns: nil where it was closed, where a writer is at work, and where nobody can say.
    /// - Throws: ``ReplayError`` when there is no journal, or it is damaged.
    public init?(in folder: String) throws(ReplayError) { try self.init(in: folder, SystemFileSystem()) }

    init?(in folder: String, _ fileSystem: any FileSystem) throws(ReplayError) {
        do {
            let files = JournalFolder(folder)
            guard try fileSystem.kind(of: folder) == .folder, let last = try files.segments(fileSystem).last else {
                throw JournalError(.notJournal(path: folder))
            }
            // Before the segment: what is at work is noted before it is written.
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
    ///   - header: that of the segment the journal ended in.
    ///   - seq: the last entry there.
    ///   - flight: what the flight recorder holds, of this journal or of another.
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
    /// The entry that it holds, nil where payloads are not kept and where it is not whole.
    fileprivate var entry: JournalEntry? {
        var reader = LineReader()
        guard case .entry(let entry)? = try? reader.read(content), entry.seq == seq else { return nil }
        return entry
    }
}

extension JournalFolder {
    /// More than any flight recorder has is no such file.
    private static let largest = 1 << 30

    /// What a flight recorder left, nil where there is none that makes sense.
    func flightContents(_ fileSystem: any FileSystem) throws -> FlightContents? {
        guard try fileSystem.identified(flight) != nil else { return nil }
        let file = try fileSystem.opened(flight, .read)
        guard try file.sized() <= Self.largest else { return nil }
        return FlightContents(try file.readAll(Int(file.sized()), at: 0))
    }
}

extension RecordingFile {
    /// How the journal ended, when it is the folder of one that was not closed.
    ///
    /// - Throws: as ``UnexpectedEnd/init(in:)`` does.
    package func unexpectedEnd() throws(ReplayError) -> UnexpectedEnd? { try UnexpectedEnd(in: path) }
}
