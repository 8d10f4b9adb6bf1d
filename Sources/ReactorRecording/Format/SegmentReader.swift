/// A reader of one file of a recording: its header and its lines, with all checks that need only this file.
package struct SegmentReader {
    /// The end of the last line that completes a step or group.
    package struct Position: Hashable, Sendable {
        /// The number of the line, 1 for the header.
        package var line = 0
        package var offset: UInt64 = 0
        package var crc: UInt32 = 0
        /// The seq of the last entry before the position.
        package var seq: UInt64 = 0
        /// The call sites before the position, by number.
        package var places: [Int: String] = [:]
    }

    /// A line that cannot be read, and its position.
    package struct Fault: Error, Hashable {
        package var line: Int
        package var offset: UInt64
        package var fault: LineFault
    }

    private var source: LineSource
    private var reader = LineReader()
    private var group: [JournalLine] = []
    private var groupStart: (line: Int, offset: UInt64)?
    private var whole: ArraySlice<JournalLine> = []
    private let limit: Int

    /// The position up to which all lines are valid and complete.
    package private(set) var position = Position()
    /// The highest seq that a valid line reports as synced.
    package private(set) var synced: UInt64 = 0
    private var seq: UInt64 = 0
    /// The possible checks before the line that follows an invalid one.
    private var seeds: [UInt32] = []

    package init(_ source: LineSource, limit: Int = JournalLimits().error) {
        self.source = source
        self.limit = limit + JournalLimits.frame
    }

    /// Continues a file after a position.
    package init(_ file: any File, behind position: Position, limit: Int = JournalLimits().error) {
        self.init(LineSource(file, from: position.offset, number: position.line), limit: limit)
        self.position = position
        reader = LineReader(after: position.crc, places: position.places)
        seq = position.seq
    }

    /// Returns the next line, with the header first. The lines of a group are returned when the group is complete. Returns nil at
    /// the end.
    ///
    /// - Throws: ``Fault``, or the error of the read.
    package mutating func next() throws -> JournalLine? {
        while true {
            if let line = whole.popFirst() { return line }
            // A header is as long as its state. A file with another beginning can be of any kind and size, without a newline.
            let isFirst = position.line == 0
            let isHeader = try isFirst && source.begins(with: "{\"reactor\":")
            guard let raw = try source.next(limit: isHeader ? .max : limit) else {
                if position.line == 0 { throw Fault(line: 1, offset: 0, fault: .notHeader) }
                guard let groupStart else { return nil }
                throw Fault(line: groupStart.line, offset: groupStart.offset, fault: .unfinishedGroup)
            }
            let crc = reader.crc
            do {
                if isFirst && !isHeader { throw LineError(.notHeader) }
                if let line = try take(raw) { return line }
            } catch let error as LineError {
                seeds = LineReader.seeds(behind: raw.bytes, after: [crc])
                throw Fault(line: raw.number, offset: raw.offset, fault: error.fault)
            }
        }
    }

    /// Takes a line, and returns it if it is not in a group.
    private mutating func take(_ raw: LineSource.RawLine) throws -> JournalLine? {
        if raw.isTooLong { throw LineError(.tooLong) }
        let isFirst = raw.number == 1
        let line: JournalLine
        do {
            line = try reader.read(raw.bytes)
        } catch let error as LineError {
            if case .otherFormat = error.fault { throw error }
            throw raw.isFinished ? error : LineError(.unfinished)
        }
        guard raw.isFinished else { throw LineError(.unfinished) }
        switch line {
        case .header(let header):
            guard isFirst else { throw LineError(.misplacedHeader) }
            seq = header.from
        case .entry(let entry):
            if isFirst { throw LineError(.notHeader) }
            guard entry.seq == seq + 1 else { throw LineError(.outOfSequence(found: entry.seq, expected: seq + 1)) }
            guard (entry.group?.index ?? 1) == group.count + 1, fits(entry) else { throw LineError(.brokenGroup) }
            seq = entry.seq
        case .check(let check):
            if isFirst { throw LineError(.notHeader) }
            guard group.isEmpty else { throw LineError(.brokenGroup) }
            guard check.seq == seq else { throw LineError(.outOfSequence(found: check.seq, expected: seq)) }
            guard check.synced ?? 0 <= seq else { throw LineError(.malformed) }
            synced = max(synced, check.synced ?? 0)
        }
        if case .entry(let entry) = line, entry.group?.isLast == false {
            group.append(line)
            if groupStart == nil { groupStart = (raw.number, raw.offset) }
            return nil
        }
        position = Position(
            line: raw.number, offset: source.offset, crc: reader.crc, seq: seq, places: reader.places)
        if group.isEmpty { return line }
        whole = group[...] + [line]
        group = []
        groupStart = nil
        return nil
    }

    /// Whether the entry belongs to the open group, or no group is open.
    private func fits(_ entry: JournalEntry) -> Bool {
        guard case .entry(let first) = group.first else { return true }
        return first.group?.count == entry.group?.count
    }

    /// Returns the lines that can be read after a fault, which show whether they were synced.
    package func rest() -> Resync { Resync(source, after: seeds, places: reader.places, limit: limit) }

    /// Whether more than the valid lines was synced, according to the mark file or a later line.
    package func wasSynced(_ mark: SyncMark?) throws -> Bool {
        if let mark, mark.bytes > position.offset { return true }
        var rest = rest()
        while let (_, _, line) = try rest.next() {
            if case .check(let check) = line, check.synced ?? 0 > position.seq { return true }
        }
        return false
    }
}

/// The lines after an invalid line. A line is valid if its check continues the previous line's stated or actual check.
package struct Resync {
    private var source: LineSource
    private var seeds: [UInt32]
    private var places: [Int: String]
    private let limit: Int

    package init(_ source: LineSource, after seeds: [UInt32], places: [Int: String], limit: Int) {
        self.places = places
        self.source = source
        self.seeds = seeds
        self.limit = limit
    }

    /// Returns the next line, with its content if it is valid, or nil at the end.
    package mutating func next() throws -> (number: Int, offset: UInt64, line: JournalLine?)? {
        guard let raw = try source.next(limit: limit) else { return nil }
        return (raw.number, raw.offset, raw.isFinished && !raw.isTooLong ? read(raw.bytes) : skip(raw.bytes))
    }

    private mutating func read(_ bytes: [UInt8]) -> JournalLine? {
        for seed in seeds {
            var reader = LineReader(after: seed, places: places)
            if let line = try? reader.read(bytes) {
                seeds = [reader.crc]
                places = reader.places
                return line
            }
        }
        return skip(bytes)
    }

    private mutating func skip(_ bytes: [UInt8]) -> JournalLine? {
        seeds = LineReader.seeds(behind: bytes, after: seeds)
        return nil
    }
}
