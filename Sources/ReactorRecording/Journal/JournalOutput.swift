import Reactor

/// The files of a journal that is being written: its last segment, and the mark of what the disk has.
struct JournalOutput {
    private let folder: JournalFolder
    private let configuration: JournalConfiguration
    let content: JournalContent
    let id: String
    private var segment: SegmentFile?
    /// The segment while the journal is suspended.
    private var left: SegmentFile.Left?
    private var encoder: EntryEncoder
    private var schedule: StateSchedule
    private let markFile: any File
    private var marks = 0
    /// The last entry that the disk has.
    private var synced: UInt64
    /// The last entry that was made a line of.
    private(set) var seq: UInt64
    private var bytesSinceMark: UInt64 = 0
    private var isStateAsked = false
    /// The state behind the last entry, where the core has ended in it.
    private var last: KeptState?
    /// Whether it was said that the state does not encode, and it has not since.
    private var isFailureReported = false

    /// A sync is noted in the segment itself after so many bytes.
    private static let bytesBetweenMarks = 1 << 14
    private static let piece = 1 << 20

    init(
        _ folder: JournalFolder, _ configuration: JournalConfiguration, _ content: JournalContent,
        _ found: Recovery.Found?, id: String
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
        markFile = try configuration.fileSystem.opened(folder.syncMark, .update)
    }

    /// Goes on in the segment that was found, and says so: what was under way before is gone, and a line that says that the
    /// journal was closed is not the last one any more.
    mutating func resume() throws {
        segment?.lines.write(JournalCheck(seq: seq))
        try flush()
    }

    /// Whether the core is to be asked for its state. Says so once for each state.
    mutating func asksForState() -> Bool {
        guard !isStateAsked && schedule.use != nil else { return false }
        isStateAsked = true
        return true
    }

    // MARK: Lines

    /// Writes, now and then, what the disk has, in the segment itself: a copy of the file alone has that too.
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
            // What cannot be replayed is behind the state of the next header.
            schedule.forceSegment()
            encoder.hasGap = false
        }
        if segment?.lines.bytes.count ?? 0 > Self.piece { try flush() }
    }

    mutating func flush() throws { try segment?.flush() }

    mutating func sync() throws {
        try flush()
        try segment?.file.synced(.platter)
        synced = seq
        try markSynced()
    }

    // MARK: States

    private mutating func use(_ state: KeptState, for use: StateSchedule.Use) throws {
        let pending = use == .segment ? state.pending() : []
        let hasLost = pending.contains { $0.events.contains(where: \.isLost) }
        // A header would hold what could not be recorded by its name alone; in time it is below.
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
                    entry: state.entry)))
        if hasLost { schedule.forceSegment() }
    }

    /// What encoding a state gives; nil when it fails, which is said once until it succeeds.
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

    /// Begins a segment, and removes those that are not to be kept.
    ///
    /// - Throws: ``JournalError`` when there is a file that this journal did not write where it goes on.
    mutating func begin(_ header: JournalHeader) throws {
        var header = header
        header.id = id
        header.app = configuration.app
        header.from = seq
        header.after = segment?.lines.crc
        let number = (segment?.number ?? 0) + 1
        if let last = try folder.segments(configuration.fileSystem).last, last >= number {
            throw JournalError(.occupied(file: folder.segment(last)))
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

    /// Everything that was written is on the disk.
    mutating func markSynced() throws {
        guard let segment else { return }
        let mark = SyncMark(segment: segment.number, seq: seq, bytes: segment.written)
        try markFile.writeAll(mark.line, at: UInt64(marks % 2 * SyncMark.width))
        marks += 1
    }

    /// Throws when what was written is not in the folder any more.
    func confirm() throws { try segment?.confirm(in: folder, configuration.fileSystem) }

    /// Leaves the journal as one that was closed: everything is on the disk, and so is the word of it.
    ///
    /// Where the core has ended before, the digest of its last state is in it, and the state itself in a new segment where
    /// this one is full. The last line says that the journal was closed.
    ///
    /// - Parameter isSuspended: whether this writer goes on later, also where others wrote meanwhile.
    mutating func end(isSuspended: Bool = false) throws {
        if let last, let use = schedule.lastUse { try self.use(last, for: use) }
        segment?.lines.write(JournalCheck(seq: seq, synced: synced, end: .closed, isSuspended: isSuspended))
        try sync()
        try markFile.synced(.platter)
    }

    // MARK: Suspension

    /// Whether a group was begun of which the rest is still to come.
    var isInGroup: Bool { encoder.isInGroup }

    /// Lets go of the segment. The journal was ended before.
    mutating func release() throws {
        left = try segment?.left(at: seq)
        segment = nil
    }

    /// The same journal, behind what others have written meanwhile.
    func goingOn(from found: Recovery.Found, header: JournalHeader?) throws -> JournalOutput {
        var output = try JournalOutput(folder, configuration, content, found, id: id)
        if let header { try output.begin(header) }
        try output.markSynced()
        if header == nil { try output.resume() }
        return output
    }

    /// Takes the segment again.
    ///
    /// - Returns: false when others wrote meanwhile: then the journal is to be read again.
    mutating func takeAgain() throws -> Bool {
        guard let left, let again = try SegmentFile.again(left, in: folder, configuration.fileSystem) else {
            return false
        }
        segment = again
        do {
            segment?.lines.write(JournalCheck(seq: seq))
            try flush()
        } catch {
            segment = nil
            throw error
        }
        return true
    }
}
