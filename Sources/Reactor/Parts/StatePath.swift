/// The way from the whole state to that of a core.
final class StatePath<StateType: State>: Sendable {
    /// Distinguishes it from other paths.
    let key: StatePathKey
    /// How the state is found, unless its part is absent.
    let source: SelectionSource<StateType>
    /// The part it belongs to, if that may become absent.
    let part: Part?
    /// The innermost row that it leads into, if it does.
    let enteredRow: (any EnteredRow)?
    /// The default while the part of the state does not exist.
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

    /// The whole state itself.
    static var whole: StatePath { StatePath(key: .whole, source: .stored(.whole)) }

    /// Where a command is launched that is fired at its end.
    var launchPath: LaunchPath { LaunchPath(path: key, state: ObjectIdentifier(StateType.self)) }

    /// One row of a collection there.
    func row<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        _ visitChanges: @escaping RowVisit<ID, Row>
    ) -> RowOfPath<ID, Row> {
        RowOfPath(id, of: source(of: rows), at: rows, in: self, visitChanges)
    }

    /// The state, or what stands for it while its part is absent.
    func value(in whole: borrowing WholeState) -> StateType {
        if case .stored(let offset) = source.location { return whole.lend(offset) { $0 } }
        let found = Slot<StateType>()
        copy(in: whole, to: found)
        return found.take()
    }

    /// Puts a copy of the state, or what stands for it while its part is absent, into a slot, which must have none.
    func copy(in whole: borrowing WholeState, to slot: borrowing Slot<StateType>) {
        if case .stored(let offset) = source.location { return whole.copy(offset, to: slot) }
        source.lend(in: whole) { slot.fill(copying: $0) }
        if !slot.isFull { slot.fill(standIn()) }
    }

    /// Lends the state, or what stands for it while its part is absent.
    func read<Result>(in whole: borrowing WholeState, _ body: (borrowing StateType) throws -> Result) rethrows -> Result
    {
        if case .stored(let offset) = source.location { return try whole.lend(offset, to: body) }
        return try body(value(in: whole))
    }

    /// How a member is found: by its distance where it is stored, by the key path elsewhere.
    func source<Value>(of keyPath: KeyPath<StateType, Value> & Sendable) -> SelectionSource<Value> {
        if case .stored(let offset) = source.location, let member = offset.member(keyPath) { return .stored(member) }
        return source.computing { $0[keyPath: keyPath] }
    }

    // MARK: Parts

    /// The path to a member: an offset where it is stored, so that nesting costs nothing.
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
    /// - Parameter identity: equal for two values that are the same part.
    func optional<Member: State, Identity: Equatable & Sendable>(
        _ keyPath: KeyPath<StateType, Member?> & Sendable, default: @escaping @Sendable () -> Member,
        identity: @escaping @Sendable (Member) -> Identity
    ) -> StatePath<Member> {
        let source = source(of: keyPath)
        let find: @Sendable (borrowing WholeState) -> Identity? = { source.read(in: $0) { $0.map(identity) } ?? nil }
        let key = key.appending(keyPath)
        let part = Part(within: part, key: key) { whole in
            // Keeps the identity and not the part, which would make the next change copy.
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
        _ keyPath: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, default: @escaping @Sendable () -> Row,
        visitChanges: @escaping RowVisit<ID, Row>
    ) -> StatePath<Row> {
        let rows = source(of: keyPath)
        let watch: Part.Find = { whole in
            guard rows.read(in: whole, { $0.contains(id: id) }) == true else { return nil }
            return { whole in rows.read(in: whole) { $0.contains(id: id) } ?? false }
        }
        // While no row came or went, each that was present is.
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

/// Distinguishes one path into a state from another.
struct StatePathKey: Hashable, @unchecked Sendable {
    // Sendable: it never changes; key paths given to a core hold no mutable state, and ids are Sendable.
    /// The distance at which it is stored, or from which the steps go on.
    let offset: Int
    /// Key paths and ids, where a distance is not enough.
    private var steps: [AnyHashable] = []

    init(offset: Int) { self.offset = offset }

    /// The whole state.
    static let whole = StatePathKey(offset: 0)

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

/// Where a command was launched: commands with equal ids in two parts of a state do not meet.
struct LaunchPath: Hashable, Sendable {
    let path: StatePathKey
    /// The type of the part: a part and its first member have one distance.
    let state: ObjectIdentifier
}
