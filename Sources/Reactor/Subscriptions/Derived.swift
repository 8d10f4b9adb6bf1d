/// A memoized value that is computed from a state, for subscriptions. It corresponds to a selector in Redux.
///
/// ```swift
/// let total = Derived(\Shop.prices, \Shop.discount) { prices, discount in prices.reduce(0, +) - discount }
/// let subscription = shop.subscribe(to: total) { @MainActor total in label.text = "\(total)" }
/// for await total in shop.updates(of: total) { print(total) }
/// ```
///
/// A value that is computed from properties is computed again only when one of them has changed. All subscriptions of a
/// core to the same `Derived`, or to copies of it, share one computation per change. It runs on the core, so it must be
/// pure and should be short. Two separately created values are never equal, so store a `Derived` in a `let`.
///
/// While there are subscriptions, the core retains copies of the inputs and of the result, so the next change of an
/// input copies the storage that it changes. From large properties, use revisions or counts.
///
/// Rows are derived values too: ``row(_:id:)``, ``changes(of:)``, ``order(of:)``.
public struct Derived<StateType: State, Value: Sendable>: Sendable {
    private let select: @Sendable (StatePath<StateType>, Delivery) -> Selection<Value>

    private init(select: @escaping @Sendable (StatePath<StateType>, Delivery) -> Selection<Value>) {
        self.select = select
    }

    /// Creates a value that is computed again when one of the properties has changed. A property that is not
    /// `Equatable` counts as changed after every event.
    ///
    /// ```swift
    /// let rough = Derived(\Shop.discount, isEqual: { abs($0 - $1) < 10 }) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - properties: The key paths of the inputs.
    ///   - isEqual: Compares the value that a subscriber received last with a new value. If it returns true, the new
    ///     value is not delivered to this subscriber. A subscriber that begins later receives the current value. The
    ///     default is `==`. `.every` delivers every value, so it does not compare.
    ///   - compute: Computes the value from the inputs.
    public init<each Input: Sendable>(
        _ properties: repeat KeyPath<StateType, each Input> & Sendable,
        isEqual: (@Sendable (Value, Value) -> Bool)? = nil,
        compute: @escaping @Sendable (repeat each Input) -> Value
    ) {
        self.init(
            (repeat each properties), .derived(Revision()), { isEqual ?? comparison(of: Value.self) },
            comparesDelivered: isEqual != nil, compute)
    }

    /// Creates a value that consists of several properties.
    init<each Input: Sendable>(
        all properties: repeat KeyPath<StateType, each Input> & Sendable
    ) where Value == (repeat each Input) {
        var paths: [AnyKeyPath] = []
        for property in repeat each properties { paths.append(property) }
        self.init((repeat each properties), .properties(paths), { comparisonOfAll() }) { (value: repeat each Input) in
            (repeat each value)
        }
    }

    private init<each Input: Sendable>(
        _ properties: (repeat KeyPath<StateType, each Input> & Sendable), _ subject: SelectionKey.Subject,
        _ makeComparison: @escaping @Sendable () -> Comparison<Value>?, comparesDelivered: Bool = false,
        _ compute: @escaping @Sendable (repeat each Input) -> Value
    ) {
        let make: @Sendable (StateType) -> Value = { state in compute(repeat state[keyPath: each properties]) }
        let gates: @Sendable (StatePath<StateType>) -> [SelectionGate] = { path in
            var gates: [SelectionGate] = []
            for property in repeat each properties { gates.append(makeGate(path.source(of: property))) }
            return gates
        }
        var paths: [AnyKeyPath] = []
        for property in repeat each properties { paths.append(property) }
        let inputs = SelectionKey.Subject.inputs(paths)
        self.init { path, delivery in
            Selection(
                key: SelectionKey(subject, in: path.key),
                source: path.source.computing(make), isEvery: delivery.isEvery,
                gate: SharedGate(inputs: SelectionKey(inputs, in: path.key), behind: path.gate) {
                    anyGate(gates(path))
                },
                makeComparison: makeComparison, comparesDelivered: comparesDelivered)
        }
    }

    /// Creates a value that is computed after each pass in which an event was applied, because its inputs are unknown.
    public init(_ compute: @escaping @Sendable (StateType) -> Value) {
        let identity = Revision()
        self.init { path, delivery in
            Selection(
                key: SelectionKey(.derived(identity), in: path.key),
                source: path.source.computing(compute), isEvery: delivery.isEvery, gate: path.gate)
        }
    }

    func selection(in path: StatePath<StateType>, _ delivery: Delivery) -> Selection<Value> { select(path, delivery) }
}

extension Derived {
    /// Returns a derived value with one row, or nil while the row does not exist.
    ///
    /// ```swift
    /// let subscription = shop.subscribe(to: .row(\.quotes, id: 42)) { quote in print(quote?.price ?? 0) }
    /// ```
    ///
    /// - Complexity: Events that do not change the row are free for it. All subscriptions to rows of a collection share
    ///   one check of the collection's log, and only the rows in the log are read.
    @inlinable
    public static func row<ID, Row: Sendable>(
        _ rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID
    ) -> Derived where Value == Row? {
        row(
            rows, id: id, find: { $1($0[id: id]) }, visitChanges: { $0.forEachIndex(in: $1, changedSince: $2, $3) })
    }

    // The closures that access rows come from the caller, where they are compiled for the row type. Compiled here, for
    // rows of any type, they would look up type metadata for each row.

    @usableFromInline
    static func row<ID, Row: Sendable>(
        _ rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        find: @escaping @Sendable (KeyedRows<ID, Row>, (Row?) -> Void) -> Void,
        visitChanges: @escaping RowVisit<ID, Row>
    ) -> Derived where Value == Row? {
        Derived { path, delivery in
            let source = path.source(of: rows)
            return Selection(
                key: SelectionKey(.row(rows, AnyHashable(id)), in: path.key),
                source: .computed { whole, lend in source.lend(in: whole) { find($0, lend) } },
                isEvery: delivery.isEvery,
                gate: SharedGate(path.row(of: rows, id: id, visitChanges)))
        }
    }

    /// Returns a derived value with the rows that have changed since the last delivery. The first value is `.reload`,
    /// after which every row has to be read.
    ///
    /// ```swift
    /// let subscription = shop.subscribe(to: .changes(of: \.quotes)) { changes in
    ///     switch changes {
    ///     case .reload: drawEverything()
    ///     case .difference(let difference): difference.ids.forEach(draw)
    ///     }
    /// }
    /// ```
    ///
    /// With `.latest`, changes during an update are merged into one value, and no change is lost. A row that was
    /// inserted and removed in between is not included.
    ///
    /// - Complexity: O(changes) for all subscriptions together. No rows are copied.
    @inlinable
    public static func changes<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable
    ) -> Derived where Value == KeyedRows<ID, Row>.Changes {
        changes(of: rows, since: { $0.changes(since: $1) }, follow: { $0.follow(with: $1) })
    }

    @usableFromInline
    static func changes<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable,
        since: @escaping @Sendable (KeyedRows<ID, Row>, Revision) -> Value,
        follow: @escaping @Sendable (inout Value, Value) -> Void
    ) -> Derived where Value == KeyedRows<ID, Row>.Changes {
        Derived { path, delivery in
            let source = path.source(of: rows)
            let changes = RowChanges<Value>(
                revision: { source.read(in: $0) { $0.revision } },
                since: { whole, revision in source.read(in: whole) { since($0, revision) } },
                anything: .reload, follow: follow)
            return Selection(
                key: SelectionKey(.changes(rows), in: path.key), source: .computed { _, _ in },
                isEvery: delivery.isEvery, gate: path.gate, changes: changes)
        }
    }

    /// Returns a derived value with the ids of the rows in their order.
    ///
    /// - Complexity: O(rows) when a row was inserted, removed or moved. Updates of rows are free.
    @inlinable
    public static func order<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable
    ) -> Derived where Value == [ID] {
        order(of: rows, ids: { Array($0.ids) })
    }

    @usableFromInline
    static func order<ID, Row: Sendable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable,
        ids: @escaping @Sendable (KeyedRows<ID, Row>) -> [ID]
    ) -> Derived where Value == [ID] {
        let order = SelectionKey.Subject.inputs([rows, \KeyedRows<ID, Row>.orderRevision])
        return Derived { path, delivery in
            let source = path.source(of: rows)
            return Selection(
                key: SelectionKey(.order(rows), in: path.key),
                source: source.computing(ids),
                isEvery: delivery.isEvery,
                gate: SharedGate(inputs: SelectionKey(order, in: path.key), behind: path.gate) {
                    makeGate(source.computing { $0.orderRevision })
                })
        }
    }
}

extension Derived {
    /// A row of a collection in a property of the state, or a placeholder while the row does not exist. An event that
    /// does not change the property's revision costs one check of the revision for all rows.
    package static func row<Member: Sendable, ID>(
        _ member: KeyPath<StateType, Member> & Sendable,
        revision: @escaping @Sendable (borrowing Member) -> Revision,
        _ rows: @escaping @Sendable (borrowing Member) -> KeyedRows<ID, Value>, id: ID, default: Value
    ) -> Derived where Value: Identifiable {
        Derived { path, delivery in
            let owner = path.source(of: member)
            // Not a key path: a key path of a generic type is created at each use, and read without the compiler's type
            // information at each delivered event.
            let source = owner.computing(rows)
            return Selection(
                key: SelectionKey(.row(member, AnyHashable(id)), in: path.key),
                source: source.computing { $0[id: id] ?? `default` },
                isEvery: delivery.isEvery,
                gate: SharedGate(
                    RowOfPath(id, of: source, at: member, in: path) { $0.forEachIndex(in: $1, changedSince: $2, $3) },
                    behind: path.gate(of: member, revision: revision)))
        }
    }

    /// A value that is read from a property of the state, without a copy of the property, when its revision has
    /// changed; nil while the child state does not exist.
    package static func member<Member: Sendable, Read>(
        _ member: KeyPath<StateType, Member> & Sendable,
        revision: @escaping @Sendable (borrowing Member) -> Revision, _ read: @escaping @Sendable (Member) -> Read
    ) -> Derived where Value == Read? {
        let identity = Revision()
        return Derived { path, delivery in
            let source = path.source(of: member)
            return Selection(
                key: SelectionKey(.derived(identity), in: path.key),
                source: .computed { whole, lend in
                    var value: Read?
                    source.lend(in: whole) { value = read($0) }
                    lend(value)
                },
                isEvery: delivery.isEvery, gate: path.gate(of: member, revision: revision))
        }
    }
}

extension StatePath {
    /// The selection of the whole state of a core.
    func selection(_ delivery: Delivery) -> Selection<StateType> {
        Selection(
            key: SelectionKey(.properties([\StateType.self]), in: key), source: source,
            isEvery: delivery.isEvery, gate: gate)
    }

    /// The selection of a property.
    func selection<Value: Sendable>(
        of property: KeyPath<StateType, Value> & Sendable, _ delivery: Delivery
    ) -> Selection<Value> {
        Selection(
            key: SelectionKey(.properties([property]), in: key), source: source(of: property),
            isEvery: delivery.isEvery, gate: gate)
    }

    /// The selection of the result of a closure.
    func selection<Value: Sendable>(
        _ selector: @escaping @Sendable (StateType) -> Value, _ delivery: Delivery
    ) -> Selection<Value> {
        Selection(
            key: SelectionKey(.closure(ObjectIdentifier(StateType.self)), in: key),
            source: source.computing(selector), isEvery: delivery.isEvery, gate: gate)
    }
}

/// The comparison of tuples of values; nil if one of the types is not `Equatable`.
private func comparisonOfAll<each Value: Sendable>() -> Comparison<(repeat each Value)>? {
    let comparisons = (repeat comparison(of: (each Value).self))
    for comparison in repeat each comparisons {
        if comparison == nil { return nil }
    }
    return { left, right in
        for (isEqual, left, right) in repeat (each comparisons, each left, each right) {
            if isEqual?(left, right) != true { return false }
        }
        return true
    }
}

extension Delivery {
    var isEvery: Bool { if case .every = self { true } else { false } }
}
