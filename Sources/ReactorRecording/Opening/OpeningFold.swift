import Reactor

/// Folds the last segment of a journal, to go on from its end.
struct OpeningFold<StateType: State & Codable>: Sendable {
    let catalog: EventCatalog<StateType>
    private var replay: Replay<StateType>?
    private var schema: JournalSchema?
    private var isOldFormat = false
    private var counters = JournalCounters()

    init(catalog: EventCatalog<StateType>) { self.catalog = catalog }

    mutating func read(_ line: JournalLine) throws(ReplayError) {
        switch line {
        case .header(let header):
            replay = try Replay(header, catalog: catalog, passesGaps: true)
            schema = header.schema
            isOldFormat = header.format < JournalHeader.currentFormat
            counters = header.counters
        case .entry(let entry):
            try replay?.read(line)
            counters.count(entry)
        case .check: return
        }
    }

    /// What a core begins with.
    struct Found {
        let record: LedgerRecord<StateType>
        /// The launch of the last command that is named.
        let lastLaunch: UInt64
        /// The segment to begin, nil to go on in the one that was found.
        var header: JournalHeader?
        let report: OpeningReport
    }

    /// - Parameter new: the state of a journal that is new, nil when one was found.
    func found(new: StateType?, recovery: RecoveryReport, now: Timestamp) throws(ReplayError) -> Found {
        var replay = replay
        let begun = new.map {
            LedgerRecord(base: $0, entries: [], lastPrediction: counters.prediction, lastMark: counters.mark)
        }
        guard var record = replay?.record() ?? begun else { throw .journal(.notJournal(path: recovery.file ?? "")) }
        let lost = replay?.passed ?? []
        let isMigrated = schema.map { $0 != catalog.schema } ?? false
        let report = OpeningReport(recovery: recovery, migratedFrom: isMigrated ? schema : nil, lost: lost,
            unexpectedEnd: nil)
        // A core follows the rule of the newest format, and the segment that it writes says so.
        record.resetBoundsPlacement = true
        // What cannot be applied again is to be behind the state of the next header.
        guard replay == nil || isMigrated || isOldFormat || !lost.isEmpty else {
            return Found(record: record, lastLaunch: counters.launch, header: nil, report: report)
        }
        do {
            return Found(
                record: record, lastLaunch: counters.launch, header: try header(record, now), report: report)
        } catch {
            throw .catalog(error, seq: recovery.seq)
        }
    }

    /// Id, app and seq are filled in by the writer.
    private func header(_ record: LedgerRecord<StateType>, _ now: Timestamp) throws(CatalogError) -> JournalHeader {
        var pending: [PendingEntry] = []
        for entry in record.entries {
            var events: [RecordedEvent] = []
            for event in entry.events.all { events.append(try catalog.encode(event)) }
            pending.append(PendingEntry(owner: entry.owner?.inJournal, events: events, number: entry.number))
        }
        return JournalHeader(
            id: "", app: "", at: now, schema: catalog.schema,
            base: try catalog.encode(state: record.base).bytes(.canonical), pending: pending,
            counters: JournalCounters(
                prediction: record.lastPrediction, mark: record.lastMark, launch: counters.launch,
                entry: record.lastEntry))
    }
}
