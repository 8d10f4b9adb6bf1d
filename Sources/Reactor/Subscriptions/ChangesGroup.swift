/// The access to the changes of a collection, for a group of subscriptions.
///
/// It is a class: code that offers a value checks whether it exists, and a generic struct would require a lookup of
/// type metadata first.
final class RowChanges<Changes: Sendable>: Sendable {
    let revision: @Sendable (borrowing WholeState) -> Revision?
    let since: @Sendable (borrowing WholeState, Revision) -> Changes?
    /// The value for unknown changes: `.reload`.
    let anything: Changes
    /// Merges later changes into waiting changes.
    let follow: @Sendable (inout Changes, Changes) -> Void

    init(
        revision: @escaping @Sendable (borrowing WholeState) -> Revision?,
        since: @escaping @Sendable (borrowing WholeState, Revision) -> Changes?, anything: Changes,
        follow: @escaping @Sendable (inout Changes, Changes) -> Void
    ) {
        self.revision = revision
        self.since = since
        self.anything = anything
        self.follow = follow
    }

    func makeGroup(isEvery: Bool, key: SelectionKey?) -> SelectionGroup {
        ChangesGroup(self, isEvery: isEvery, key: key)
    }
}

/// The subscriptions to the changes of one collection. The log is read once for all of them.
final class ChangesGroup<Changes: Sendable>: SelectionGroup {
    private let changes: RowChanges<Changes>
    private var revision: Revision?
    /// The value that is being offered. It is not compared with a previous one, so `previous` stays empty.
    private let next = Slot<Changes>()
    private let previous = Slot<Changes>()
    /// Whether the child state with the rows exists.
    private var isPresent = false
    private var version: UInt64 = 0

    init(_ changes: RowChanges<Changes>, isEvery: Bool, key: SelectionKey?) {
        self.changes = changes
        super.init(isEvery: isEvery, key: key)
    }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        let wasAbsent = !isPresent
        let now = changes.revision(state)
        isPresent = now != nil
        guard let now else { return }
        let known = revision
        revision = now
        if inboxes.isEmpty { return }
        if now != known || isEvery {
            let found = known.flatMap { changes.since(state, $0) } ?? changes.anything
            offer(found, &round) { !$0.attachedWhileAbsent }
        }
        guard wasAbsent else { return }
        // Subscribers that were attached in the meantime have no rows yet.
        offer(changes.anything, &round) { $0.attachedWhileAbsent }
        for inbox in inboxes { inbox.attachedWhileAbsent = false }
    }

    private func offer(_ changes: Changes, _ round: inout DeliveryRound, where isMeant: (Inbox) -> Bool) {
        next.fill(changes)
        for inbox in inboxes where isMeant(inbox) { offer(next, after: previous, nil, to: inbox, &round) }
        next.clear()
    }

    override func attach(_ inbox: Inbox, _ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        refresh(state, version: version, round: &round)
        super.attach(inbox, state, version: version, round: &round)
        inbox.attachedWhileAbsent = !isPresent
        guard inbox.initial && isPresent else { return }
        next.fill(changes.anything)
        offer(next, after: previous, nil, to: inbox, &round)
        next.clear()
    }
}

extension KeyedRows.Changes {
    /// Merges later changes into these changes.
    @inlinable
    mutating func follow(with later: Self) {
        if case .difference(var difference) = self, case .difference(let later) = later {
            difference.follow(with: later)
            self = .difference(difference)
        } else {
            self = .reload
        }
    }
}

extension KeyedRows.Difference {
    /// Merges a later difference, so that this is the difference from the state before this one to the state after the
    /// later one.
    @inlinable
    mutating func follow(with later: Self) {
        for id in later.inserted where removed.remove(id) != nil { updated.insert(id) }
        inserted.formUnion(later.inserted.subtracting(updated))
        updated.formUnion(later.updated.subtracting(inserted))
        for id in later.removed where inserted.remove(id) == nil {
            updated.remove(id)
            removed.insert(id)
        }
        orderChanged = orderChanged || later.orderChanged
    }
}
