/// The subscriptions to single rows of one collection: a group for each row, which looks at the state only when the log of
/// the collection names its row. So a row that nobody looks at costs one look-up, however many are looked at.
final class RowsGroup<Rows: ChangingRows & Sendable, Value: Sendable>: SelectionGroup {
    private struct Entry {
        let id: Rows.ID
        let group: SelectionGroup
    }

    private let source: SelectionSource<Rows>
    /// In the order of coming, but for those that took the place of one that left: what is told on a rescan must not go by
    /// an order that differs from run to run.
    private var entries: [Entry] = []
    private var groupOfID: [Rows.ID: SelectionGroup] = [:]
    private var stamp: Stamp?
    private var version: UInt64 = 0

    init(_ source: SelectionSource<Rows>, key: SelectionKey?) {
        self.source = source
        super.init(isEvery: false)
        self.key = key
    }

    override var allMembers: [Member] { entries.flatMap(\.group.members) }

    override var isEmpty: Bool { entries.isEmpty }

    override func remove(_ group: SelectionGroup) {
        groupOfID[entries[group.index].id] = nil
        entries.swapAt(group.index, entries.count - 1)
        entries[group.index].group.index = group.index
        entries.removeLast()
    }

    override func refresh(_ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        guard version != self.version else { return }
        self.version = version
        // Silent while the part that the rows belong to is gone.
        guard let now = source.read(in: state, { $0.stamp }), now != stamp else { return }
        let known = stamp
        stamp = now
        if let known, refreshChanged(since: known, state, version, &round) { return }
        for entry in entries { entry.group.refresh(state, version: version, round: &round) }
    }

    /// Looks at the rows that the log names; false if the log does not reach back so far.
    private func refreshChanged(
        since known: Stamp, _ state: UnsafeRawPointer, _ version: UInt64, _ round: inout TellingRound
    ) -> Bool {
        source.read(in: state) { rows in
            rows.visitChanges(since: known) { id in
                groupOfID[id]?.refresh(state, version: version, round: &round)
            }
        } ?? false
    }

    override func attach(_ member: Member, _ state: UnsafeRawPointer, version: UInt64, round: inout TellingRound) {
        refresh(state, version: version, round: &round)
        // The table puts a member only into a group that its own selection made or has an equal key with.
        let selection = unsafeDowncast(member.selection, to: RowSelection<Rows, Value>.self)
        group(for: selection).attach(member, state, version: version, round: &round)
    }

    private func group(for selection: RowSelection<Rows, Value>) -> SelectionGroup {
        if let group = groupOfID[selection.id] { return group }
        let group = selection.row.makeGroup()
        group.owner = self
        group.index = entries.count
        entries.append(Entry(id: selection.id, group: group))
        groupOfID[selection.id] = group
        return group
    }
}
