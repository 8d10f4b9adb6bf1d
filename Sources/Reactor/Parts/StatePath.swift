/// The path from the whole state to the state of a core.
final class StatePath<StateType: State>: Sendable {
    /// The identity of the path.
    let key: StatePathKey
    /// The location of the state. It has no value while the child state does not exist.
    let source: SelectionSource<StateType>
    /// The child state on the path, if it can cease to exist.
    let part: Part?
    /// The innermost row on the path, if there is one.
    let enteredRow: (any EnteredRow)?
    /// The default while the child state does not exist.
    private let standIn: @Sendable () -> StateType

    init(
        key: StatePathKey, source: SelectionSource<StateType>, part: Part? = nil, enteredRow: (any EnteredRow)? = nil,
        standIn: @escaping @Sendable () -> StateType = { mustOverride("standIn") }
    ) {
        self.key = key
        self.source = source
        self.part = part
        self.enteredRow = enteredRow
        self.standIn = standIn
    }

    /// The same location, for events that reach the whole state even while the child state does not exist.
    var withoutPart: StatePath { StatePath(key: key, source: source, enteredRow: enteredRow, standIn: standIn) }

    /// The path to the whole state.
    static var whole: StatePath { StatePath(key: .whole, source: .stored(.whole)) }

    /// The launch path of a command that is fired on a core with this path.
    var launchPath: LaunchPath { LaunchPath(path: key, state: ObjectIdentifier(StateType.self)) }

    /// A row of a collection in the state.
    func row<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        _ visitChanges: @escaping RowVisit<ID, Row>
    ) -> RowOfPath<ID, Row> {
        RowOfPath(id, of: source(of: rows), at: rows, in: self, visitChanges)
    }

    /// Returns the state, or the default while the child state does not exist.
    func value(in whole: borrowing WholeState) -> StateType {
        if case .stored(let offset) = source.location { return whole.lend(offset) { $0 } }
        let found = Slot<StateType>()
        copy(in: whole, to: found)
        return found.take()
    }

    /// Copies the state, or the default while the child state does not exist, into an empty slot.
    func copy(in whole: borrowing WholeState, to slot: borrowing Slot<StateType>) {
        if case .stored(let offset) = source.location { return whole.copy(offset, to: slot) }
        source.lend(in: whole) { slot.fill(copying: $0) }
        if !slot.isFull { slot.fill(standIn()) }
    }

    /// Lends the state, or the default while the child state does not exist.
    func read<Result>(in whole: borrowing WholeState, _ body: (borrowing StateType) throws -> Result) rethrows -> Result
    {
        if case .stored(let offset) = source.location { return try whole.lend(offset, to: body) }
        return try body(value(in: whole))
    }

    /// The same path. While the child state does not exist, cores with the path use its current value.
    func defaultingToValue(in whole: borrowing WholeState) -> StatePath {
        let value = value(in: whole)
        return StatePath(key: key, source: source, part: part, enteredRow: enteredRow, standIn: { value })
    }

    /// The location of a member: an offset if it is stored, otherwise a key path.
    func source<Value>(of keyPath: KeyPath<StateType, Value> & Sendable) -> SelectionSource<Value> {
        if case .stored(let offset) = source.location, let member = offset.member(keyPath) { return .stored(member) }
        return source.computing { $0[keyPath: keyPath] }
    }

    // MARK: Child states

    /// The path to a member. It is an offset if the member is stored, so that nesting has no cost.
    func member<Member: State>(_ keyPath: KeyPath<StateType, Member> & Sendable) -> StatePath<Member> {
        let member = source(of: keyPath)
        if case .stored(let offset) = member.location {
            return StatePath<Member>(key: StatePathKey(offset: offset.bytes), source: member)
        }
        return StatePath<Member>(
            key: key.appending(keyPath), source: member, part: part, enteredRow: enteredRow,
            standIn: { [standIn] in standIn()[keyPath: keyPath] })
    }

    /// The path to an optional property.
    ///
    /// - Parameter identity: Returns the identity of a value. Values with equal identities are the same child state.
    func optional<Member: State, Identity: Equatable & Sendable>(
        _ keyPath: KeyPath<StateType, Member?> & Sendable,
        default: @escaping @Sendable () -> Member = { mustOverride("standIn") },
        identity: @escaping @Sendable (Member) -> Identity
    ) -> StatePath<Member> {
        let source = source(of: keyPath)
        let find: @Sendable (borrowing WholeState) -> Identity? = { source.read(in: $0) { $0.map(identity) } ?? nil }
        let key = key.appending(keyPath)
        let part = Part(within: part, key: key) { whole in
            // Retains the identity and not the child state, which would make the next change copy it.
            guard let known = find(whole) else { return nil }
            return { find($0) == known }
        }
        return StatePath<Member>(
            key: key,
            source: .computed { whole, body in source.lend(in: whole) { if let member = $0 { body(member) } } },
            part: part, enteredRow: enteredRow, standIn: `default`)
    }

    /// The path to a row.
    func row<ID, Row: State>(
        _ keyPath: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        default: @escaping @Sendable () -> Row = { mustOverride("standIn") }, visitChanges: @escaping RowVisit<ID, Row>
    ) -> StatePath<Row> {
        let rows = source(of: keyPath)
        let watch: Part.Find = { whole in
            guard rows.read(in: whole, { $0.contains(id: id) }) == true else { return nil }
            return { whole in rows.read(in: whole) { $0.contains(id: id) } ?? false }
        }
        // While no row was inserted or removed, all rows still exist.
        let watchAll: Part.Find = { whole in
            let known = rows.read(in: whole) { $0.orderRevision }
            return { whole in rows.read(in: whole) { $0.orderRevision } == known }
        }
        return StatePath<Row>(
            key: key.appending(keyPath, id: id),
            source: .computed { whole, body in rows.lend(in: whole) { if let row = $0[id: id] { body(row) } } },
            part: Part(within: part, key: key.appending(keyPath), find: watch, findAll: watchAll),
            enteredRow: RowOfPath(id, of: rows, at: keyPath, in: self, visitChanges), standIn: `default`)
    }
}

/// The identity of a path in a state.
struct StatePathKey: Hashable, @unchecked Sendable {
    // Sendable: it never changes; the key paths of a core contain no mutable state, and ids are Sendable.
    /// The offset of a stored value, or of the value at which the steps begin.
    let offset: Int
    /// The key paths and ids after the offset.
    private var steps: [AnyHashable] = []

    init(offset: Int) { self.offset = offset }

    /// The key of the whole state.
    static let whole = StatePathKey(offset: 0)

    /// The id of the innermost row on the path, as text; nil if there is none.
    var row: String? { steps.last { !($0.base is AnyKeyPath) }.map { "\($0.base)" } }

    func appending(_ keyPath: AnyKeyPath & Sendable) -> StatePathKey {
        var key = self
        key.steps.append(keyPath)
        return key
    }

    func appending(_ keyPath: AnyKeyPath & Sendable, id: some Hashable & Sendable) -> StatePathKey {
        var key = appending(keyPath)
        key.steps.append(AnyHashable(id))
        return key
    }
}

/// The child state in which a command was launched. Commands with equal ids in different child states are independent.
struct LaunchPath: Hashable, Sendable {
    let path: StatePathKey
    /// The type of the child state, because a child state and its first stored property have the same offset.
    let state: ObjectIdentifier
}
