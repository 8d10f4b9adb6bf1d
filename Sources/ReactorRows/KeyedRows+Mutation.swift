import ReactorState

extension KeyedRows {
    /// The row with an id, or nil if it does not exist.
    ///
    /// ```swift
    /// quotes[id: 7]?.price = 12.5                 // in place, if the row exists
    /// quotes[id: 7] = Quote(id: 7, price: 12.5)   // replaced in its position, or appended
    /// quotes[id: 7] = nil                         // removed
    /// ```
    ///
    /// A write replaces an existing row in its position, and appends a new one. O(1), without a copy of the row.
    /// Removing a row is O(rows after it).
    @inlinable
    public subscript(id id: ID) -> Row? {
        get { slots.slot(of: id).map { rows[$0] } }
        _modify {
            let slot = slots.slot(of: id)
            var row = slot.map { rows.take(at: $0) }
            // Deferred, because a body that throws ends the access directly at the yield.
            defer { putBack(row, id: id, slot: slot) }
            yield &row
        }
    }

    /// Ends a change by id. `slot` is the slot from which the row was taken, `row` the changed row.
    @inlinable
    mutating func putBack(_ row: Row?, id: ID, slot: Int?) {
        if let row { Self.requireSameID(row.id, id) }
        switch (slot, row) {
        case (let slot?, let row?):
            rows.putBack(row, at: slot)
            note(.updated(id))
        case (let slot?, nil):
            rows.dropTaken(at: slot)
            slots.remove(id, slot: slot, lastID: slot < rows.count ? rows[slot].id : id)
            note(.removed(id))
        case (nil, let row?):
            append(row)
        case (nil, nil):
            break
        }
    }

    /// Appends a row. If a row with its id exists, nothing changes; use ``update(with:)`` to replace it.
    ///
    /// - Returns: Whether the row was appended, and the position of the row with its id.
    @discardableResult @inlinable
    public mutating func append(_ row: Row) -> (inserted: Bool, index: Int) {
        insert(row, at: count)
    }

    /// Appends rows, as one change with one ``revision``. Rows whose ids exist are not appended, as with
    /// ``append(_:)``.
    @inlinable
    public mutating func append(contentsOf newRows: some Sequence<Row>) {
        insert(contentsOf: newRows, at: count)
    }

    /// Inserts a row before the row at `position`. If a row with its id exists, nothing changes.
    ///
    /// - Returns: Whether the row was inserted, and the position of the row with its id.
    @discardableResult @inlinable
    public mutating func insert(_ row: Row, at position: Int) -> (inserted: Bool, index: Int) {
        let id = row.id
        guard slots.enter(id) else { return (false, index(of: id) ?? position) }
        slots.place(at: position)
        rows.append(row)
        note(.inserted(id))
        return (true, position)
    }

    /// Inserts rows before the row at `position`, for example a page of older messages. Rows whose ids exist are not
    /// inserted, as with ``insert(_:at:)``. One pass over the rows.
    @inlinable
    package mutating func insert(contentsOf newRows: some Sequence<Row>, at position: Int) {
        let first = count
        Self.enter(newRows, in: &slots, &rows) { _ in true }
        guard rows.count > first else { return }
        slots.place(at: position)
        let entered = rows
        note((first..<entered.count).lazy.map { .inserted(entered[$0].id) }, reorders: true)
    }

    /// Replaces the row with the same id in its position, or appends the row if its id is new.
    ///
    /// - Returns: The replaced row, or nil.
    @discardableResult @inlinable
    public mutating func update(with row: Row) -> Row? {
        let id = row.id
        guard let slot = slots.slot(of: id) else {
            append(row)
            return nil
        }
        var replaced = row
        swap(&replaced, &rows[slot])
        note(.updated(id))
        return replaced
    }
}
