/// A group of one type of value.
final class ValueGroup<Value: Sendable>: SelectionGroup {
    private let selection: Selection<Value>
    /// What the members were offered last, if the selection is compared; and the slot for the next.
    private var current: UnsafeMutablePointer<Value>
    private var next: UnsafeMutablePointer<Value>
    private var hasCurrent = false
    private var version: UInt64 = 0

    init(_ selection: Selection<Value>) {
        self.selection = selection
        current = .allocate(capacity: 1)
        next = .allocate(capacity: 1)
        super.init(isEvery: selection.isEvery)
        key = selection.key
    }

    deinit {
        if hasCurrent { current.deinitialize(count: 1) }
        current.deallocate()
        next.deallocate()
    }

    override func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        guard version != self.version else { return }
        self.version = version
        guard readChanged(state) else { return }
        let previous = hasCurrent ? UnsafePointer(current) : nil
        for member in members { offer(previous, to: member, &round) }
        keepNext()
    }

    override func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        refresh(state, version: version, round: &round)
        self.version = version
        super.attach(member, state, version: version, round: &round)
        guard read(state) else { return }
        if member.tellsCurrent { offer(nil, to: member, &round) }
        keepNext()
    }

    /// Offers what is at `next`.
    private func offer(_ previous: UnsafePointer<Value>?, to member: Member, _ round: inout TellingRound) {
        guard member.isAlive else { return round.gone.append(member) }
        // The table puts a member only into a group that its own selection made or has an equal key with.
        let member = unsafeDowncast(member, to: ValueMember<Value>.self)
        if let pump = member.offer(next, previous: previous, isEqual: selection.isEqual) { round.pumps.append(pump) }
    }

    /// Makes what is at `next` the current value if it is to be compared with, and empties `next`.
    private func keepNext() {
        if hasCurrent { current.deinitialize(count: 1) }
        hasCurrent = selection.isEqual != nil
        if hasCurrent { swap(&current, &next) } else { next.deinitialize(count: 1) }
    }

    /// Reads the value to `next` unless it is the current one.
    private func readChanged(_ state: UnsafeRawPointer) -> Bool {
        guard hasCurrent, let isEqual = selection.isEqual else { return read(state) }
        if case .offset(let offset) = selection.source {
            let value = (state + offset).assumingMemoryBound(to: Value.self)
            if isEqual(value.pointee, current.pointee) { return false }
            next.initialize(to: value.pointee)
            return true
        }
        guard read(state) else { return false }
        guard isEqual(next.pointee, current.pointee) else { return true }
        next.deinitialize(count: 1)
        return false
    }

    /// Reads the value to `next`; false if there is none.
    private func read(_ state: UnsafeRawPointer) -> Bool {
        switch selection.source {
        case .offset(let offset): next.initialize(to: (state + offset).assumingMemoryBound(to: Value.self).pointee)
        case .computed(let compute):
            guard let value = compute(state) else { return false }
            next.initialize(to: value)
        }
        return true
    }
}
