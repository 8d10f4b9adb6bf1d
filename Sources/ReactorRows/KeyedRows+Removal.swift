import ReactorState

extension KeyedRows {
    /// Removes the row with an id. O(rows after it), over four-byte numbers.
    ///
    /// - Returns: The removed row, or nil if it does not exist.
    @discardableResult @inlinable
    public mutating func remove(id: ID) -> Row? {
        guard let slot = slots.slot(of: id) else { return nil }
        let row = rows.swapRemove(at: slot)
        slots.remove(id, slot: slot, lastID: slot < rows.count ? rows[slot].id : id)
        note(.removed(id))
        return row
    }

    /// Removes the row at a position.
    ///
    /// - Returns: The removed row.
    @discardableResult @inlinable
    public mutating func remove(at position: Int) -> Row {
        let slot = slots.slot(at: position)
        let id = rows[slot].id
        let row = rows.swapRemove(at: slot)
        slots.remove(id, slot: slot, lastID: slot < rows.count ? rows[slot].id : id)
        note(.removed(id))
        return row
    }

    /// Removes the rows in a range of positions, in one pass and one change.
    ///
    /// ```swift
    /// if quotes.count > 1_000 { quotes.removeSubrange(..<(quotes.count - 1_000)) }
    /// ```
    @inlinable
    public mutating func removeSubrange(_ positions: some RangeExpression<Int>) {
        remove(atOffsets: positions.relative(to: self))
    }

    /// Removes the rows at positions, such as the `IndexSet` of SwiftUI's `onDelete`, in one pass and one change.
    @inlinable
    public mutating func remove(atOffsets offsets: some Sequence<Int>) {
        remove(slots: Set(offsets).sorted().map { slots.order[$0] })
    }

    /// Removes every row that satisfies the predicate, in one pass and one change. The predicate is called in order. If
    /// it throws, no row is removed.
    @inlinable
    public mutating func removeAll(where shouldRemove: (Row) throws -> Bool) rethrows {
        var doomed: [Int32] = []
        for slot in slots.order where try shouldRemove(rows[Int(slot)]) { doomed.append(slot) }
        remove(slots: doomed)
    }

    /// Removes every row. Readers have to read every row afterwards.
    @inlinable
    public mutating func removeAll() {
        guard !isEmpty else { return }
        self = KeyedRows()
    }

    /// Removes the rows in slots, as one change.
    @inlinable
    mutating func remove(slots doomed: [Int32]) {
        guard !doomed.isEmpty else { return }
        let ids = doomed.map { rows[Int($0)].id }
        drop(doomed)
        note(ids.lazy.map { .removed($0) }, reorders: true)
    }

    /// Removes the rows in slots, without an entry in the log. Each remaining row in a slot above the new count moves
    /// to a free slot.
    ///
    /// - Returns: The new slot of each slot, negative for removed rows.
    @inlinable @discardableResult
    mutating func drop(_ doomed: [Int32]) -> ContiguousArray<Int32> {
        let remaining = count - doomed.count
        var newSlots = ContiguousArray(0..<Int32(count))
        for slot in doomed { newSlots[Int(slot)] = -1 }
        // If few rows remain, inserting them costs less than removing the others.
        let isRebuilt = remaining < doomed.count
        if !isRebuilt {
            for slot in doomed { slots.slots[rows[Int(slot)].id] = nil }
        }
        var holes = doomed.filter { $0 < remaining }
        for slot in remaining..<count where newSlots[slot] >= 0 {
            let hole = holes.removeLast()
            newSlots[slot] = hole
            rows[Int(hole)] = rows[slot]
            if !isRebuilt { slots.slots[rows[slot].id] = hole }
        }
        while rows.count > remaining { _ = rows.removeLast() }
        if isRebuilt {
            slots.slots = Dictionary(minimumCapacity: remaining)
            for slot in 0..<remaining { slots.slots[rows[slot].id] = Int32(slot) }
        }
        slots.keep(remaining, newSlots: newSlots)
        return newSlots
    }
}
