/// Where every row is: the slot that holds it, and its position in the order.
///
/// Rows stay in their slots while the order changes around them. Order and positions are plain numbers, so an insertion
/// in the middle moves and renumbers four bytes a row, and hashes one id.
@usableFromInline
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

    @inlinable
    func slot(at position: Int) -> Int {
        Int(order[position])
    }

    @inlinable
    func position(ofSlot slot: Int) -> Int {
        Int(positions[slot])
    }

    /// Enters a row that was put in the slot after the last. O(rows after the position).
    @inlinable
    mutating func insert(_ id: ID, at position: Int) {
        let slot = Int32(count)
        slots[id] = slot
        positions.append(Int32(position))
        order.insert(slot, at: position)
        renumber(position..<count)
    }

    /// Forgets a row whose slot is filled with the last row. `lastID` is the id of that one.
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

    @inlinable
    mutating func reserveCapacity(_ capacity: Int) {
        slots.reserveCapacity(capacity)
        order.reserveCapacity(capacity)
        positions.reserveCapacity(capacity)
    }

    @inlinable
    mutating func renumber(_ range: Range<Int>) {
        for position in range { positions[Int(order[position])] = Int32(position) }
    }
}

extension KeyedRowsIndex {
    /// Gives a new row the slot after the last, to be put into the order with others by ``insertReserved(_:at:)``. False
    /// when the id is present already.
    @inlinable
    mutating func reserve(_ id: ID) -> Bool {
        guard slots[id] == nil else { return false }
        slots[id] = Int32(positions.count)
        positions.append(0)
        return true
    }

    /// Puts the rows that were given a slot since into the order.
    @inlinable
    mutating func insertReserved(_ reserved: Int, at position: Int) {
        order.insert(contentsOf: Int32(positions.count - reserved)..<Int32(positions.count), at: position)
        renumber(position..<count)
    }

    /// Moves one row; the rows between move by one position. O(distance).
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

    /// Takes a new order of the same rows. False when it is the order there was.
    @inlinable
    mutating func reorder(_ newOrder: ContiguousArray<Int32>) -> Bool {
        guard newOrder != order else { return false }
        order = newOrder
        renumber(0..<count)
        return true
    }

    /// Forgets many rows in one pass. `newSlots` gives each old slot its new one, nil for the rows that go; `moved` are
    /// the ids of those whose slot changed.
    @inlinable
    mutating func remove(_ ids: [ID], newSlots: [Int32?], moved: [ID]) {
        for id in moved { slots[id] = slots[id].flatMap { newSlots[Int($0)] } }
        for id in ids { slots[id] = nil }
        order = ContiguousArray(order.lazy.compactMap { newSlots[Int($0)] })
        positions.removeLast(ids.count)
        renumber(0..<count)
    }
}
