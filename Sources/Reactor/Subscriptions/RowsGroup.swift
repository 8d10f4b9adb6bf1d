/// The subscriptions to single rows of one collection: the groups of a row look at the state only when the log of the
/// collection names it. So a row without a subscription costs one look-up, however many have one.
final class RowsGroup<ID: Hashable & Sendable>: SelectionGroup {
    private let findRevision: (borrowing WholeState) -> Revision?
    private let visitChanges: (borrowing WholeState, [ID: Int], Revision, (Int) -> Void) -> Bool
    /// The groups of each row with subscriptions, and the ids of these rows. Two arrays: for one of pairs, whose type
    /// depends on that of the id, each changed row would ask the runtime for types.
    private var rows: [GatedGroups] = []
    private var ids: [ID] = []
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

    override func collect(_ inboxes: inout [Inbox]) { for row in rows { row.collect(&inboxes) } }

    override var isEmpty: Bool { rows.isEmpty }

    /// The group with a key that looks into a row; enters the one that is made if there is none.
    func group(_ key: SelectionKey?, of id: ID, make: () -> SelectionGroup) -> SelectionGroup {
        if let index = indexOfID[id] { return rows[index].group(key, make: make) }
        let row = GatedGroups(key: nil, gate: nil)
        row.outer = self
        row.index = rows.count
        indexOfID[id] = rows.count
        rows.append(row)
        ids.append(id)
        return row.group(key, make: make)
    }

    override func remove(_ row: SelectionGroup) {
        let last = rows.count - 1
        indexOfID[ids[last]] = row.index
        indexOfID[ids[row.index]] = nil
        ids.swapAt(row.index, last)
        ids.removeLast()
        rows.swapAt(row.index, last)
        rows[row.index].index = row.index
        rows.removeLast()
    }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        let now = findRevision(state)
        guard now != revision else { return }
        let known = revision
        revision = now
        // Without a revision, the part that the rows belong to is absent.
        if let known, now != nil {
            let isKnown = visitChanges(state, indexOfID, known) { index in
                rows[index].refresh(state, version: version, round: &round)
            }
            if isKnown { return }
        }
        for row in rows { row.refresh(state, version: version, round: &round) }
    }
}
