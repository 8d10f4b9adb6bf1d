import Reactor

/// The files of a journal that is being written: its last segment, and the mark of what the disk has.
struct JournalOutput {
    private let folder: JournalFolder
    private let configuration: JournalConfiguration
    private let content: JournalContent
    private let id: String
    private var segment: SegmentFile?
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

    /// A sync is told in the segment itself after so many bytes.
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
            checkEvery: configuration.checkEvery, configuration.rotation, entries: found?.report.entries ?? 0,
            bytes: found?.segment.written ?? 0, headerBytes: 0)
        markFile = try configuration.fileSystem.opened(folder.syncMark, .update)
    }

    /// Whether the core is to be asked for its state. Says so once for each state.
    mutating func asksForState() -> Bool {
        guard !isStateAsked && schedule.use != nil else { return false }
        isStateAsked = true
        return true
    }

    // MARK: Lines

    /// Tells, now and then, what the disk has, in the segment itself: a copy of the file alone has that too.
    mutating func beginBatch() {
        guard bytesSinceMark >= Self.bytesBetweenMarks, synced > 0 else { return }
        segment?.lines.write(JournalCheck(seq: seq, synced: synced))
        bytesSinceMark = 0
    }

    mutating func write(_ item: StepBuffer.Item) throws {
        switch item {
        case .step(let step, let cause, let at): encoder.add(step, cause: cause, at: at)
        case .groupBegan: encoder.groupBegan()
        case .groupEnded: encoder.groupEnded()
        case .state(let state): try use(state)
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
            // What cannot be told again is behind the state of the next header.
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

    private mutating func use(_ state: KeptState) throws {
        isStateAsked = false
        guard let use = schedule.use else { return }
        let visible: KeptState.Visible
        let below: KeptState.Below?
        do {
            visible = try state.visible()
            below = use == .segment ? try state.below(visible) : nil
        } catch {
            // Not to be tried again at each event.
            schedule.checked(stateBytes: 0)
            configuration.report(.stateNotEncoded(seq: seq, reason: "\(error)"))
            return
        }
        segment?.lines.write(JournalCheck(seq: seq, digest: visible.digest, synced: synced))
        schedule.checked(stateBytes: visible.bytes.count)
        guard let below else { return }
        try sync()
        try begin(
            JournalHeader(
                id: id, app: configuration.app, from: seq, at: configuration.now(), schema: content.schema,
                base: below.base, pending: below.pending,
                counters: JournalCounters(
                    prediction: below.prediction, mark: below.mark, launch: encoder.counters.launch,
                    entry: below.entry),
                isRedacted: content.isRedacted))
    }

    /// Begins a segment, and removes those that are not to be kept.
    mutating func begin(_ header: JournalHeader) throws {
        var header = header
        header.id = id
        header.app = configuration.app
        header.from = seq
        header.isRedacted = content.isRedacted
        let last = try folder.segments(configuration.fileSystem).last
        let next = try SegmentFile.make((last ?? 0) + 1, header, in: folder, configuration.fileSystem)
        segment = next
        schedule.began(headerBytes: next.written)
        try markSynced()
        guard let keeping = configuration.rotation.keeping else { return }
        for old in try folder.segments(configuration.fileSystem).dropLast(max(keeping, 1)) {
            // One after the other on the disk too: none may be missing between two.
            try configuration.fileSystem.removed(folder.segment(old))
            try configuration.fileSystem.syncedFolder(folder.path)
        }
    }

    // MARK: Marks

    /// Everything that was written is on the disk.
    mutating func markSynced() throws {
        guard let segment else { return }
        let mark = SyncMark(segment: segment.number, seq: seq, bytes: segment.written)
        try markFile.writeAll(mark.line, at: UInt64(marks % 2 * SyncMark.width))
        marks += 1
    }

    /// Leaves the journal as one that was closed: everything is on the disk, and so is the word of it.
    mutating func end() throws {
        segment?.lines.write(JournalCheck(seq: seq, synced: synced))
        try sync()
        try markFile.synced(.platter)
    }
}
