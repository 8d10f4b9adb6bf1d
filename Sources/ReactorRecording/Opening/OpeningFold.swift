import Reactor

/// A replay of the last segment of a journal, to continue at its end.
struct OpeningFold<StateType: State & Codable>: Sendable {
    let catalog: EventCatalog<StateType>
    private var replay: Replay<StateType>?
    private var schema: JournalSchema?
    private var counters = JournalCounters()

    init(catalog: EventCatalog<StateType>) { self.catalog = catalog }

    mutating func read(_ line: JournalLine) throws(ReplayError) {
        switch line {
        case .header(let header):
            replay = try Replay(header, catalog: catalog, passesGaps: true, appliesAtOnce: true)
            schema = header.schema
            counters = header.counters
        case .entry(let entry):
            try replay?.read(line)
            counters.count(entry)
        case .check(let check):
            try replay?.read(line)
            counters.count(check)
        }
    }

    /// Whether no line waits to be applied.
    var isApplied: Bool { replay?.isApplied ?? true }

    /// The initial content of a core.
    struct InitialContent {
        let record: LedgerRecord<StateType>
        /// The last launch of a command in the entries.
        let lastLaunch: UInt64
        /// The header of a new segment, or nil to continue the existing one.
        var header: JournalHeader?
        let report: OpeningReport
    }

    private func begun(with new: StateType?) -> LedgerRecord<StateType>? {
        guard let new else { return nil }
        return LedgerRecord(base: new, entries: [], lastPrediction: counters.prediction, lastMark: counters.mark)
    }

    /// - Parameter new: The state of a new journal, or nil for an existing one.
    func found(new: StateType?, recovery: RecoveryReport, now: Timestamp) throws(ReplayError) -> InitialContent {
        var replay = replay
        guard var record = replay?.record() ?? begun(with: new) else {
            throw .journal(.notJournal(path: recovery.file ?? ""))
        }
        // More than in the entries, if a suspended writer has reserved numbers.
        record.lastPrediction = max(record.lastPrediction, counters.prediction)
        record.lastMark = max(record.lastMark, counters.mark)
        let lost = replay?.passed ?? []
        let isMigrated = schema.map { $0 != catalog.schema } ?? false
        let report = OpeningReport(recovery: recovery, migratedFrom: isMigrated ? schema : nil, lost: lost)
        // Entries that cannot be replayed must come before the state of the next header.
        guard replay == nil || isMigrated || !lost.isEmpty else {
            return InitialContent(record: record, lastLaunch: counters.launch, header: nil, report: report)
        }
        let header = try ReplayError.atEntry(
            recovery.seq, record.header(catalog, at: now, counters))
        return InitialContent(record: record, lastLaunch: counters.launch, header: header, report: report)
    }
}

extension LedgerRecord where StateType: State & Codable {
    /// Returns the header of a recording that begins here. Its id, app and seq are filled in later.
    ///
    /// - Parameter counters: The last launch of a command before it, and the reserved numbers.
    func header(
        _ catalog: EventCatalog<StateType>, at now: Timestamp, _ counters: JournalCounters
    ) throws(CatalogError) -> JournalHeader {
        var pending: [PendingEntry] = []
        for entry in entries {
            var events: [RecordedEvent] = []
            for event in entry.events.all { events.append(try catalog.encode(event)) }
            pending.append(PendingEntry(owner: entry.owner?.inJournal, events: events, number: entry.number))
        }
        return JournalHeader(
            id: "", app: "", at: now, schema: catalog.schema, base: try catalog.encode(state: base).bytes(.canonical),
            pending: pending,
            counters: JournalCounters(
                prediction: lastPrediction, mark: lastMark, launch: counters.launch, skipped: counters.skipped))
    }
}
