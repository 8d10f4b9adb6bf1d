import ReactorState

extension KeyedRows {
    /// Sorts the rows. If their order changes, the log contains a move, but no changes of rows. If the predicate
    /// throws, the order does not change.
    @inlinable
    public mutating func sort(by areInIncreasingOrder: (Row, Row) throws -> Bool) rethrows {
        var order = slots.order
        let rows = rows
        try order.sort { try areInIncreasingOrder(rows[Int($0)], rows[Int($1)]) }
        reorder(order)
    }

    /// Exchanges the rows at two positions. O(1).
    ///
    /// If the positions differ, the log contains a move, but no changes of rows.
    @inlinable
    public mutating func swapAt(_ left: Int, _ right: Int) {
        guard left != right else { return }
        slots.swapAt(left, right)
        note(.moved)
    }

    /// Moves the row with an id, so that it is at `position` afterwards.
    ///
    /// - Returns: Whether the row exists.
    @discardableResult
    @inlinable
    public mutating func move(id: ID, to position: Int) -> Bool {
        guard let source = index(of: id) else { return false }
        guard source != position else { return true }
        slots.move(from: source, to: position)
        note(.moved)
        return true
    }

    /// Moves the rows at positions before the row that is at `target` now. The parameters are those of SwiftUI's
    /// `onMove`.
    @inlinable
    public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset target: Int) {
        let old = slots.order
        let moving = Set(offsets)
        let staying = { (range: Range<Int>) in range.lazy.filter { !moving.contains($0) }.map { old[$0] } }
        var order = ContiguousArray(staying(0..<target))
        order.append(contentsOf: moving.sorted().map { old[$0] })
        order.append(contentsOf: staying(target..<count))
        reorder(order)
    }

    @inlinable
    mutating func reorder(_ order: ContiguousArray<Int32>) {
        if slots.reorder(order) { note(.moved) }
    }
}

extension KeyedRows where Row: Equatable {
    /// Replaces all rows, in one change with one ``revision``.
    ///
    /// Use it for a refresh that contains every row: ``changes(since:)`` contains only the rows that differ from their
    /// earlier value, or `.reload` if no id remains. After the assignment of a new `KeyedRows` instead, every reader
    /// reads every row. An equal row is also replaced, in case it differs in properties that its `==` does not compare,
    /// but it counts as unchanged. O(n).
    ///
    /// - Throws: ``DuplicateRow`` if two rows have the same id. In this case nothing changes. A reducer can store the
    ///   error in the state.
    @inlinable
    public mutating func replaceAll(with newRows: some Sequence<Row>) throws(DuplicateRow<ID>) {
        become(try KeyedRows(validating: newRows))
    }

    /// Replaces all rows, and logs the rows that differ, as one change. Each id is looked up once.
    @inlinable
    mutating func become(_ target: KeyedRows) {
        let found = isEmpty ? [] : slots.slots(of: target.lazyIDs)
        var isKept = ContiguousArray(repeating: false, count: count)
        for slot in found where slot >= 0 { isKept[Int(slot)] = true }
        let doomed = slots.order.filter { !isKept[Int($0)] }
        guard doomed.count < count else { return replace(with: target) }
        let reorders = found != slots.order
        var changes = doomed.map { ChangeLog<ID>.Change.removed(rows[Int($0)].id) }
        let newSlots = doomed.isEmpty ? nil : drop(doomed)
        var order: ContiguousArray<Int32> = []
        order.reserveCapacity(found.count)
        var storesEqual = false
        for (row, old) in zip(target, found) {
            let slot = old < 0 ? Int32(rows.count) : newSlots?[Int(old)] ?? old
            order.append(slot)
            if old < 0 {
                _ = slots.enter(row.id)
                rows.append(row)
                changes.append(.inserted(row.id))
            } else {
                if rows[Int(slot)] == row { storesEqual = true } else { changes.append(.updated(row.id)) }
                rows[Int(slot)] = row
            }
        }
        if storesEqual { noteEqual() }
        slots.place(at: count)
        if slots.reorder(order) && doomed.isEmpty && order.count == isKept.count { changes.append(.moved) }
        if !changes.isEmpty { note(changes, reorders: reorders) }
    }

    /// Replaces the rows by those of another collection without a common id. Every row has to be read afterwards, so a
    /// list of all ids would be of no use.
    @inlinable
    mutating func replace(with target: KeyedRows) {
        guard !(isEmpty && target.isEmpty) else { return }
        (rows, slots) = (target.rows, target.slots)
        noteEverything()
    }

    /// The ids in their order, read lazily from the rows.
    @inlinable
    var lazyIDs: some RandomAccessCollection<ID> {
        slots.order.lazy.map { [rows] in rows[Int($0)].id }
    }

    /// Replaces the row with the same id, or appends the row if its id is new. An equal row is also replaced, but not
    /// logged.
    @inlinable
    mutating func show(_ row: Row) {
        let id = row.id
        guard let slot = slots.slot(of: id) else {
            append(row)
            return
        }
        var replaced = row
        swap(&replaced, &rows[slot])
        if replaced == row { noteEqual() } else { note(.updated(id)) }
    }
}
