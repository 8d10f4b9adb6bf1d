/// The one ordered log: which events there are, in which order, and which of them may still be taken back.
///
/// It knows no state; it only decides where events stand. Every operation is O(1), amortised, beyond the number of
/// entries of the prediction that it settles. ``OptimisticLedger`` folds what stands here.
package struct LedgerLog: Sendable {
    /// How an operation changed the sequence of events.
    package enum Change: Sendable {
        case none
        /// The events of the operation follow all others.
        case appended
        /// Events came or went before others.
        case rearranged
    }

    package internal(set) var entries = LedgerEntries()
    var predictions: [PredictionID: PendingPrediction] = [:]
    var marks: [MarkID: LedgerEntries.Place] = [:]
    /// How many pending predictions are about each entity.
    var entities: [LedgerEntity: Int] = [:]
    /// The first predicted entry. It moves only forwards, which makes finding it amortised O(1).
    var lowestPredicted: LedgerEntries.Place?
    package var lastPrediction: PredictionID
    package var lastMark: MarkID
    /// The last number given to an entry. None is given twice in the life of a journal.
    package var lastEntry: UInt64

    package init(
        lastPrediction: PredictionID = PredictionID(0), lastMark: MarkID = MarkID(0), lastEntry: UInt64 = 0
    ) {
        self.lastPrediction = lastPrediction
        self.lastMark = lastMark
        self.lastEntry = lastEntry
    }

    /// True when an entry may still be taken back or filled.
    package var isOpen: Bool { !predictions.isEmpty || !marks.isEmpty }

    /// Certain events at the end.
    package mutating func append(_ events: consuming LedgerEvents) -> Change {
        guard !events.isEmpty else { return .none }
        // Whether something is open is decided by the order of acceptance, unlike how much of the log is still here.
        entries.insert(LedgerEntry(events: events, number: isOpen ? nextNumber() : nil))
        return .appended
    }

    /// The first entry, when it is certain: it leaves the log.
    package mutating func popCertain() -> LedgerEntry? {
        guard let first = entries.first, entries[first].owner == nil else { return nil }
        return entries.remove(first)
    }

    mutating func nextNumber() -> UInt64 {
        lastEntry += 1
        return lastEntry
    }

    func refuseReset(_ events: LedgerEvents) throws(LedgerRefusal) {
        guard let reset = events.reset else { return }
        throw .resetOutOfPlace("\(type(of: reset))")
    }
}
