/// A condition for reading the state, shared by groups: those of a row, which read when the collection's log contains
/// the row, or those of derived values, which read when an input has changed.
final class SharedGate: Sendable {
    typealias Make = @Sendable () -> SelectionGate

    /// The identity of the gate. Gates with equal keys share a group, which checks the condition for all inner groups.
    let key: SelectionKey
    /// The gate that contains this one, if any: that of a row on the path.
    let outer: SharedGate?
    /// Creates a gate for a single group that is notified of each event; nil if such a group always reads.
    let makeOwn: Make?
    let makeGroup: @Sendable () -> SelectionGroup
    /// Returns the inner group with a key, which is created if it does not exist. Its outer group was created by this
    /// gate, or by an equal one.
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

    /// Creates a gate that opens when one of the inputs in `key` has changed. `make` creates the check.
    convenience init(inputs key: SelectionKey, behind outer: SharedGate?, _ make: @escaping Make) {
        self.init(
            key: key, outer: outer, makeOwn: { make() }, makeGroup: { GatedGroups(key: key, gate: make()) },
            // The outer group was created by a gate with this key, so it has this type.
            group: { unsafeDowncast($0, to: GatedGroups.self).group($1, make: $2) })
    }

    /// Creates a gate that opens when a row has changed, or may have changed.
    convenience init<Entered: EnteredRow>(_ row: Entered, behind outer: SharedGate? = nil) {
        typealias ID = Entered.ID
        let (key, id) = (SelectionKey(.rows(row.keyPath), in: row.path), row.id)
        self.init(
            key: key, outer: outer ?? row.outer.map { SharedGate($0) }, makeOwn: nil,
            makeGroup: { RowsGroup<ID>(row.rows, key: key, row.visitChanges) },
            // The outer group was created by a gate with this key: for the same rows, so with the same type of id.
            group: { unsafeDowncast($0, to: RowsGroup<ID>.self).group($1, of: id, make: $2) })
    }
}

extension StatePath {
    /// The gate of the innermost row on the path, if there is one.
    var gate: SharedGate? { enteredRow.map { SharedGate($0) } }

    /// Returns a gate that opens when the revision of a property has changed. One check serves everything that is read
    /// from the property.
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

/// A list of groups in the order of addition, except that a removed group is replaced by the last one. The order of
/// deliveries must be the same in each run.
struct GroupList {
    private(set) var groups: [SelectionGroup] = []
    /// The groups by key, if there are more than a few.
    private var groupOfKey: [SelectionKey: SelectionGroup] = [:]

    /// The number of groups up to which a linear search is used. A row has mostly one group, and a dictionary entry
    /// costs more than the group.
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

    /// Returns the group with a key, which is created if it does not exist. Its outer group has read the state before.
    mutating func group(
        _ key: SelectionKey?, behind gate: SharedGate?, _ state: borrowing WholeState, _ version: UInt64,
        _ round: inout DeliveryRound, make: () -> SelectionGroup
    ) -> SelectionGroup {
        if let gate {
            let outer = group(gate.key, behind: gate.outer, state, version, &round, make: gate.makeGroup)
            outer.refresh(state, version: version, round: &round)
            return gate.group(outer, key, make)
        }
        if let known = group(key) { return known }
        let group = make()
        add(group)
        return group
    }

    /// Removes a group that is empty, and the outer groups that become empty.
    mutating func removeIfEmpty(_ group: SelectionGroup) {
        guard group.isEmpty else { return }
        guard let outer = group.outer else { return remove(group) }
        outer.remove(group)
        removeIfEmpty(outer)
    }

    func refresh(_ state: borrowing WholeState, version: UInt64, round: inout DeliveryRound) {
        for group in groups { group.refresh(state, version: version, round: &round) }
    }

    func collect(_ inboxes: inout [Inbox]) { for group in groups { group.collect(&inboxes) } }
}

/// The groups of one gate, which is checked once for all of them. Without a gate, these are the groups of a row, whose
/// change the caller has found.
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

    /// Returns the group with a key, which is created if it does not exist.
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
