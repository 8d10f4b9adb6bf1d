import Reactor
import ReactorRecording
import ReactorTestSupport

/// Records a core in memory, each step as the lines a journal would have, and the state that was seen after each.
final class Scribe<StateType: State & Codable>: Recorder {
    struct Content {
        var lines: [JournalLine] = []
        var seq: UInt64 = 0
        var group: [JournalEntry]?
        var kept: UInt64 = 0
        /// The visible states, by the last entry of each complete step.
        var states: [UInt64: StateType] = [:]
    }

    let catalog: EventCatalog<StateType>
    let header: JournalHeader
    let checksEvery: UInt64?
    let segmentsEvery: UInt64?
    let content = Locked(Content())

    init(
        _ catalog: EventCatalog<StateType>, from state: StateType, checksEvery: UInt64? = 5,
        segmentsEvery: UInt64? = nil
    ) throws {
        self.catalog = catalog
        self.checksEvery = checksEvery
        self.segmentsEvery = segmentsEvery
        header = JournalHeader(
            id: "test", app: "tests", at: Timestamp(millisecondsSince1970: 0), schema: catalog.schema,
            base: try catalog.encode(state: state).bytes(.canonical))
    }

    var recording: Recording { content.withLock { Recording(header: header, lines: $0.lines) } }

    var now: Timestamp? { nil }
    var room: Int { .max }
    var runLength: Int { 1 }
    var followsReactions: Bool { false }
    func end(visible: StateType, _ record: LedgerRecord<StateType>) {}
    func whenRoom(_ resume: @escaping @Sendable () -> Void) { resume() }

    func groupBegan() { content.withLock { $0.group = [] } }

    func groupEnded() {
        content.withLock { content in
            content.write(content.group ?? [])
            content.group = nil
        }
    }

    func record(_ step: LogStep, cause: LogCause?) {
        let recorded = step.events.all.map { event in
            do throws(CatalogError) {
                return try catalog.encode(event)
            } catch {
                return RecordedEvent(name: "\(type(of: event))", gap: .unregistered)
            }
        }
        let at = Timestamp(millisecondsSince1970: 0)
        var entries = recorded.map { JournalEntry(seq: 0, at: at, step: step.kind, event: $0) }
        if entries.isEmpty { entries = [JournalEntry(seq: 0, at: at, step: step.kind)] }
        content.withLock { content in
            if content.group == nil { content.write(entries) } else { content.group?.append(contentsOf: entries) }
        }
    }

    var wantsState: Bool { true }

    func keep(visible: StateType, _ record: LedgerRecord<StateType>) {
        content.withLock { content in
            content.states[content.seq] = visible
            if let checksEvery, content.seq >= content.kept + checksEvery {
                content.kept = content.seq
                content.lines.append(.check(JournalCheck(seq: content.seq, digest: try? catalog.digest(of: visible))))
            }
            guard let segmentsEvery, content.seq > 0, content.seq.isMultiple(of: segmentsEvery) else { return }
            if let header = header.next(content.seq, record, catalog) { content.lines.append(.header(header)) }
        }
    }
}

extension Scribe.Content {
    fileprivate mutating func write(_ entries: [JournalEntry]) {
        for (index, entry) in entries.enumerated() {
            var entry = entry
            seq += 1
            entry.seq = seq
            if entries.count > 1 { entry.group = GroupPlace(index: index + 1, count: entries.count) }
            lines.append(.entry(entry))
        }
    }
}

extension JournalHeader {
    /// The header of the segment that begins after an entry.
    func next<StateType>(
        _ seq: UInt64, _ record: LedgerRecord<StateType>, _ catalog: EventCatalog<StateType>
    ) -> JournalHeader? {
        var header = self
        header.from = seq
        guard let base = try? catalog.encode(state: record.base) else { return nil }
        header.base = base.bytes(.canonical)
        header.pending = record.entries.map { entry in
            let owner: PendingEntry.Owner? =
                switch entry.owner {
                case .prediction(let id): .prediction(id)
                case .mark(let id): .mark(id)
                case nil: nil
                }
            return PendingEntry(
                owner: owner, events: entry.events.all.compactMap { try? catalog.encode($0) }, number: entry.number)
        }
        header.counters = JournalCounters(
            prediction: record.lastPrediction, mark: record.lastMark)
        return header
    }
}
