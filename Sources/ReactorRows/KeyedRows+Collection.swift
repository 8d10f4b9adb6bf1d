import ReactorState

extension KeyedRows: RandomAccessCollection {
    /// The position of the first row: 0.
    @inlinable
    public var startIndex: Int { 0 }

    /// The position after the last row.
    @inlinable
    public var endIndex: Int { slots.count }

    /// The row at a position. It can be changed in place, but its id must not change. O(1).
    @inlinable
    public subscript(position: Int) -> Row {
        get { rows[slots.slot(at: position)] }
        _modify {
            let slot = slots.slot(at: position)
            let id = rows[slot].id
            defer {
                Self.requireSameID(rows[slot].id, id)
                note(.updated(id))
            }
            yield &rows[slot]
        }
    }

    /// Returns the position of the row with an id, or nil if it does not exist. O(1).
    @inlinable
    public func index(of id: ID) -> Int? {
        slots.slot(of: id).map(slots.position(ofSlot:))
    }

    /// Returns whether a row with an id exists. O(1).
    @inlinable
    public func contains(id: ID) -> Bool {
        slots.slot(of: id) != nil
    }

    /// The ids in the order of the rows. A view, created in O(1).
    @inlinable
    public var ids: IDs { IDs(base: self) }

    /// The ids of a ``KeyedRows`` in the order of its rows.
    @frozen public struct IDs: RandomAccessCollection {
        @usableFromInline
        let base: KeyedRows

        @inlinable
        init(base: KeyedRows) {
            self.base = base
        }

        /// The position of the first id: 0.
        @inlinable
        public var startIndex: Int { 0 }

        /// The position after the last id.
        @inlinable
        public var endIndex: Int { base.endIndex }

        /// The id at a position.
        @inlinable
        public subscript(position: Int) -> ID { base[position].id }
    }
}

extension KeyedRows.IDs: Sendable where Row: Sendable {}
