/// Everything that a journal must keep of a ledger, so that a core opened from it goes on as if it had not stopped.
package struct LedgerRecord<StateType: State>: Sendable {
    /// The fold of everything below the entries.
    package var base: StateType
    /// The log above `base`, in order.
    package var entries: [LedgerEntry]
    package var lastPrediction: PredictionID
    package var lastMark: MarkID
    package var lastEntry: UInt64

    package init(
        base: StateType, entries: [LedgerEntry], lastPrediction: PredictionID, lastMark: MarkID, lastEntry: UInt64 = 0
    ) {
        self.base = base
        self.entries = entries
        self.lastPrediction = lastPrediction
        self.lastMark = lastMark
        self.lastEntry = lastEntry
    }
}

extension OptimisticLedger {
    /// What a journal writes. `base` and the entries fold to what is seen also while `visible` is stale. O(entries),
    /// and holds a copy of a state for as long as it is kept.
    package func record(visible: StateType) -> LedgerRecord<StateType> {
        var entries: [LedgerEntry] = []
        log.entries.forEach { entries.append($0) }
        return LedgerRecord(
            base: base ?? visible, entries: entries, lastPrediction: log.lastPrediction, lastMark: log.lastMark,
            lastEntry: log.lastEntry)
    }

    /// The ledger that a journal kept, and what is seen on top of it.
    ///
    /// Scopes and entities are values of the running program and not part of a journal; whoever resumes a prediction
    /// names them again with ``describe(_:)``.
    package init(_ record: LedgerRecord<StateType>, visible: inout StateType) {
        self.init(
            lastPrediction: record.lastPrediction, lastMark: record.lastMark, lastEntry: record.lastEntry)
        visible = record.base
        for entry in record.entries { log.restore(entry) }
        guard log.entries.count > 0 else { return }
        base = record.base
        isEmpty = false
        isStale = true
        refold(into: &visible)
    }

    /// Names the scopes and entities of a pending prediction anew. False when it is not pending.
    package mutating func describe(_ prediction: PendingPrediction) -> Bool { log.describe(prediction) }
}

extension LedgerLog {
    mutating func restore(_ entry: LedgerEntry) {
        lastEntry = max(lastEntry, entry.number ?? 0)
        switch entry.owner {
        case nil:
            entries.insert(entry)
        case .prediction(let id):
            if predictions[id] == nil { predictions[id] = PendingPrediction(id) }
            predict(entry, id)
            lastPrediction = max(lastPrediction, id)
        case .mark(let id):
            marks[id] = entries.insert(entry)
            lastMark = max(lastMark, id)
        }
    }

    mutating func describe(_ prediction: PendingPrediction) -> Bool {
        guard let known = predictions[prediction.id] else { return false }
        count(known.entities, by: -1)
        count(prediction.entities, by: 1)
        predictions[prediction.id]?.scopes = prediction.scopes
        predictions[prediction.id]?.entities = prediction.entities
        return true
    }
}
