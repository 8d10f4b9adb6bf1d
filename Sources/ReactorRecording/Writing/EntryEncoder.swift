import Reactor

/// Converts steps into entries, one line for each event, and only complete groups.
package struct EntryEncoder {
    private let event: @Sendable (any Event) throws -> RecordedEvent
    private let limits: JournalLimits
    /// The seq of the last entry.
    package private(set) var seq: UInt64
    package private(set) var counters: JournalCounters
    /// The entries that can be written.
    package var ready: [JournalEntry] = []
    package var reports: [JournalReport] = []
    /// Whether one of the entries cannot be replayed.
    package var hasGap = false
    private var group: [JournalEntry] = []
    private var depth = 0

    package init(
        seq: UInt64, counters: JournalCounters, limits: JournalLimits,
        event: @escaping @Sendable (any Event) throws -> RecordedEvent
    ) {
        self.seq = seq
        self.counters = counters
        self.limits = limits
        self.event = event
    }

    var isInGroup: Bool { depth > 0 }

    package mutating func groupBegan() { depth += 1 }

    package mutating func groupEnded() {
        depth -= 1
        if depth == 0 { release() }
    }

    package mutating func add(_ step: LogStep, cause: LogCause?, at: Timestamp) {
        var entry = JournalEntry(seq: seq, at: at, step: step.kind)
        entry.cause = cause.map(JournalCause.init)
        entry.place = step.place.map { "\($0)" }
        entry.launchedAt = cause?.launchedAt
        entry.number = step.number.flatMap { $0 == seq + 1 + counters.skipped ? nil : $0 }
        switch step.events {
        case .none: add(entry)
        case .one(let event): add(event, entry)
        case .group(let events):
            for event in events {
                add(event, entry)
                entry.launchedAt = nil
                entry.number = entry.number.map { $0 + 1 }
            }
        }
        if depth == 0 { release() }
    }

    private mutating func add(_ event: any Event, _ entry: JournalEntry) {
        var entry = entry
        entry.event = record(event, seq + 1)
        if let ended = event as? CommandEnded { entry.launchedAt = ended.launchedAt }
        add(entry)
    }

    private mutating func add(_ entry: JournalEntry) {
        seq += 1
        var entry = entry
        entry.seq = seq
        counters.count(entry)
        group.append(entry)
    }

    private mutating func release() {
        if group.count > 1 {
            for index in group.indices { group[index].group = GroupPlace(index: index + 1, count: group.count) }
        }
        ready += group
        group.removeAll(keepingCapacity: true)
    }

    private mutating func record(_ event: any Event, _ seq: UInt64) -> RecordedEvent {
        let recorded: RecordedEvent
        do {
            recorded = try self.event(event)
        } catch {
            let lost = RecordedEvent(unencodable: event)
            return gap(lost.name, lost.version, .unencodable, "\(error)", seq)
        }
        let bytes = recorded.payload.count
        if let kind = recorded.gap { return gap(recorded.name, recorded.version, kind, nil, seq) }
        if bytes > limits.error {
            return gap(
                recorded.name, recorded.version, .oversized, "\(bytes) bytes, and the limit is \(limits.error)", seq)
        }
        if bytes > limits.warning {
            reports.append(.large(event: recorded.name, seq: seq, bytes: bytes, limit: limits.warning))
        }
        return recorded
    }

    private mutating func gap(
        _ name: String, _ version: Int, _ gap: RecordedEvent.Gap, _ reason: String?, _ seq: UInt64
    ) -> RecordedEvent {
        hasGap = true
        reports.append(.gap(event: name, seq: seq, gap: gap, reason: reason))
        return RecordedEvent(name: name, version: version, gap: gap)
    }
}
