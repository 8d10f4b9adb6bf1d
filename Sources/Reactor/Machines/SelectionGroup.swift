/// What came of looking at the state.
struct TellingRound {
    /// Pumps to be run, in the order of their subscriptions.
    var pumps: [any Pump] = []
    /// Members whose subscribers are gone.
    var gone: [Member] = []
}

/// The members that share a selection. Touched on the core's executor alone.
class SelectionGroup {
    /// Whether its members are told of each event.
    let isEvery: Bool
    private(set) var members: [Member] = []
    /// Its place in the table.
    var index = 0
    /// The key it is found by.
    var key: SelectionKey?

    init(isEvery: Bool) { self.isEvery = isEvery }

    /// Looks at the state, and offers the value to all members if it is another.
    ///
    /// - Parameter version: a number that changes with the state.
    func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {}

    /// Takes a member in, and offers it the value of now if it wants that.
    func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        member.group = self
        member.index = members.count
        members.append(member)
    }

    func detach(_ member: Member) {
        members.swapAt(member.index, members.count - 1)
        members[member.index].index = member.index
        members.removeLast()
        member.group = nil
    }
}

/// A group of one type of value.
final class ValueGroup<Value: Sendable>: SelectionGroup {
    private let selection: Selection<Value>
    /// What the members were offered last, if the selection is compared.
    private var current: Value?
    private var version: UInt64 = 0

    init(_ selection: Selection<Value>) {
        self.selection = selection
        super.init(isEvery: selection.isEvery)
        key = selection.key
    }

    override func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        guard version != self.version else { return }
        self.version = version
        guard let value = changedValue(state) else { return }
        let previous = current
        if selection.isEqual != nil { current = value }
        for member in members { offer(value, previous, to: member, &round) }
    }

    override func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        refresh(state, version: version, round: &round)
        self.version = version
        super.attach(member, state, version: version, round: &round)
        guard let value = read(state) else { return }
        if selection.isEqual != nil { current = value }
        if member.tellsCurrent { offer(value, nil, to: member, &round) }
    }

    private func offer(_ value: Value, _ previous: Value?, to member: Member, _ round: inout TellingRound) {
        guard member.isAlive else { return round.gone.append(member) }
        // The table puts a member only into a group that its own selection made or has an equal key with.
        let member = unsafeDowncast(member, to: ValueMember<Value>.self)
        if let pump = member.offer(value, previous: previous, isEqual: selection.isEqual) { round.pumps.append(pump) }
    }

    /// The value, or nil if it is what the members were offered last.
    private func changedValue(_ state: UnsafeRawPointer) -> Value? {
        guard let isEqual = selection.isEqual, let current else { return read(state) }
        switch selection.source {
        case .offset(let offset):
            let pointer = (state + offset).assumingMemoryBound(to: Value.self)
            return isEqual(pointer.pointee, current) ? nil : pointer.pointee
        case .computed(let compute):
            guard let value = compute(state), !isEqual(value, current) else { return nil }
            return value
        }
    }

    private func read(_ state: UnsafeRawPointer) -> Value? {
        switch selection.source {
        case .offset(let offset): (state + offset).assumingMemoryBound(to: Value.self).pointee
        case .computed(let compute): compute(state)
        }
    }
}
