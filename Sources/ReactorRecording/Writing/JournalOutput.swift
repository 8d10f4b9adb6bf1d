import Reactor

/// The files of a journal that is being written: its last segment, and the mark of the synced position.
struct JournalOutput {
    private let folder: JournalFolder
    private let configuration: JournalConfiguration
    let content: JournalContent
    let id: String
    private var segment: SegmentFile?
    /// The segment during a suspension.
    private var left: SegmentFile.Left?
    private var encoder: EntryEncoder
    private var schedule: StateSchedule
    private let markFile: any File
    private var marks = 0
    /// The last synced entry.
    private var synced: UInt64
    /// The last entry that has a line.
    private(set) var seq: UInt64
    /// The numbers of the log that are reserved for suspended writers.
    var skipped: UInt64 { encoder.counters.skipped }
    private var bytesSinceMark: UInt64 = 0
    private var isStateAsked = false
    /// The state after the last entry, if the core has ended there.
    private var last: RecordedSnapshot?
    /// Whether the current failure to encode the state was reported.
    private var isFailureReported = false

    /// The number of bytes after which a sync is noted in the segment itself.
    private static let bytesBetweenMarks = 1 << 14
    private static let piece = 1 << 20

    init(
        _ folder: JournalFolder, _ configuration: JournalConfiguration, _ content: JournalContent,
        _ found: Recovery.RecoveredJournal?, id: String
    ) throws {
        self.folder = folder
        self.configuration = configuration
        self.content = content
        self.id = found?.header.id ?? id
        segment = found?.segment
        seq = found?.report.seq ?? 0
        synced = seq
        encoder = EntryEncoder(
            seq: seq, counters: found?.counters ?? JournalCounters(), limits: configuration.limits, event: content.event
        )
        schedule = StateSchedule(
            checkEvery: configuration.checkEvery, configuration.rotation, found?.size ?? SegmentSize())
        markFile = try configuration.fileSystem.open(folder.syncMark, .update)
    }

    /// Continues the existing segment and marks this, because earlier commands have ended, and a line about a closed journal is
    /// no longer the last.
    mutating func resume() throws {
        segment?.lines.write(JournalCheck(seq: seq))
        try flush()
    }

    /// Whether to request the state from the core. Returns true once for each state.
    mutating func asksForState() -> Bool {
        guard !isStateAsked && schedule.use != nil else { return false }
        isStateAsked = true
        return true
    }

    // MARK: Lines

    /// Sometimes writes the synced position into the segment itself, so that a copy of only this file has it.
    mutating func beginBatch() {
        guard bytesSinceMark >= Self.bytesBetweenMarks, synced > 0 else { return }
        segment?.lines.write(JournalCheck(seq: seq, synced: synced))
        bytesSinceMark = 0
    }

    mutating func write(_ item: StepBuffer.Item) throws {
        switch item {
        case .event(let event, let place, let at):
            last = nil
            encoder.add(.event(event, at: place), cause: nil, at: at)
        case .step(let step, let cause, let at):
            last = nil
            encoder.add(step, cause: cause, at: at)
        case .groupBegan: encoder.groupBegan()
        case .groupEnded: encoder.groupEnded()
        case .state(let state):
            isStateAsked = false
            if let use = schedule.use { try self.use(state, for: use) }
        case .end(let state): last = state
        }
        for report in encoder.reports { configuration.report(report) }
        encoder.reports = []
        guard let last = encoder.ready.last else { return }
        let before = segment?.lines.bytes.count ?? 0
        for entry in encoder.ready { segment?.lines.write(entry) }
        let bytes = UInt64((segment?.lines.bytes.count ?? 0) - before)
        seq = last.seq
        bytesSinceMark += bytes
        schedule.wrote(entries: encoder.ready.count, bytes: bytes)
        encoder.ready.removeAll(keepingCapacity: true)
        if encoder.hasGap {
            // Entries that cannot be replayed come before the state of the next header.
            schedule.forceSegment()
            encoder.hasGap = false
        }
        if segment?.lines.bytes.count ?? 0 > Self.piece { try flush() }
    }

    mutating func flush() throws { try segment?.flush() }

    mutating func sync() throws {
        try flush()
        try segment?.file.sync(.platter)
        synced = seq
        try markSynced()
    }

    // MARK: States

    private mutating func use(_ state: RecordedSnapshot, for use: StateSchedule.Use) throws {
        let pending = use == .segment ? state.pending() : []
        let hasLost = pending.contains { $0.events.contains(where: \.isLost) }
        // Its header would contain an event without content. After a while the event is below the header's state.
        if hasLost && !schedule.isFull { return schedule.postponeForced() }
        let visible = encoded { try state.visible() }
        if let visible {
            segment?.lines.write(
                JournalCheck(seq: seq, digest: visible.digest, synced: synced, members: visible.members))
            schedule.checked(stateBytes: visible.bytes.count)
        }
        guard use == .segment else { return }
        guard let base = state.base.map({ base in encoded { try base() } }) ?? visible?.bytes else { return }
        segment?.lines.write(JournalCheck(seq: seq, synced: synced, end: .rotated))
        try sync()
        try begin(
            JournalHeader(
                id: id, app: configuration.app, from: seq, at: configuration.now(), schema: content.schema,
                base: base, pending: pending,
                counters: JournalCounters(
                    prediction: state.prediction, mark: state.mark, launch: encoder.counters.launch,
                    skipped: skipped)))
        if hasLost { schedule.forceSegment() }
    }

    /// Returns an encoded state, or nil on failure. A failure is reported once until an encoding succeeds.
    private mutating func encoded<Result>(_ encode: () throws -> Result) -> Result? {
        do {
            let result = try encode()
            isFailureReported = false
            return result
        } catch {
            schedule.failed()
            if !isFailureReported { configuration.report(.stateNotEncoded(seq: seq, reason: "\(error)")) }
            isFailureReported = true
            return nil
        }
    }

    /// Begins a segment, and removes old segments.
    ///
    /// - Throws: ``JournalError`` if the next file's name is taken by a file of another journal.
    mutating func begin(_ header: JournalHeader) throws {
        var header = header
        header.id = id
        header.app = configuration.app
        header.from = seq
        header.after = segment?.lines.crc
        let number = (segment?.number ?? 0) + 1
        if let last = try folder.segments(configuration.fileSystem).last, last >= number {
            throw JournalError.occupied(file: folder.segment(last))
        }
        let next = try SegmentFile.make(number, header, in: folder, configuration.fileSystem)
        segment = next
        schedule.began(headerBytes: next.written, stateBytes: header.base.count)
        try markSynced()
        guard let keeping = configuration.rotation.keeping else { return }
        let old = OldSegments(folder: folder, fileSystem: configuration.fileSystem)
        try old.remove(keeping: max(keeping, 1), of: id, upTo: seq)
    }

    // MARK: Marks

    /// Marks everything that was written as synced.
    mutating func markSynced() throws {
        guard let segment else { return }
        let mark = SyncMark(segment: segment.number, seq: seq, bytes: segment.written)
        try markFile.writeAll(mark.line, at: UInt64(marks % 2 * SyncMark.width))
        marks += 1
    }

    /// Throws if the written file is no longer in the folder.
    func confirm() throws { try segment?.confirm(in: folder, configuration.fileSystem) }

    /// Closes the journal: everything is synced, and the mark is written.
    ///
    /// If the core has ended, the last state's digest is written, and the state itself in a new segment if the current one is
    /// full. The last line marks the journal as closed.
    ///
    /// - Parameter isSuspended: Whether this writer continues later, even if other writers have written.
    mutating func end(isSuspended: Bool = false) throws {
        if let last, let use = schedule.lastUse { try self.use(last, for: use) }
        segment?.lines.write(JournalCheck(seq: seq, synced: synced, end: .closed, isSuspended: isSuspended))
        try sync()
        try markFile.sync(.platter)
    }

    // MARK: Suspension

    /// Whether a group is incomplete.
    var isInGroup: Bool { encoder.isInGroup }

    /// Releases the segment of an ended journal.
    mutating func release() throws {
        left = try segment?.left(at: seq)
        segment = nil
    }

    /// Returns an output that continues after the entries of other writers.
    func goingOn(from found: Recovery.RecoveredJournal, header: JournalHeader?) throws -> JournalOutput {
        var output = try JournalOutput(folder, configuration, content, found, id: id)
        if let header { try output.begin(header) }
        try output.markSynced()
        if header == nil { try output.resume() }
        return output
    }

    /// Reopens the segment.
    ///
    /// - Returns: false if other writers have written, so that the journal must be read again.
    mutating func takeAgain() throws -> Bool {
        guard let left, let again = try SegmentFile.again(left, in: folder, configuration.fileSystem) else {
            return false
        }
        segment = again
        do {
            segment?.lines.write(JournalCheck(seq: seq, isResumed: true))
            try flush()
        } catch {
            segment = nil
            throw error
        }
        return true
    }
}
