/// A group that computes its value when its gate opens, once for all members, and keeps it.
final class GatedGroup<Value: Sendable>: SelectionGroup {
    private let selection: GatedSelection<Value>
    private var gate: any SelectionGate
    /// What was computed last, and the slot for the next.
    private var current: UnsafeMutablePointer<Value>
    private var next: UnsafeMutablePointer<Value>
    private var hasCurrent = false
    /// Whether the part it belongs to is there.
    private var isThere = false
    private var version: UInt64 = 0

    init(_ selection: GatedSelection<Value>) {
        self.selection = selection
        gate = selection.makeGate()
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
        guard gate.opens(state) else {
            if isEvery && isThere { for member in members { offer(current, nil, to: member, &round) } }
            return
        }
        guard let value = selection.compute(state) else {
            isThere = false
            return
        }
        isThere = true
        next.initialize(to: value)
        if hasCurrent, let isEqual = selection.isEqual, isEqual(next.pointee, current.pointee) {
            next.deinitialize(count: 1)
            return
        }
        let previous = hasCurrent && selection.isEqual != nil ? UnsafePointer(current) : nil
        for member in members { offer(next, previous, to: member, &round) }
        keepNext()
    }

    override func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        refresh(state, version: version, round: &round)
        super.attach(member, state, version: version, round: &round)
        if isThere && member.tellsCurrent { offer(current, nil, to: member, &round) }
    }

    private func offer(
        _ value: UnsafeMutablePointer<Value>, _ previous: UnsafePointer<Value>?, to member: Member,
        _ round: inout TellingRound
    ) {
        guard member.isAlive else { return round.gone.append(member) }
        // The table puts a member only into a group that its own selection made or has an equal key with.
        let member = unsafeDowncast(member, to: ValueMember<Value>.self)
        if let pump = member.offer(value, previous: previous, isEqual: selection.isEqual) { round.pumps.append(pump) }
    }

    private func keepNext() {
        if hasCurrent { current.deinitialize(count: 1) }
        hasCurrent = true
        swap(&current, &next)
    }
}
