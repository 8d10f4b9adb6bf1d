/// The ordered log: its events, their order, and the events that can still be rolled back.
///
/// It has no state; it only decides the positions of events. Every step is O(1), amortized, in addition to the number
/// of entries of the prediction that it resolves; a Reset is O(entries) while marks are held. ``OptimisticLedger``
/// replays the events of this log.
package struct LedgerLog: Sendable {
    /// The change of the sequence of events by a step.
    enum Change {
        case none
        /// The entry at this position has new events. They can be applied to the visible state: every entry above it
        /// has no events, or only events that commute with them.
        case appended(LedgerEntries.Position)
        /// Events were inserted or removed before other events.
        case rearranged
    }

    /// A mark that is held.
    struct OpenMark {
        var position: LedgerEntries.Position
        /// Whether the mark was appended, so that exactly the entries with a higher order are above it.
        var wasAtEnd: Bool
    }

    package internal(set) var entries = LedgerEntries()
    var predictions: [PredictionID: PendingPrediction] = [:]
    var marks: [MarkID: OpenMark] = [:]
    /// The number of pending predictions about each entity.
    var entities: [LedgerEntity: Int] = [:]
    /// The first predicted entry above the last Reset. Authoritative events are inserted below it, and never below the
    /// Reset, which would discard them. It moves only forward, so finding it is O(1), amortized.
    private var lowestPredicted: LedgerEntries.Position?
    package private(set) var lastPrediction: PredictionID
    package private(set) var lastMark: MarkID
    /// The number of the last entry, if no recorder numbers them.
    package var lastNumber: UInt64
    /// The number of entries that were added while something was open.
    private var lastOrder: UInt64 = 0
    /// The highest order of an entry whose events do not commute with others. Updated while marks are held.
    private var lastOrdered: UInt64 = 0
    /// The highest order of an entry about each subject, and about any subject. Updated while marks are held.
    private var lastAbout: [String: UInt64] = [:]
    private var lastWithSubject: UInt64 = 0

    package init(
        lastPrediction: PredictionID = PredictionID(0), lastMark: MarkID = MarkID(0), lastNumber: UInt64 = 0
    ) {
        self.lastPrediction = lastPrediction
        self.lastMark = lastMark
        self.lastNumber = lastNumber
    }

    /// Whether an entry can still be rolled back or filled.
    package var isOpen: Bool { !predictions.isEmpty || !marks.isEmpty }

    /// The unresolved predictions, in the order of their ids. O(n log n).
    package var pending: [PendingPrediction] { predictions.values.sorted { $0.id < $1.id } }

    /// The prediction with an id, if it is pending. O(1).
    package func pending(_ id: PredictionID) -> PendingPrediction? { predictions[id] }

    /// Whether a pending prediction concerns an entity. O(1).
    package func isPending(_ entity: LedgerEntity) -> Bool { entities[entity] != nil }

    /// The marks that are held, in the order of their ids.
    package var heldMarks: [MarkID] { marks.keys.sorted() }

    /// Whether a mark was neither used nor released. O(1).
    package func isHeld(_ mark: MarkID) -> Bool { marks[mark] != nil }

    /// Performs a step as the entry with a number. `prediction` is the prediction that begins with the step, if any.
    mutating func perform(
        _ step: LogStep, _ number: UInt64, beginning prediction: PendingPrediction?
    ) throws(LedgerRefusal) -> Change {
        let events = step.events
        switch step.kind {
        case .event(let withdrawn):
            let removal = withdrawn.isEmpty ? Change.none : withdraw(withdrawn)
            let addition = append(events, number)
            if case .rearranged = removal { return removal }
            return addition
        case .begin(let id): return try begin(prediction ?? PendingPrediction(id), events, number)
        case .append(let id):
            guard predictions[id] != nil else { throw refusal(of: id) }
            try refuseReset(events)
            return events.isEmpty ? .none : .appended(predict(events, id, number))
        case .commit(let id):
            for position in try close(id).positions { entries[position].owner = nil }
            return .none
        case .replace(let id): return try replace(id, with: events)
        case .rollback(let id): return try remove(close(id).positions[...])
        case .mark(let id): return try mark(id, number)
        case .report(let id):
            try refuseReset(events)
            return report(events, below: try find(id), number)
        case .place(let mark):
            try refuseReset(events)
            guard let mark else { return insert(events, number) }
            return insert(events, at: try take(mark))
        case .release(let id):
            entries.remove(try take(id).position)
            return .none
        }
    }

    /// Appends confirmed events.
    mutating func append(_ events: consuming LedgerEvents, _ number: UInt64) -> Change {
        guard !events.isEmpty else { return .none }
        let isReset = events.hasReset
        return append(events, number, isReset: isReset)
    }

    /// Appends a confirmed event. The check for a reset is made here, because reading ``LedgerEvents`` copies it.
    mutating func append(_ event: any Event, _ number: UInt64) -> Change {
        append(.one(event), number, isReset: type(of: event)._resetTarget != nil)
    }

    private mutating func append(_ events: consuming LedgerEvents, _ number: UInt64, isReset: Bool) -> Change {
        let order = isOpen ? nextOrder() : 0
        if !marks.isEmpty { count(events, order) }
        let position = entries.insert(LedgerEntry(events: events, number: number, order: order))
        if isReset { startOver() }
        return .appended(position)
    }

    /// Removes and returns the first entry, if it is confirmed.
    mutating func popCertain() -> LedgerEntry? {
        guard let first = entries.first, entries[first].owner == nil else { return nil }
        return entries.remove(first)
    }

    /// Removes the confirmed entries after everything was resolved.
    mutating func removeAll() {
        entries.removeAll()
        lastAbout.removeAll()
    }

    private mutating func nextOrder() -> UInt64 {
        lastOrder += 1
        return lastOrder
    }

    private func refuseReset(_ events: LedgerEvents) throws(LedgerRefusal) {
        guard let reset = events.reset else { return }
        throw .resetOutOfPlace("\(type(of: reset))")
    }

    // MARK: Predictions

    /// Begins a prediction, with its first events at the end of the log. Without events, it only reserves the position
    /// for the events of its commit.
    private mutating func begin(
        _ prediction: PendingPrediction, _ events: LedgerEvents, _ number: UInt64
    ) throws(LedgerRefusal) -> Change {
        guard predictions[prediction.id] == nil else { throw .alreadyBegun(prediction.id) }
        try refuseReset(events)
        predictions[prediction.id] = prediction
        lastPrediction = max(lastPrediction, prediction.id)
        count(prediction.entities, by: 1)
        let position = predict(events, prediction.id, number)
        return events.isEmpty ? .none : .appended(position)
    }

    /// Replaces the events of a prediction by confirmed events, at the position where it began. They are placed there
    /// even if a Reset was appended since: that Reset also resets their changes, as it did with the predicted changes.
    private mutating func replace(_ id: PredictionID, with events: LedgerEvents) throws(LedgerRefusal) -> Change {
        try refuseReset(events)
        let positions = try close(id).positions
        let change = remove(positions.dropFirst())
        guard let first = positions.first else { return change }
        let predicted = entries[first].events
        if events.isEmpty {
            entries.remove(first)
        } else {
            // The response inherits the number, so that values that refer to the prediction's entry refer to the
            // response.
            let (number, order) = (entries[first].number, entries[first].order)
            entries[first] = LedgerEntry(events: events, number: number, order: order)
            if !marks.isEmpty { count(events, order) }
        }
        return events.isEmpty && predicted.isEmpty ? change : .rearranged
    }

    /// The pending predictions of an owner, in the order of their ids. O(pending).
    package func predictions(of owner: ObjectIdentifier) -> [PredictionID] {
        predictions.values.filter { $0.owners.contains(owner) }.map(\.id).sorted()
    }

    /// Removes those of these predictions that are pending.
    private mutating func withdraw(_ ids: [PredictionID]) -> Change {
        var change = Change.none
        for id in ids {
            guard let prediction = try? close(id) else { continue }
            if case .rearranged = remove(prediction.positions[...]) { change = .rearranged }
        }
        return change
    }

    private mutating func predict(
        _ events: LedgerEvents, _ id: PredictionID, _ number: UInt64
    ) -> LedgerEntries.Position {
        let entry = LedgerEntry(owner: .prediction(id), events: events, number: number, order: nextOrder())
        if !marks.isEmpty && !events.isEmpty { lastOrdered = lastOrder }
        return predict(entry, id)
    }

    @discardableResult
    private mutating func predict(_ entry: LedgerEntry, _ id: PredictionID) -> LedgerEntries.Position {
        let position = entries.insert(entry)
        predictions[id]?.positions.append(position)
        if lowestPredicted == nil { lowestPredicted = position }
        return position
    }

    /// Records that an entry with this owner changed rows of ``ServerRows`` directly.
    mutating func noteChangeOfServerRows(by owner: LedgerOwner?) {
        guard case .prediction(let id) = owner else { return }
        predictions[id]?.changesServerRows = true
    }

    private mutating func count(_ changed: [LedgerEntity], by step: Int) {
        for entity in changed {
            let total = entities[entity, default: 0] + step
            entities[entity] = total == 0 ? nil : total
        }
    }

    private func refusal(of id: PredictionID) -> LedgerRefusal {
        id <= lastPrediction ? .alreadyResolved(id) : .neverBegun(id)
    }

    private mutating func close(_ id: PredictionID) throws(LedgerRefusal) -> PendingPrediction {
        guard let prediction = predictions[id] else { throw refusal(of: id) }
        predictions[id] = nil
        count(prediction.entities, by: -1)
        // The loop would read every entry, and each read copies the entry.
        if predictions.isEmpty { lowestPredicted = nil }
        while let position = lowestPredicted, !isPredicted(position) {
            lowestPredicted = entries.position(after: position)
        }
        return prediction
    }

    private func isPredicted(_ position: LedgerEntries.Position) -> Bool {
        guard case .prediction(let id) = entries[position].owner else { return false }
        return predictions[id] != nil
    }

    private mutating func remove(_ positions: ArraySlice<LedgerEntries.Position>) -> Change {
        var change = Change.none
        for position in positions where !entries.remove(position).events.isEmpty { change = .rearranged }
        return change
    }

    // MARK: Authoritative events

    /// Inserts confirmed events below every prediction that is pending above the last Reset, or appends them.
    private mutating func insert(_ events: LedgerEvents, _ number: UInt64) -> Change {
        guard let lowestPredicted else { return append(events, number) }
        guard !events.isEmpty else { return .none }
        let order = nextOrder()
        entries.insert(LedgerEntry(events: events, number: number, order: order), before: lowestPredicted)
        if !marks.isEmpty { count(events, order) }
        return .rearranged
    }

    /// Reserves the position at which an authoritative event would be placed now.
    ///
    /// This is below the pending predictions, not at the end: a prediction that is pending when a read begins can be
    /// committed before the response, although the server may have responded before it handled the change.
    private mutating func mark(_ id: MarkID, _ number: UInt64) throws(LedgerRefusal) -> Change {
        guard marks[id] == nil else { throw .alreadyMarked(id) }
        let entry = LedgerEntry(owner: .mark(id), events: .none, number: number, order: nextOrder())
        let position = entries.insert(entry, before: lowestPredicted)
        marks[id] = OpenMark(position: position, wasAtEnd: lowestPredicted == nil)
        lastMark = max(lastMark, id)
        return .none
    }

    /// Places confirmed events at a mark, which is used up.
    private mutating func insert(_ events: LedgerEvents, at mark: OpenMark) -> Change {
        let (number, order) = (entries[mark.position].number, entries[mark.position].order)
        guard !events.isEmpty else {
            entries.remove(mark.position)
            return .none
        }
        entries[mark.position] = LedgerEntry(events: events, number: number, order: order)
        let isLast =
            entries.position(after: mark.position) == nil || mark.wasAtEnd && commutes(events, above: order)
        if !marks.isEmpty { count(events, order) }
        return isLast ? .appended(mark.position) : .rearranged
    }

    /// Places confirmed events directly below a mark, which remains.
    private mutating func report(_ events: LedgerEvents, below mark: OpenMark, _ number: UInt64) -> Change {
        guard !events.isEmpty else { return .none }
        let order = entries[mark.position].order
        let position = entries.insert(
            LedgerEntry(events: events, number: number, order: nextOrder()), before: mark.position)
        let isLast =
            entries.position(after: mark.position) == nil || mark.wasAtEnd && commutes(events, above: order)
        // They are above every lower mark and below this one, regardless of their order.
        count(events, order - 1)
        return isLast ? .appended(position) : .rearranged
    }

    private func find(_ id: MarkID) throws(LedgerRefusal) -> OpenMark {
        guard let mark = marks[id] else { throw id <= lastMark ? .markAlreadyUsed(id) : .neverMarked(id) }
        return mark
    }

    private mutating func take(_ id: MarkID) throws(LedgerRefusal) -> OpenMark {
        let mark = try find(id)
        marks[id] = nil
        return mark
    }

    /// Whether events with this order have the same effect as at the end of the log: there are no events above, or all
    /// events above are about other subjects.
    private func commutes(_ events: LedgerEvents, above order: UInt64) -> Bool {
        guard lastOrdered < order else { return false }
        guard lastWithSubject >= order else { return true }
        guard let subject = events.subject else { return false }
        return lastAbout[subject, default: 0] < order
    }

    /// Updates the highest orders for events with this order.
    private mutating func count(_ events: LedgerEvents, _ order: UInt64) {
        if let subject = events.subject {
            lastAbout[subject] = max(lastAbout[subject, default: 0], order)
            lastWithSubject = max(lastWithSubject, order)
        } else {
            lastOrdered = max(lastOrdered, order)
        }
    }

    /// Handles a Reset at the end of the log: the marks that are held move above it, like later authoritative events.
    private mutating func startOver() {
        lowestPredicted = nil
        guard !marks.isEmpty else { return }
        for position in entries.positions where entries[position].isMark {
            var entry = entries.remove(position)
            guard case .mark(let id) = entry.owner else { continue }
            entry.order = nextOrder()
            marks[id] = OpenMark(position: entries.insert(entry), wasAtEnd: true)
        }
    }
}

// MARK: Reopening

extension LedgerLog {
    /// Appends an entry from a journal.
    mutating func restore(_ entry: LedgerEntry) {
        var entry = entry
        entry.order = nextOrder()
        switch entry.owner {
        case nil:
            entries.insert(entry)
            if entry.events.hasReset { lowestPredicted = nil }
        case .prediction(let id):
            if predictions[id] == nil { predictions[id] = PendingPrediction(id) }
            predict(entry, id)
            lastPrediction = max(lastPrediction, id)
        case .mark(let id):
            marks[id] = OpenMark(position: entries.insert(entry), wasAtEnd: false)
            lastMark = max(lastMark, id)
        }
    }

    /// Replaces the owners and entities of a pending prediction. Returns false if it is not pending.
    package mutating func describe(_ prediction: PendingPrediction) -> Bool {
        guard let known = predictions[prediction.id] else { return false }
        count(known.entities, by: -1)
        count(prediction.entities, by: 1)
        predictions[prediction.id]?.owners = prediction.owners
        predictions[prediction.id]?.entities = prediction.entities
        return true
    }
}
