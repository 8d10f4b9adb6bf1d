/// The way from the whole state to that of a core.
enum StatePath<StateType: State>: Sendable {
    /// It is stored there.
    case stored(MemoryOffset<StateType>)
    /// It is found otherwise.
    case routed(Route<StateType>)

    /// The whole state itself.
    static var whole: StatePath { .stored(.whole) }

    /// Distinguishes it from other paths.
    var key: StatePathKey {
        switch self {
        case .stored(let offset): StatePathKey(offset: offset.bytes)
        case .routed(let route): route.key
        }
    }

    /// Where a command is launched that is fired at its end.
    var launchPath: LaunchPath { LaunchPath(path: key, state: ObjectIdentifier(StateType.self)) }

    /// The part it belongs to, if that may become absent.
    var part: Part? {
        switch self {
        case .stored: nil
        case .routed(let route): route.part
        }
    }

    /// The innermost row that it leads into, if it does.
    var enteredRow: (any EnteredRow)? {
        switch self {
        case .stored: nil
        case .routed(let route): route.enteredRow
        }
    }

    /// One row of a collection there.
    func row<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        _ visitChanges: @escaping RowVisit<ID, Row>
    ) -> RowOfPath<ID, Row> {
        RowOfPath(
            outer: enteredRow, path: key, keyPath: rows, rows: selectionSource(rows), id: id, visitChanges: visitChanges
        )
    }

    /// The state, or what stands for it while its part is absent.
    func value(in whole: borrowing WholeState) -> StateType {
        switch self {
        case .stored(let offset): whole.lend(offset) { $0 }
        case .routed(let route): route.value(whole)
        }
    }

    /// Puts a copy of the state, or of what stands for it while its part is absent, into a slot.
    func copy(in whole: borrowing WholeState, to slot: borrowing Slot<StateType>) {
        switch self {
        case .stored(let offset): whole.copy(offset, to: slot)
        case .routed(let route): slot.fill(route.value(whole))
        }
    }

    /// Lends the state, or what stands for it while its part is absent.
    func read<Result>(in whole: borrowing WholeState, _ body: (borrowing StateType) throws -> Result) rethrows -> Result
    {
        switch self {
        case .stored(let offset): try whole.lend(offset, to: body)
        case .routed(let route): try body(route.value(whole))
        }
    }

    /// Lends the state, unless its part is absent.
    func readIfPresent<Result>(in whole: borrowing WholeState, _ body: (StateType) -> Result) -> Result? {
        selectionSource.read(in: whole, body)
    }

    /// Lends what is made of the state, unless its part is absent.
    func lend<Value>(in whole: borrowing WholeState, _ make: (StateType) -> Value, to body: (Value) -> Void) {
        lend(in: whole) { body(make($0)) }
    }

    /// Lends the state, unless its part is absent.
    private func lend(in whole: borrowing WholeState, _ body: (StateType) -> Void) {
        switch self {
        case .stored(let offset): whole.lend(offset, to: body)
        case .routed(let route): route.lend(whole, body)
        }
    }

    /// How the state itself is found.
    var selectionSource: SelectionSource<StateType> {
        switch self {
        case .stored(let offset): .stored(offset)
        case .routed(let route): .computed(route.lend)
        }
    }

    /// How a member is found: by its distance where it is stored, by the key path elsewhere.
    func selectionSource<Value>(_ keyPath: KeyPath<StateType, Value> & Sendable) -> SelectionSource<Value> {
        if case .stored(let offset) = self, let member = offset.member(keyPath) { return .stored(member) }
        return .computed { [self] in lend(in: $0, { $0[keyPath: keyPath] }, to: $1) }
    }
}

/// How a state is found that is not stored at a fixed distance: computed, optional, or a row.
final class Route<StateType: State>: Sendable {
    let key: StatePathKey
    /// The state, or what stands for it while it is absent.
    let value: @Sendable (borrowing WholeState) -> StateType
    /// Lends the state, unless it is absent.
    let lend: @Sendable (borrowing WholeState, (StateType) -> Void) -> Void
    /// The part that it belongs to, if that may become absent.
    let part: Part?
    /// The innermost row that it leads into, if it does.
    let enteredRow: (any EnteredRow)?

    init(
        key: StatePathKey, part: Part?, enteredRow: (any EnteredRow)?,
        value: @escaping @Sendable (borrowing WholeState) -> StateType,
        lend: @escaping @Sendable (borrowing WholeState, (StateType) -> Void) -> Void
    ) {
        self.key = key
        self.part = part
        self.enteredRow = enteredRow
        self.value = value
        self.lend = lend
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
    /// The type of the part: a part and the first of its own members have one distance.
    let state: ObjectIdentifier
}
