/// The recovery of a journal. It reads the last segment, sets an incomplete end aside, and refuses damaged content.
struct Recovery {
    struct RecoveredJournal {
        var segment: SegmentFile
        var header: JournalHeader
        var report: RecoveryReport
        /// The last numbers in use.
        var counters: JournalCounters
        var size: SegmentSize
    }

    let folder: JournalFolder
    let fileSystem: any FileSystem
    let app: String
    let limit: Int

    /// - Returns: nil if there is no journal yet.
    func run(_ visit: (JournalLine) throws -> Void) throws -> RecoveredJournal? {
        let mark = try folder.newestMark(fileSystem)
        guard let (number, held) = try hold(), number >= mark?.segment ?? 0 else {
            guard let mark else { return nil }
            throw JournalError.lostSegment(folder: folder.path, file: JournalFolder.name(mark.segment))
        }
        let (path, file) = (folder.segment(number), held.file)
        let known = mark?.about(number)
        var watch = MarkWatch(mark, reading: number)
        var reader = SegmentReader(LineSource(file), limit: limit)
        var header: JournalHeader?
        var counters = JournalCounters()
        var report = RecoveryReport(file: path)
        var size = SegmentSize()
        var torn: JournalDamage?
        var end: JournalCheck.End?
        do {
            while let line = try reader.next() {
                watch.look(reader.position)
                size.count(line, upTo: reader.position.offset)
                end = nil
                switch line {
                case .header(let found):
                    try check(found, path)
                    header = found
                    counters = found.counters
                    if known == nil { try checkBefore(number, found, path) }
                case .entry(let entry):
                    report.entries += 1
                    counters.count(entry)
                case .check(let check):
                    end = check.end
                    counters.count(check)
                }
                try visit(line)
            }
            let size = reader.position.offset
            if let known, known.bytes > size {
                throw SegmentReader.Fault(line: reader.position.line + 1, offset: size, fault: .missing)
            }
        } catch let fault as SegmentReader.Fault {
            // If more than the valid lines was synced, the journal is damaged: it stays as it is. Otherwise a crash can have
            // interrupted a write, and everything from this line on is set aside, with the valid lines after it.
            let error = JournalError(fault, in: path)
            guard header != nil, let damage = error.damage, fault.fault != .missing, try !reader.wasSynced(known)
            else { throw error }
            torn = damage
        }
        guard let header else { throw JournalError.notJournal(path: path) }
        try watch.check(header, reader.position, folder: folder.path, file: path)
        if let torn {
            report.torn = try TailRemoval(folder: folder, fileSystem: fileSystem).setAside(
                number, file, from: reader.position.offset, torn)
        }
        report.seq = reader.position.seq
        report.ending = JournalEnding(header, torn == nil ? end : nil)
        if report.endedUnexpectedly {
            report.unexpectedEnd = UnexpectedEnd(
                file: path, header: header, seq: report.seq, flight: try folder.flightContents(fileSystem))
        }
        try settle(file, from: known?.bytes ?? 0, to: reader.position.offset)
        let segment = SegmentFile(number: number, file: file, held: held, position: reader.position)
        return RecoveredJournal(segment: segment, header: header, report: report, counters: counters, size: size)
    }

    /// Locks the last segment, or returns nil if there is none. A writer whose lock file was deleted still has this lock.
    private func hold() throws -> (number: Int, file: LockedFile)? {
        while let number = try folder.segments(fileSystem).last {
            let file = try fileSystem.open(folder.segment(number), .update)
            guard let held = try LockedFile.hold(file) else { throw try WriterLock.refusal(folder, file) }
            // The other writer may have begun the next segment in the meantime.
            if try folder.segments(fileSystem).last == number { return (number, held) }
        }
        return nil
    }

    /// Throws if a segment without a mark does not continue the previous one. Faults in the previous segment are ignored, because
    /// no entries are read from it.
    private func checkBefore(_ number: Int, _ header: JournalHeader, _ path: String) throws {
        guard let before = try folder.segments(fileSystem).last(where: { $0 < number }) else { return }
        var reader = SegmentReader(LineSource(try fileSystem.open(folder.segment(before), .read)), limit: limit)
        var id: String?
        do {
            while let line = try reader.next() { if case .header(let header) = line { id = header.id } }
        } catch is SegmentReader.Fault {
            return
        }
        guard let id else { return }
        let end = (reader.position.seq, reader.position.crc)
        try SegmentChain.check(header, at: path, in: folder.path, goesOnFrom: end, id: id)
    }

    private func check(_ header: JournalHeader, _ path: String) throws {
        if header.app != app { throw JournalError.otherApp(file: path, found: header.app, expected: app) }
        if header.isRedacted { throw JournalError.redacted(file: path) }
        try SegmentChain.check(header, at: path)
    }

    /// Rewrites bytes that may only be in the system's memory. A failed sync can mark them as written, and then no later sync
    /// writes them to disk.
    ///
    /// It also syncs the name of the file, because its creator may have ended before.
    private func settle(_ file: any File, from start: UInt64, to end: UInt64) throws {
        try fileSystem.syncFolder(folder.path)
        guard start < end else { return }
        try file.forEachPiece(from: start, to: end) { try file.writeAll($0, at: $1) }
        try file.sync(.platter)
    }
}

/// The removal of an incomplete end: the bytes are copied into another file before they are cut off.
struct TailRemoval {
    let folder: JournalFolder
    let fileSystem: any FileSystem

    /// - Throws: The system's error. Then nothing is cut off, and no incomplete copy is left.
    func setAside(
        _ number: Int, _ file: any File, from offset: UInt64, _ damage: JournalDamage
    ) throws -> RecoveryReport.TornTail {
        let names = Set(try fileSystem.list(folder.path))
        var attempt = 1
        while names.contains(Path.name(of: folder.torn(number, attempt))) { attempt += 1 }
        let copied: String
        if attempt > 1, try isCopy(folder.torn(number, attempt - 1), of: file, from: offset) {
            // A previous attempt has made the copy but has not cut the file.
            copied = folder.torn(number, attempt - 1)
        } else {
            copied = folder.torn(number, attempt)
            try copy(file, from: offset, to: copied)
        }
        try fileSystem.syncFolder(folder.path)
        let count = try file.size() - offset
        try file.truncate(to: offset)
        try file.sync(.platter)
        return RecoveryReport.TornTail(damage: damage, bytes: count, file: copied)
    }

    /// Copies under a temporary name, so that attempts on a full disk do not accumulate pieces.
    private func copy(_ file: any File, from offset: UInt64, to path: String) throws {
        let unfinished = path + ".unfinished"
        do {
            let copy = try fileSystem.open(unfinished, .replace)
            try file.forEachPiece(from: offset) { bytes, place in try copy.writeAll(bytes, at: place - offset) }
            try copy.sync(.platter)
            try fileSystem.rename(unfinished, to: path)
        } catch {
            try? fileSystem.remove(unfinished)
            throw error
        }
    }

    private func isCopy(_ path: String, of file: any File, from offset: UInt64) throws -> Bool {
        let copy = try fileSystem.open(path, .read)
        guard try copy.size() + offset == file.size() else { return false }
        var isSame = true
        try file.forEachPiece(from: offset) { bytes, place in
            isSame = try isSame && copy.readAll(bytes.count, at: place - offset) == bytes
        }
        return isSame
    }
}
