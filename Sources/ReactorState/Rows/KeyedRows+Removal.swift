extension KeyedRows {
    /// Removes the row with this id, nil when there is none. O(rows after it), in numbers.
    @discardableResult @inlinable
    public mutating func remove(id: ID) -> Row? {
        guard let slot = slots.slot(of: id) else { return nil }
        let row = rows.swapRemove(at: slot)
        slots.remove(id, slot: slot, lastID: slot < rows.count ? rows[slot].id : id)
        note(.removed(id))
        return row
    }

    /// Removes the row at a position.
    @discardableResult @inlinable
    public mutating func remove(at position: Int) -> Row {
        let slot = slots.slot(at: position)
        let id = rows[slot].id
        let row = rows.swapRemove(at: slot)
        slots.remove(id, slot: slot, lastID: slot < rows.count ? rows[slot].id : id)
        note(.removed(id))
        return row
    }

    /// Removes the rows at positions that follow each other. One pass.
    ///
    /// ```swift
    /// if quotes.count > 1_000 { quotes.removeSubrange(..<(quotes.count - 1_000)) }
    /// ```
    @inlinable
    public mutating func removeSubrange(_ positions: some RangeExpression<Int>) {
        remove(atOffsets: positions.relative(to: self))
    }

    /// Removes the rows at these positions, which may be SwiftUI's `IndexSet` of an `onDelete`.
    @inlinable
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        removeRows(ids: Set(offsets.map { self[$0].id }))
    }

    /// Removes every row that satisfies the predicate. One pass; the predicate sees the rows in order, and when it
    /// throws nothing was removed.
    @inlinable
    public mutating func removeAll(where shouldRemove: (Row) throws -> Bool) rethrows {
        removeRows(ids: Set(try filter(shouldRemove).map(\.id)))
    }

    /// Removes every row. Readers rescan.
    @inlinable
    public mutating func removeAll() {
        guard !isEmpty else { return }
        self = KeyedRows()
    }

    /// Removes many rows at the cost of one pass: each survivor above the new count moves into one freed slot.
    @inlinable
    mutating func removeRows(ids: Set<ID>) {
        guard !ids.isEmpty else { return }
        let doomed = filter { ids.contains($0.id) }.map(\.id)
        var newSlots = (0..<count).map { Int32?(Int32($0)) }
        for id in doomed { slots.slot(of: id).map { newSlots[$0] = nil } }
        let remaining = count - doomed.count
        var holes = newSlots.indices.prefix(remaining).filter { newSlots[$0] == nil }
        var moved: [ID] = []
        for slot in remaining..<count where newSlots[slot] != nil {
            guard let hole = holes.popLast() else { break }
            newSlots[slot] = Int32(hole)
            moved.append(rows[slot].id)
            rows.swapAt(slot, hole)
        }
        while rows.count > remaining { _ = rows.removeLast() }
        slots.remove(doomed, newSlots: newSlots, moved: moved)
        note(doomed.map { .removed($0) })
    }
}
