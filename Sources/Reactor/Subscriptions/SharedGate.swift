/// Decides when its groups read the state: the groups of a row when the log of its collection names the row, the
/// groups of derived values when one of their inputs has changed.
final class SharedGate: Sendable {
    typealias Make = @Sendable () -> SelectionGate

    /// Gates with equal keys are one: a group that checks the state for all groups inside them.
    let key: SelectionKey
    /// The gate that it is inside of, if any: that of the row which it looks into.
    let outer: SharedGate?
    /// Makes the gate for one group alone, which is notified of each event; nil where such a group looks each time.
    let makeOwn: Make?
    let makeGroup: @Sendable () -> SelectionGroup
    /// The group with a key after the group that this gate, or an equal one, made; enters the group that is made if
    /// there is none.
    let group: @Sendable (_ behind: SelectionGroup, SelectionKey?, _ make: () -> SelectionGroup) -> SelectionGroup

    private init(
        key: SelectionKey, outer: SharedGate?, makeOwn: Make?,
        makeGroup: @escaping @Sendable () -> SelectionGroup,
        group: @escaping @Sendable (SelectionGroup, SelectionKey?, () -> SelectionGroup) -> SelectionGroup
    ) {
        self.key = key
        self.outer = outer
        self.makeOwn = makeOwn
        self.makeGroup = makeGroup
        self.group = group
    }

    /// Opens when one of the inputs that `key` names has changed, as `make` finds out.
    convenience init(inputs key: SelectionKey, behind outer: SharedGate?, _ make: @escaping Make) {
        self.init(
            key: key, outer: outer, makeOwn: { make() }, makeGroup: { GatedGroups(key: key, gate: make()) },
            // The table finds under this key what a gate with this key made.
            group: { unsafeDowncast($0, to: GatedGroups.self).group($1, make: $2) })
    }

    /// Opens when a row has changed, or may have.
    convenience init<Entered: EnteredRow>(_ row: Entered, behind outer: SharedGate? = nil) {
        typealias ID = Entered.ID
        let (key, id) = (SelectionKey(.rows(row.keyPath), in: row.path), row.id)
        self.init(
            key: key, outer: outer ?? row.outer.map { SharedGate($0) }, makeOwn: nil,
            makeGroup: { RowsGroup<ID>(row.rows, key: key, row.visitChanges) },
            // The table finds under this key what a gate with this key made: of the same rows, so of the same type of id.
            group: { unsafeDowncast($0, to: RowsGroup<ID>.self).group($1, of: id, make: $2) })
    }
}

extension StatePath {
    /// The gate of the innermost row that it leads into, if it does.
    var gate: SharedGate? { enteredRow.map { SharedGate($0) } }

    /// Opens when a member has another revision: one look for all that is read of it.
    func gate<Member: Sendable>(
        of member: KeyPath<StateType, Member> & Sendable, revision: @escaping @Sendable (borrowing Member) -> Revision
    ) -> SharedGate {
        let source = source(of: member)
        return SharedGate(inputs: SelectionKey(.revision(member), in: key), behind: gate) {
            var last: Revision??
            return { state in
                var now: Revision?
                source.lend(in: state) { now = revision($0) }
                defer { last = .some(now) }
                return last != .some(now)
            }
        }
    }
}

/// Groups in the order of coming, but for those that took the index of one that left: what is delivered must not go by an order
/// that differs from run to run.
struct GroupList {
    private(set) var groups: [SelectionGroup] = []
    /// The groups with a key, once they are more than a few.
    private var groupOfKey: [SelectionKey: SelectionGroup] = [:]

    /// So many are looked through: what looks into a row is mostly one, and entering a key costs more than making the group.
    private static var few: Int { 8 }

    /// The group with a key. O(1).
    func group(_ key: SelectionKey?) -> SelectionGroup? {
        guard let key else { return nil }
        return groups.count > GroupList.few ? groupOfKey[key] : groups.first { $0.key == key }
    }

    mutating func add(_ group: SelectionGroup) {
        group.index = groups.count
        groups.append(group)
        guard groups.count > GroupList.few else { return }
        let entered = groups.count == GroupList.few + 1 ? groups[...] : groups.suffix(1)
        for group in entered { if let key = group.key { groupOfKey[key] = group } }
    }

    mutating func remove(_ group: SelectionGroup) {
        groups.swapAt(group.index, groups.count - 1)
        groups[group.index].index = group.index
        groups.removeLast()
        if groups.count <= GroupList.few {
            groupOfKey = [:]
        } else if let key = group.key {
            groupOfKey[key] = nil
        }
    }

    func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        for group in groups { group.refresh(state, version: version, round: &round) }
    }

    func collect(_ inboxes: inout [Inbox]) { for group in groups { group.collect(&inboxes) } }
}

/// The groups of one gate, which is checked once for all of them. Without a gate, the groups of a row: their caller
/// has already found that the row has changed.
final class GatedGroups: SelectionGroup {
    private let gate: SelectionGate?
    private var list = GroupList()
    private var version: UInt64 = 0

    init(key: SelectionKey?, gate: SelectionGate?) {
        self.gate = gate
        super.init(isEvery: false, key: key)
    }

    override func collect(_ inboxes: inout [Inbox]) { list.collect(&inboxes) }

    override var isEmpty: Bool { list.groups.isEmpty }

    /// The group with a key; enters the one that is made if there is none.
    func group(_ key: SelectionKey?, make: () -> SelectionGroup) -> SelectionGroup {
        if let known = list.group(key) { return known }
        let group = make()
        group.outer = self
        list.add(group)
        return group
    }

    override func remove(_ group: SelectionGroup) { list.remove(group) }

    override func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        guard version != self.version else { return }
        self.version = version
        if let gate, !gate(state) { return }
        list.refresh(state, version: version, round: &round)
    }
}
