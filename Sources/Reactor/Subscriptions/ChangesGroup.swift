/// The subscriptions to what changed among the rows of one collection. What changed is asked of the log once for all; each
/// member keeps what it was not told yet as one.
final class ChangesGroup<Rows: ChangingRows & Sendable>: SelectionGroup {
    private let source: SelectionSource<Rows>
    private var stamp: Stamp?
    /// Whether the part that the rows belong to is there.
    private var isThere = false
    private var version: UInt64 = 0

    init(_ source: SelectionSource<Rows>, key: SelectionKey?) {
        self.source = source
        super.init(isEvery: false)
        self.key = key
    }

    override func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        guard version != self.version else { return }
        self.version = version
        let found = source.read(in: state) { $0.stamp }
        isThere = found != nil
        guard let now = found, now != stamp else { return }
        let known = stamp
        stamp = now
        guard !members.isEmpty else { return }
        let changes = known.flatMap { known in source.read(in: state) { $0.changes(since: known) } } ?? .anything
        for member in members { offer(changes, to: member, &round) }
    }

    override func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        refresh(state, version: version, round: &round)
        super.attach(member, state, version: version, round: &round)
        if member.tellsCurrent && isThere { offer(.anything, to: member, &round) }
    }

    private func offer(_ changes: Rows.Changes, to member: Member, _ round: inout TellingRound) {
        guard member.isAlive else { return round.gone.append(member) }
        // The table puts a member only into a group that its own selection made or has an equal key with.
        unsafeDowncast(member.selection, to: ChangesSelection<Rows>.self).untold.add(changes)
        let member = unsafeDowncast(member, to: ValueMember<ChangesToken>.self)
        var token = ChangesToken()
        if let pump = member.offer(&token, previous: nil, isEqual: nil) { round.pumps.append(pump) }
    }
}

/// Says that there are changes to be told; which, the subscription keeps.
struct ChangesToken: Sendable {}

/// The selection of what changed among rows. Unlike others it belongs to one subscription.
final class ChangesSelection<Rows: ChangingRows & Sendable>: TypedSelection<ChangesToken>, @unchecked Sendable {
    // Sendable: it never changes; what was not told is guarded by a lock of its own.
    let untold = UntoldChanges<Rows.Changes>()
    private let rows: SelectionSource<Rows>

    init(rows: SelectionSource<Rows>, keyPath: SelectionKey) {
        self.rows = rows
        super.init(keyPath: keyPath)
    }

    override var key: SelectionKey? { keyPath }

    override func makeGroup() -> SelectionGroup { ChangesGroup(rows, key: key) }
}

/// What changed since a subscription was last told.
final class UntoldChanges<Changes: FollowedChanges>: Sendable {
    private let changes = Guarded<Changes?>(nil)

    func add(_ later: Changes) {
        changes.withLock { changes in
            if changes == nil { changes = later } else { changes?.follow(with: later) }
        }
    }

    /// Hands out what is to be told; nil when it was told with something before.
    func take() -> Changes? {
        changes.withLock { changes in
            defer { changes = nil }
            return changes
        }
    }
}
