extension LedgerLog {
    /// Certain events below every pending prediction, at the end when there is none.
    package mutating func place(_ events: LedgerEvents) throws(LedgerRefusal) -> Change {
        try refuseReset(events)
        guard let lowestPredicted else { return append(events) }
        guard !events.isEmpty else { return .none }
        entries.insert(LedgerEntry(events: events, number: nextNumber()), before: lowestPredicted)
        return .rearranged
    }

    /// Keeps the place at which an authoritative event would stand now.
    ///
    /// That is below what is pending, not at the end: a prediction that is pending when a read begins may be committed
    /// before its answer, and the server may have answered before it saw the change.
    package mutating func mark(_ id: MarkID) throws(LedgerRefusal) -> Change {
        guard marks[id] == nil else { throw .alreadyMarked(id) }
        let entry = LedgerEntry(owner: .mark(id), events: .none, number: nextNumber())
        marks[id] = entries.insert(entry, before: lowestPredicted)
        lastMark = max(lastMark, id)
        return .none
    }

    /// Certain events at a mark, which is used up by them.
    package mutating func place(_ events: LedgerEvents, asOf id: MarkID) throws(LedgerRefusal) -> Change {
        try refuseReset(events)
        let place = try take(id)
        guard !events.isEmpty else {
            entries.remove(place)
            return .none
        }
        entries[place] = LedgerEntry(events: events, number: entries[place].number)
        return entries.place(after: place) == nil ? .appended : .rearranged
    }

    /// Gives a mark up.
    package mutating func release(_ id: MarkID) throws(LedgerRefusal) -> Change {
        entries.remove(try take(id))
        return .none
    }

    private mutating func take(_ id: MarkID) throws(LedgerRefusal) -> LedgerEntries.Place {
        guard let place = marks.removeValue(forKey: id) else {
            throw id <= lastMark ? .markAlreadyUsed(id) : .neverMarked(id)
        }
        return place
    }
}
