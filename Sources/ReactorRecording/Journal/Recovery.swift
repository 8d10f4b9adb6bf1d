/// Opens a journal that a writer left, in whatever condition: reads its last segment, tells a torn end from damage, sets
/// the first aside and refuses the second.
struct Recovery {
    struct Found {
        var segment: SegmentFile
        var header: JournalHeader
        var report: RecoveryReport
        /// The numbers given out last.
        var counters: JournalCounters
    }

    let folder: JournalFolder
    let fileSystem: any FileSystem
    let app: String
    let limit: Int

    /// - Returns: nil when there is no journal yet.
    func run(_ visit: (JournalLine) throws -> Void) throws -> Found? {
        let mark = try folder.newestMark(fileSystem)
        guard let number = try folder.segments(fileSystem).last, number >= mark?.segment ?? 0 else {
            guard let mark else { return nil }
            throw JournalError.lostSegment(folder: folder.path, file: JournalFolder.name(mark.segment))
        }
        let path = folder.segment(number)
        let file = try fileSystem.opened(path, .update)
        let known = mark?.about(number)
        var reader = SegmentReader(LineSource(file), limit: limit)
        var header: JournalHeader?
        var counters = JournalCounters()
        var report = RecoveryReport(file: path)
        do {
            while let line = try reader.next() {
                switch line {
                case .header(let found):
                    try check(found, path)
                    header = found
                    counters = found.counters
                case .entry(let entry):
                    report.entries += 1
                    counters.count(entry)
                case .check: break
                }
                try visit(line)
            }
            let size = reader.position.offset
            if let known, known.bytes > size {
                throw SegmentReader.Fault(line: reader.position.line + 1, offset: size, fault: .missing)
            }
        } catch let fault as SegmentReader.Fault {
            let damage = JournalError(fault, in: path)
            guard header != nil, case .damaged(let place) = damage, fault.fault != .missing,
                try !reader.wasSynced(known)
            else { throw damage }
            report.torn = try setAside(number, file, from: reader.position.offset, place)
        }
        guard let header else { throw JournalError.notJournal(path: path) }
        report.seq = reader.position.seq
        try settle(file, from: known?.bytes ?? 0, to: reader.position.offset)
        let segment = SegmentFile(number: number, file: file, position: reader.position)
        return Found(segment: segment, header: header, report: report, counters: counters)
    }

    private func check(_ header: JournalHeader, _ path: String) throws {
        if header.app != app { throw JournalError.otherApp(file: path, found: header.app, expected: app) }
        if header.isRedacted { throw JournalError.redacted(file: path) }
    }

    /// Copies everything from `offset` on into a file beside, and only then cuts it off.
    private func setAside(
        _ number: Int, _ file: any File, from offset: UInt64, _ damage: JournalDamage
    ) throws -> RecoveryReport.TornTail {
        let names = Set(try fileSystem.listed(folder.path))
        var attempt = 1
        while names.contains(Path.name(of: folder.torn(number, attempt))) { attempt += 1 }
        let path = folder.torn(number, attempt)
        let copy = try fileSystem.opened(path, .replace)
        let count = try forEachPiece(of: file, from: offset, to: .max) { bytes, place in
            try copy.writeAll(bytes, at: place - offset)
        }
        try copy.synced(.platter)
        try fileSystem.syncedFolder(folder.path)
        try file.truncated(to: offset)
        try file.synced(.platter)
        return RecoveryReport.TornTail(damage: damage, bytes: count, file: path)
    }

    /// Writes again what may have reached only the system's memory. A sync that failed may have marked it as written, and
    /// then no later sync brings it to the disk.
    private func settle(_ file: any File, from start: UInt64, to end: UInt64) throws {
        guard start < end else { return }
        try forEachPiece(of: file, from: start, to: end) { try file.writeAll($0, at: $1) }
        try file.synced(.platter)
    }

    @discardableResult
    private func forEachPiece(
        of file: any File, from start: UInt64, to end: UInt64, _ body: ([UInt8], UInt64) throws -> Void
    ) throws -> UInt64 {
        var place = start
        while place < end {
            let bytes = try file.readAll(Int(min(1 << 18, end - place)), at: place)
            if bytes.isEmpty { break }
            try body(bytes, place)
            place += UInt64(bytes.count)
        }
        return place - start
    }
}
