/// Copies what is good of a damaged recording into a new one. The damaged one is only read.
public enum Salvage {
    /// What was copied, and what was left.
    public struct Report: Hashable, Sendable {
        /// Where reading failed.
        public struct Loss: Hashable, Sendable {
            /// The place and the reason.
            public var damage: JournalDamage
            /// How many lines were left from there on, up to the next that was copied.
            public var lines: Int
        }

        /// How many entries were copied.
        public var entries = 0
        /// How many files were.
        public var segments = 0
        /// What was left, in order; empty when everything was good.
        public var losses: [Loss] = []
    }

    /// Copies a recording into the folder `target`, which is empty or not there yet.
    ///
    /// - Parameters:
    ///   - path: the damaged recording: a folder of segments, or one file.
    ///   - target: the folder that the copy is written to; made when it is not there.
    ///   - beyondDamage: whether to go on behind what cannot be read. The entries there get new numbers, and what they fold
    ///     to is no longer what the program had.
    ///   - seq: the copy ends before this entry, and before the group that it stands in: one that crashes `react(to:)`
    ///     whenever the journal is opened, say. nil for all of it.
    /// - Throws: ``JournalError`` when nothing is at `path`, something is at `target`, or the system refuses a call.
    public static func copy(
        from path: String, to target: String, beyondDamage: Bool = false, before seq: UInt64? = nil
    ) throws -> Report {
        try copy(from: path, to: target, beyondDamage: beyondDamage, before: seq, SystemFileSystem())
    }

    package static func copy(
        from path: String, to target: String, beyondDamage: Bool, before seq: UInt64? = nil,
        _ fileSystem: any FileSystem
    ) throws -> Report {
        do {
            var files = [path]
            switch try fileSystem.kind(of: path) {
            case nil: throw JournalError(.notJournal(path: path))
            case .file: break
            case .folder: files = try JournalFolder(path).segments(fileSystem).map(JournalFolder(path).segment)
            }
            if files.isEmpty { throw JournalError(.notJournal(path: path)) }
            try fileSystem.makeFolders(target)
            guard try fileSystem.listed(target).isEmpty else { throw JournalError(.notEmpty(folder: target)) }
            var copy = SalvageCopy(JournalFolder(target), fileSystem, limit: seq ?? .max)
            for file in files {
                let isGood = try copy.take(file, beyondDamage: beyondDamage)
                if !isGood && !beyondDamage { break }
            }
            try copy.end()
            return copy.report
        } catch {
            throw JournalError.from(error, in: path)
        }
    }
}

/// The recording that is made.
private struct SalvageCopy {
    private let folder: JournalFolder
    private let fileSystem: any FileSystem
    private var segment: SegmentFile?
    private var seq: UInt64 = 0
    /// Where the file before ended, as it counts: the next goes on there. nil when that is not known.
    private var before: (id: String, seq: UInt64)?
    private(set) var report = Salvage.Report()

    /// The first entry that is not copied.
    private let limit: UInt64

    private static let piece = 1 << 20

    init(_ folder: JournalFolder, _ fileSystem: any FileSystem, limit: UInt64) {
        self.limit = limit
        self.folder = folder
        self.fileSystem = fileSystem
    }

    /// - Returns: whether all of the file was good, and wanted.
    mutating func take(_ path: String, beyondDamage: Bool) throws -> Bool {
        var reader = SegmentReader(LineSource(try fileSystem.opened(path, .read)))
        do {
            var id = ""
            while let line = try reader.next() {
                if case .header(let header) = line {
                    id = header.id
                    if header.from >= limit || (segment != nil && header.from + 1 == limit) { return false }
                    try check(header, path, beyondDamage: beyondDamage)
                }
                if case .entry(let entry) = line, entry.lastOfGroup >= limit { return false }
                try write(line)
            }
            before = (id, reader.position.seq)
            return true
        } catch let fault as SegmentReader.Fault {
            guard let damage = JournalError(fault, in: path).damage else { throw fault }
            report.losses.append(Salvage.Report.Loss(damage: damage, lines: 0))
            // Without its header a file has nothing to build upon.
            let isBegun = fault.line > 1 && reader.position.line > 0
            let lost = fault.line - reader.position.line
            try takeRest(reader, lost: isBegun ? lost : max(1, lost), path, copies: beyondDamage && isBegun)
            if isBegun { before = nil }
            return false
        }
    }

    /// Throws when a file does not go on where the one before ended: it is an older one, or another journal's. Where one
    /// is missing before it, it is copied on request.
    private mutating func check(_ header: JournalHeader, _ path: String, beyondDamage: Bool) throws {
        guard let before, header.id != before.id || header.from != before.seq else { return }
        let fault = LineFault.outOfSequence(found: header.from, expected: before.seq)
        guard beyondDamage, header.id == before.id, header.from > before.seq else {
            throw SegmentReader.Fault(line: 1, offset: 0, fault: fault)
        }
        let damage = JournalDamage(file: path, line: 1, offset: 0, fault: fault)
        report.losses.append(Salvage.Report.Loss(damage: damage, lines: 0))
    }

    /// What can still be read behind a fault, whole groups only.
    private mutating func takeRest(
        _ reader: SegmentReader, lost: Int, _ path: String, copies: Bool
    ) throws {
        var lost = lost
        var group: [JournalEntry] = []
        func count(_ report: inout Salvage.Report) {
            guard lost > 0, let last = report.losses.indices.last else { return }
            report.losses[last].lines += lost
            lost = 0
        }
        var rest = reader.rest()
        while let (number, offset, line) = try rest.next() {
            guard copies, case .entry(let entry) = line,
                group.count + 1 == entry.group?.index ?? 1,
                group.first?.group?.count == entry.group?.count || group.isEmpty
            else {
                if case .check = line, group.isEmpty { continue }
                lost += 1 + group.count
                group = []
                if lost == 1 && line == nil {
                    let damage = JournalDamage(file: path, line: number, offset: offset, fault: .wrongCheck)
                    report.losses.append(Salvage.Report.Loss(damage: damage, lines: 0))
                }
                continue
            }
            group.append(entry)
            guard entry.group?.isLast ?? true else { continue }
            count(&report)
            for entry in group { try write(.entry(entry)) }
            group = []
        }
        lost += group.count
        count(&report)
    }

    private mutating func write(_ line: JournalLine) throws {
        switch line {
        case .header(var header):
            if segment == nil { seq = header.from }
            try end()
            header.from = seq
            header.after = segment?.lines.crc
            segment = try SegmentFile.make(report.segments + 1, header, in: folder, fileSystem)
            report.segments += 1
        case .entry(var entry):
            seq += 1
            entry.seq = seq
            segment?.lines.write(entry)
            report.entries += 1
        case .check(var check):
            // Numbers may have moved, and only what stands at the end is still known to be on the disk.
            if check.seq != seq { check.synced = nil }
            check.seq = seq
            segment?.lines.write(check)
        }
        if segment?.lines.bytes.count ?? 0 > Self.piece { try segment?.flush() }
    }

    mutating func end() throws {
        guard segment != nil else { return }
        try segment?.flush()
        try segment?.file.synced(.platter)
    }
}

extension JournalEntry {
    /// The number of the last entry of its group, and its own without one.
    fileprivate var lastOfGroup: UInt64 { seq + UInt64(group.map { $0.count - $0.index } ?? 0) }
}
