import ReactorState

/// The index of a keyed collection: the slot of each row, and its position in the order.
///
/// Rows remain in their slots when the order changes. Order and positions are plain numbers, so an insertion in the
/// middle moves and renumbers four bytes per row, and hashes one id.
@frozen @usableFromInline
struct KeyedRowsIndex<ID: Hashable & Sendable>: Sendable {
    @usableFromInline
    var slots: [ID: Int32] = [:]

    /// The slot of each position.
    @usableFromInline
    var order: ContiguousArray<Int32> = []

    /// The position of each slot.
    @usableFromInline
    var positions: ContiguousArray<Int32> = []

    @inlinable
    init() {}

    @inlinable
    var count: Int { order.count }

    @inlinable
    func slot(of id: ID) -> Int? {
        slots[id].map(Int.init)
    }

    /// Returns the slots of ids, negative for unknown ids. Each id is hashed once.
    @inlinable
    func slots(of ids: some Collection<ID>) -> ContiguousArray<Int32> {
        var found: ContiguousArray<Int32> = []
        found.reserveCapacity(ids.count)
        for id in ids { found.append(slots[id] ?? -1) }
        return found
    }

    @inlinable
    func slot(at position: Int) -> Int {
        Int(order[position])
    }

    @inlinable
    func position(ofSlot slot: Int) -> Int {
        Int(positions[slot])
    }

    /// Assigns the slot after the last to a new row; ``place(at:)`` adds it to the order. Returns false if the id
    /// exists. A new id is hashed once.
    @inlinable
    mutating func enter(_ id: ID) -> Bool {
        let known = slots.count
        // An access with a default inserts the default if there is no value, and changes nothing otherwise.
        slots[id, default: Int32(known)] += 0
        return slots.count > known
    }

    /// Adds the rows that were entered since the last call to the order. O(these rows, and the rows after the
    /// position).
    @inlinable
    mutating func place(at position: Int) {
        let first = count
        for slot in first..<slots.count { positions.append(Int32(slot)) }
        if position == first {
            order.append(contentsOf: positions[first...])
        } else {
            order.insert(contentsOf: positions[first...], at: position)
            renumber(position..<count)
        }
    }

    /// Removes a row whose slot is filled with the last row. `lastID` is the id of the last row.
    @inlinable
    mutating func remove(_ id: ID, slot: Int, lastID: ID) {
        let position = position(ofSlot: slot)
        order.remove(at: position)
        renumber(position..<count)
        slots[id] = nil
        let last = positions.count - 1
        if slot != last {
            slots[lastID] = Int32(slot)
            positions[slot] = positions[last]
            order[Int(positions[slot])] = Int32(slot)
        }
        positions.removeLast()
    }

    /// Reserves capacity for more rows, at least twice the current one: an array that reserves only the necessary
    /// capacity would copy itself at each call.
    @inlinable
    mutating func reserve(_ more: Int) {
        let wanted = slots.count + more
        if slots.capacity < wanted { slots.reserveCapacity(wanted) }
        guard order.capacity < wanted else { return }
        order.reserveCapacity(max(wanted, 2 * order.capacity))
        positions.reserveCapacity(order.capacity)
    }

    @inlinable
    mutating func renumber(_ range: Range<Int>) {
        var position = Int32(range.lowerBound)
        for slot in order[range] {
            positions[Int(slot)] = position
            position &+= 1
        }
    }
}

extension KeyedRowsIndex {
    /// Moves one row; the rows in between move by one position. O(distance).
    @inlinable
    mutating func move(from source: Int, to target: Int) {
        order.insert(order.remove(at: source), at: target)
        renumber(min(source, target)..<max(source, target) + 1)
    }

    @inlinable
    mutating func swapAt(_ left: Int, _ right: Int) {
        order.swapAt(left, right)
        renumber(left..<left + 1)
        renumber(right..<right + 1)
    }

    /// Sets a new order of the same rows. Returns false if it is the current order.
    @inlinable
    mutating func reorder(_ newOrder: ContiguousArray<Int32>) -> Bool {
        guard newOrder != order else { return false }
        order = newOrder
        renumber(0..<count)
        return true
    }

    /// Moves each slot to a new slot, negative for removed rows. The caller inserts and removes the ids.
    @inlinable
    mutating func keep(_ remaining: Int, newSlots: ContiguousArray<Int32>) {
        order = ContiguousArray(order.lazy.map { newSlots[Int($0)] }.filter { $0 >= 0 })
        positions.removeLast(positions.count - remaining)
        renumber(0..<remaining)
    }
}
