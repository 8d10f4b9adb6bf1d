/// The subscriptions to single rows of one collection. The groups of a row read the state only if the collection's log
/// contains the row. So a changed row without subscriptions costs one lookup.
final class RowsGroup<ID: Hashable & Sendable>: SelectionGroup {
    private let findRevision: (borrowing WholeState) -> Revision?
    private let visitChanges: (borrowing WholeState, [ID: Int], Revision, (Int) -> Void) -> Bool
    /// The groups of each row with subscriptions, and the ids of these rows. Two arrays, because an array of pairs,
    /// whose type depends on the type of the id, would require lookups of type metadata for each changed row.
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

    /// Returns the group with a key for a row, which is created if it does not exist.
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
        // The revision is nil if the child state with the rows does not exist.
        if let known, now != nil {
            let isKnown = visitChanges(state, indexOfID, known) { index in
                rows[index].refresh(state, version: version, round: &round)
            }
            if isKnown { return }
        }
        for row in rows { row.refresh(state, version: version, round: &round) }
    }
}
