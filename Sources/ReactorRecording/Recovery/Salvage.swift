/// A copy of the valid lines of a damaged recording. The damaged one is only read.
public enum Salvage {
    /// The result of a copy.
    public struct Report: Hashable, Sendable {
        /// A place that could not be read.
        package struct Loss: Hashable, Sendable {
            /// The place and the reason.
            package var damage: JournalDamage
            /// The number of lines that were left out there.
            package var lines: Int
        }

        /// The number of copied entries.
        public var entries = 0
        /// The number of copied files.
        package var segments = 0
        /// The places that were left out, in order. Empty if everything was valid.
        package var losses: [Loss] = []
    }

    /// Copies a recording into the folder `target`, which must be empty or not exist.
    ///
    /// - Parameters:
    ///   - path: The damaged recording, as a folder of segments or a file.
    ///   - target: The folder of the copy, which is created if it does not exist.
    ///   - beyondDamage: Whether to continue after lines that cannot be read. The later entries are renumbered, and their states
    ///     differ from the program's states.
    ///   - seq: The entry before which the copy ends, and before its group, for example an entry that crashes `react(to:)` at
    ///     each opening. nil copies all entries.
    /// - Throws: ``JournalError`` if there is no recording at `path`, `target` is not empty, or a system call fails.
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
            case nil: throw JournalError.notJournal(path: path)
            case .file: break
            case .folder: files = try JournalFolder(path).segments(fileSystem).map(JournalFolder(path).segment)
            }
            if files.isEmpty { throw JournalError.notJournal(path: path) }
            try fileSystem.makeFolders(target)
            guard try fileSystem.list(target).isEmpty else { throw JournalError.notEmpty(folder: target) }
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

/// The new recording.
private struct SalvageCopy {
    private let folder: JournalFolder
    private let fileSystem: any FileSystem
    private var segment: SegmentFile?
    private var seq: UInt64 = 0
    /// The end of the previous file, which the next file continues, or nil if it is not known.
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

    /// - Returns: Whether the whole file was valid and copied.
    mutating func take(_ path: String, beyondDamage: Bool) throws -> Bool {
        var reader = SegmentReader(LineSource(try fileSystem.open(path, .read)))
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
            // Without its header, a file has no base state.
            let isBegun = fault.line > 1 && reader.position.line > 0
            let lost = fault.line - reader.position.line
            try takeRest(reader, lost: isBegun ? lost : max(1, lost), path, copies: beyondDamage && isBegun)
            if isBegun { before = nil }
            return false
        }
    }

    /// Throws if a file does not continue the previous one: it is older, or from another journal. If a file is missing between
    /// them, it is copied on request.
    private mutating func check(_ header: JournalHeader, _ path: String, beyondDamage: Bool) throws {
        guard let before, header.id != before.id || header.from != before.seq else { return }
        let fault = LineFault.outOfSequence(found: header.from, expected: before.seq)
        guard beyondDamage, header.id == before.id, header.from > before.seq else {
            throw SegmentReader.Fault(line: 1, offset: 0, fault: fault)
        }
        let damage = JournalDamage(file: path, line: 1, offset: 0, fault: fault)
        report.losses.append(Salvage.Report.Loss(damage: damage, lines: 0))
    }

    /// Copies the valid lines after a fault, in complete groups.
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
            // Entries may be renumbered, so a synced position is only valid at the end.
            if check.seq != seq { check.synced = nil }
            check.seq = seq
            segment?.lines.write(check)
        }
        if segment?.lines.bytes.count ?? 0 > Self.piece { try segment?.flush() }
    }

    mutating func end() throws {
        guard segment != nil else { return }
        try segment?.flush()
        try segment?.file.sync(.platter)
    }
}

extension JournalEntry {
    /// The seq of the last entry in its group, or its own seq without a group.
    fileprivate var lastOfGroup: UInt64 { seq + UInt64(group.map { $0.count - $0.index } ?? 0) }
}
