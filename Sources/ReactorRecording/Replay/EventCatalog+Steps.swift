import Reactor

/// The conversion of a recording's lines into the steps and the initial content of a ledger.
extension EventCatalog {
    /// Returns the ledger in a header.
    ///
    /// - Parameter lost: A closure that receives the events without content, which are left out; nil if there must be none.
    func record(
        _ header: JournalHeader, lost: ((LostEvent) -> Void)? = nil
    ) throws(ReplayError) -> LedgerRecord<StateType> {
        do {
            var entries: [LedgerEntry] = []
            for pending in header.pending {
                var events: [any Event] = []
                for event in pending.events {
                    if let lost, let gap = event.gap, event.isLost {
                        lost(LostEvent(seq: header.from, name: event.name, gap: gap))
                    } else {
                        events.append(try decode(event))
                    }
                }
                if events.isEmpty && pending.owner == nil { continue }
                entries.append(
                    LedgerEntry(owner: pending.owner?.inLedger, events: LedgerEvents(events), number: pending.number))
            }
            return LedgerRecord(
                base: try decode(state: header.base, version: header.schema.state), entries: entries,
                lastPrediction: header.counters.prediction, lastMark: header.counters.mark,
                lastNumber: header.from + header.counters.skipped)
        } catch {
            if header.isRedacted, error.isUndecodableState {
                throw ReplayError.redacted(seq: header.from)
            }
            throw ReplayError.catalog(error, seq: header.from)
        }
    }

    /// Returns the steps of a complete group, or of a single entry. Consecutive entries can form one step.
    func steps(of entries: [JournalEntry], _ counters: JournalCounters) throws(ReplayError) -> [LogStep] {
        var steps: [LogStep] = []
        var next = entries.startIndex
        while next < entries.endIndex {
            let step = entries[next].step
            let number = counters.number(of: entries[next])
            var events: [any Event] = []
            repeat {
                if let event = entries[next].event { events.append(try schemas.decode(event, at: entries[next].seq)) }
                next += 1
            } while next < entries.endIndex && step.hasManyLines && entries[next].step == step
            if case .event = step, events.isEmpty { throw ReplayError.withoutEvent(seq: entries[next - 1].seq) }
            var whole = LogStep(step, events)
            whole.number = number
            steps.append(whole)
        }
        return steps
    }
}

extension JournalEntry {
    /// Whether it is a single confirmed event, as most entries are, without a step or a group.
    var isPlain: Bool {
        guard group == nil, event?.gap == nil, case .event(let withdrawing) = step else { return false }
        return withdrawing.isEmpty
    }
}

extension PendingEntry.Owner {
    fileprivate var inLedger: LedgerOwner {
        switch self {
        case .prediction(let id): .prediction(id)
        case .mark(let id): .mark(id)
        }
    }
}

extension JournalStep {
    /// Whether consecutive entries of this step form one step. A confirmed event is always its own step.
    package var hasManyLines: Bool { if case .event = self { false } else { true } }
}

extension EventSchemas {
    func decode(_ event: RecordedEvent, at seq: UInt64) throws(ReplayError) -> any Event {
        try ReplayError.atEntry(seq, decode(event))
    }
}
