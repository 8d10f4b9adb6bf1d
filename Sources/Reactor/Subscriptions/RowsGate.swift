/// Rows as a gate: the log of a collection names the rows whose groups are to look.
struct RowsGate: Sendable {
    /// The key that all subscriptions to single rows of the collection share.
    let key: SelectionKey
    let makeRows: @Sendable () -> SelectionGroup
    /// Finds the group of the row among the groups of its collection, or enters the one that is given.
    let group: @Sendable (SelectionGroup, () -> SelectionGroup) -> SelectionGroup

    init<ID, Row: Sendable>(
        _ source: SelectionSource<KeyedRows<ID, Row>>, id: ID, key: SelectionKey,
        _ visitChanges: @escaping RowVisit<ID, Row>
    ) {
        self.key = key
        makeRows = { RowsGroup<ID>(source, key: key, visitChanges) }
        group = { rows, make in
            guard let rows = rows as? RowsGroup<ID> else { return make() }
            return rows.group(of: id, make)
        }
    }
}

/// Hands out the indices of the ids that changed since a revision, as often as each changed; false, having handed out
/// nothing, when the revision is not in the log. Compiled where a row is subscribed to, for the rows that it is one of.
@usableFromInline
typealias RowVisit<ID: Hashable & Sendable, Row: Identifiable> =
    @Sendable (KeyedRows<ID, Row>, [ID: Int], Revision, (Int) -> Void) -> Bool where Row.ID == ID

/// The subscriptions to single rows of one collection: a group for each row, which looks at the state only when the log of
/// the collection names its row. So a row without a subscription costs one look-up, however many have one.
final class RowsGroup<ID: Hashable & Sendable>: SelectionGroup {
    private struct RowGroup {
        let id: ID
        let group: SelectionGroup
    }

    private let findRevision: (borrowing WholeState) -> Revision?
    private let visitChanges: (borrowing WholeState, [ID: Int], Revision, (Int) -> Void) -> Bool
    /// In the order of coming, but for groups that took the index of one that left: what is delivered on a rescan must not
    /// go by an order that differs from run to run.
    private var rowGroups: [RowGroup] = []
    private var indexOfID: [ID: Int] = [:]
    private var revision: Revision?
    private var version: UInt64 = 0

    init<Row: Sendable>(
        _ source: SelectionSource<KeyedRows<ID, Row>>, key: SelectionKey, _ visitChanges: @escaping RowVisit<ID, Row>
    ) {
        findRevision = { source.read(in: $0) { $0.revision } }
        self.visitChanges = { whole, indexOfID, revision, visit in
            source.read(in: whole) { visitChanges($0, indexOfID, revision, visit) } ?? false
        }
        super.init(isEvery: false, key: key)
    }

    override var allInboxes: [Inbox] { rowGroups.flatMap(\.group.inboxes) }

    override var isEmpty: Bool { rowGroups.isEmpty }

    override func remove(_ group: SelectionGroup) {
        let last = rowGroups.count - 1
        indexOfID[rowGroups[last].id] = group.index
        indexOfID[rowGroups[group.index].id] = nil
        rowGroups.swapAt(group.index, last)
        rowGroups[group.index].group.index = group.index
        rowGroups.removeLast()
    }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        // Silent while the part that the rows belong to is absent.
        guard let now = findRevision(state), now != revision else { return }
        let known = revision
        revision = now
        if let known {
            let isKnown = visitChanges(state, indexOfID, known) { index in
                rowGroups[index].group.refresh(state, version: version, round: &round)
            }
            if isKnown { return }
        }
        for rowGroup in rowGroups { rowGroup.group.refresh(state, version: version, round: &round) }
    }

    func group(of id: ID, _ make: () -> SelectionGroup) -> SelectionGroup {
        if let index = indexOfID[id] { return rowGroups[index].group }
        let group = make()
        group.rows = self
        group.index = rowGroups.count
        rowGroups.append(RowGroup(id: id, group: group))
        indexOfID[id] = group.index
        return group
    }
}

/// Asks a collection whether rows changed, and which, for a group of subscriptions.
struct RowChanges<Changes: Sendable>: Sendable {
    let revision: @Sendable (borrowing WholeState) -> Revision?
    let since: @Sendable (borrowing WholeState, Revision) -> Changes?
    /// Anything may have changed.
    let anything: Changes
    /// Joins the changes that wait with the later ones.
    let follow: @Sendable (inout Changes, Changes) -> Void

    func makeGroup(isEvery: Bool, key: SelectionKey?) -> SelectionGroup {
        ChangesGroup(self, isEvery: isEvery, key: key)
    }
}

/// The subscriptions to what changed among the rows of one collection. The log is asked once for all of them.
final class ChangesGroup<Changes: Sendable>: SelectionGroup {
    private let changes: RowChanges<Changes>
    private var revision: Revision?
    /// What is offered right now. It is not compared with what was offered before: empty.
    private let next = Slot<Changes>()
    private let previous = Slot<Changes>()
    /// Whether the part that the rows belong to is present.
    private var isPresent = false
    private var version: UInt64 = 0

    init(_ changes: RowChanges<Changes>, isEvery: Bool, key: SelectionKey?) {
        self.changes = changes
        super.init(isEvery: isEvery, key: key)
    }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        let found = changes.revision(state)
        isPresent = found != nil
        guard let now = found, now != revision || isEvery else { return }
        let known = revision
        revision = now
        guard !inboxes.isEmpty else { return }
        next.fill(known.flatMap { changes.since(state, $0) } ?? changes.anything)
        for inbox in inboxes { offer(next, after: previous, nil, to: inbox, &round) }
        next.clear()
    }

    override func attach(_ inbox: Inbox, _ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        refresh(state, version: version, round: &round)
        super.attach(inbox, state, version: version, round: &round)
        guard inbox.initial && isPresent else { return }
        next.fill(changes.anything)
        offer(next, after: previous, nil, to: inbox, &round)
        next.clear()
    }
}

extension KeyedRows.Changes {
    /// Joins these changes with the ones that followed.
    @inlinable
    mutating func follow(with later: Self) {
        if case .difference(var difference) = self, case .difference(let later) = later {
            difference.follow(with: later)
            self = .difference(difference)
        } else {
            self = .rescan
        }
    }
}

extension KeyedRows.Difference {
    /// Makes this the difference from before it to after the one that followed.
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
