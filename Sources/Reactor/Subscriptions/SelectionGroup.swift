/// What came of looking at the state.
struct DeliveryRound {
    /// The lines on which something waits and nobody delivers yet, in the order of their subscriptions.
    var lines: [Line] = []
    /// Inboxes to which something was offered, each once until it was asked whether it is delivered.
    var owed: [Inbox] = []
    /// Inboxes whose subscribers were released.
    var gone: [Inbox] = []
}

/// The inboxes of equal selections, which share each look at the state. Touched on the core's executor alone.
class SelectionGroup {
    /// Whether its subscribers are notified of each event.
    let isEvery: Bool
    /// What it is found by.
    let key: SelectionKey?
    private(set) var inboxes: [Inbox] = []
    /// Its index in the table, or among the groups of its rows.
    var index = 0
    /// The rows whose log decides when it looks, if not the table.
    weak var rows: SelectionGroup?

    init(isEvery: Bool, key: SelectionKey?) {
        self.isEvery = isEvery
        self.key = key
    }

    /// Its inboxes, and those of the groups it decides for.
    var allInboxes: [Inbox] { inboxes }

    var isEmpty: Bool { inboxes.isEmpty }

    /// Lets a group go that it decides for.
    func remove(_ group: SelectionGroup) {}

    /// Looks at the state, and offers the value to all inboxes if it has changed.
    ///
    /// - Parameter version: a number that changes with the state.
    func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout DeliveryRound) {}

    /// Takes an inbox in, and offers it the current value if it wants that.
    func attach(_ inbox: Inbox, _ state: UnsafeRawPointer, version: UInt64, round: inout DeliveryRound) {
        inbox.group = self
        inbox.index = inboxes.count
        inboxes.append(inbox)
    }

    final func detach(_ inbox: Inbox) {
        inboxes.swapAt(inbox.index, inboxes.count - 1)
        inboxes[inbox.index].index = inbox.index
        inboxes.removeLast()
        inbox.group = nil
    }

    /// Offers a value to one inbox.
    final func offer<Value: Sendable>(
        _ value: UnsafePointer<Value>, previous: UnsafePointer<Value>?, _ isEqual: Comparison<Value>?, to inbox: Inbox,
        _ round: inout DeliveryRound
    ) {
        guard inbox.isAlive else { return round.gone.append(inbox) }
        // The table puts an inbox only into a group that its own selection made or has an equal key with.
        let typed = unsafeDowncast(inbox, to: ValueInbox<Value>.self)
        if let line = typed.offer(value, previous: previous, isEqual: isEqual) { round.lines.append(line) }
        guard !inbox.isListed else { return }
        inbox.isListed = true
        round.owed.append(inbox)
    }
}

/// A group of one type of value. With a gate it reads when that opens; without one, whenever the state has changed.
final class ValueGroup<Value: Sendable>: SelectionGroup {
    private let source: SelectionSource<Value>
    private let gate: SelectionGate?
    private let isEqual: Comparison<Value>?
    /// What the inboxes were offered last, if it is kept; and the slot for the next.
    ///
    /// Slots, since an Optional of a type that is not known here asks the runtime for its metadata at each use.
    private var current: UnsafeMutablePointer<Value>
    private var next: UnsafeMutablePointer<Value>
    private var hasCurrent = false
    /// Whether the part that the value belongs to was present when it was last read.
    private var isPresent = false
    private var version: UInt64 = 0

    init(_ selection: Selection<Value>) {
        source = selection.source
        gate = selection.makeGate?()
        isEqual = selection.isEvery ? nil : selection.makeComparison()
        current = .allocate(capacity: 1)
        next = .allocate(capacity: 1)
        super.init(isEvery: selection.isEvery, key: selection.groupKey)
    }

    deinit {
        if hasCurrent { current.deinitialize(count: 1) }
        current.deallocate()
        next.deallocate()
    }

    /// Whether what was offered last is kept: to compare with, or since it is not read again while the gate stays shut.
    private var keepsCurrent: Bool { isEqual != nil || gate != nil }

    override func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        if let gate, !gate(state) {
            if isEvery && isPresent { for inbox in inboxes { offer(current, previous: nil, nil, to: inbox, &round) } }
            return
        }
        guard readChanged(state) else { return }
        let previous = hasCurrent && isEqual != nil ? UnsafePointer(current) : nil
        for inbox in inboxes { offer(next, previous: previous, isEqual, to: inbox, &round) }
        keepNext()
    }

    override func attach(_ inbox: Inbox, _ state: UnsafeRawPointer, version: UInt64, round: inout DeliveryRound) {
        refresh(state, version: version, round: &round)
        super.attach(inbox, state, version: version, round: &round)
        guard inbox.initial else { return }
        if keepsCurrent {
            if isPresent { offer(current, previous: nil, isEqual, to: inbox, &round) }
        } else if read(state) {
            offer(next, previous: nil, isEqual, to: inbox, &round)
            next.deinitialize(count: 1)
        }
    }

    /// Makes what is at `next` the current value if that is kept, and empties `next`.
    private func keepNext() {
        if hasCurrent { current.deinitialize(count: 1) }
        hasCurrent = keepsCurrent
        if hasCurrent { swap(&current, &next) } else { next.deinitialize(count: 1) }
    }

    /// Reads the value to `next` unless it equals the current one.
    private func readChanged(_ state: UnsafeRawPointer) -> Bool {
        guard hasCurrent, let isEqual else { return read(state) }
        if case .offset(let offset) = source {
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
        isPresent = true
        switch source {
        case .offset(let offset): next.initialize(to: (state + offset).assumingMemoryBound(to: Value.self).pointee)
        case .computed(let compute):
            guard let value = compute(state) else {
                isPresent = false
                return false
            }
            next.initialize(to: value)
        }
        return true
    }
}
