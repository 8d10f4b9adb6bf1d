extension Core {
    /// Returns a core for a child state: it has the same order and executor, and no separate state.
    ///
    /// Code for the child state (commands, subscribers, tests) works with every parent that contains one.
    ///
    /// ```swift
    /// let search = shop.scope(to: \.search)
    /// search.fire(command: LoadResults(text: "weights"))
    /// let subscription = search.subscribe(to: \.results) { results in print(results) }
    /// ```
    ///
    /// Events that are fired through it reach the whole state. ``settled()``, ``idle(except:)``, ``close(grace:)`` and
    /// ``cancelAll()`` apply to the whole core.
    ///
    /// - Complexity: O(1). A read of a stored property costs as much as a key path, at any depth. The getter of a
    ///   computed property runs at each read.
    public nonisolated func scope<Member: State>(to member: KeyPath<StateType, Member> & Sendable) -> Core<Member> {
        Core<Member>(engine: engine, path: path.member(member), owner: owner)
    }

    /// Returns a core for an optional child state.
    ///
    /// ```swift
    /// @MainActor
    /// func showDetail(of app: ObservableCore<Shop>) {
    ///     guard let detail = app.detail else { return }
    ///     show(app.core.scope(to: \.detail, default: detail))
    /// }
    /// ```
    ///
    /// While the child state is nil, subscriptions do not deliver, and an event that is fired here is refused and
    /// reported as ``Refusal/Reason/absent``. When the child state becomes nil, the commands that were launched here
    /// are canceled, directly after the event or group that made it nil.
    ///
    /// - Parameters:
    ///   - member: The key path of the child state.
    ///   - default: The value that ``state`` and ``read(_:)`` use while the child state is nil.
    public nonisolated func scope<Member: State>(
        to member: KeyPath<StateType, Member?> & Sendable, default: @escaping @autoclosure @Sendable () -> Member
    ) -> Core<Member> {
        let path = path.optional(member, default: `default`, identity: { _ in true })
        return Core<Member>(engine: engine, path: path, owner: owner)
    }

    /// Returns a core for an optional child state that can be replaced by another value with another id.
    ///
    /// It behaves like `scope(to:default:)` for a child state without an id. In addition, when the id of the child
    /// state changes, the commands that were launched for the previous value are canceled.
    public nonisolated func scope<Member: State & Identifiable>(
        to member: KeyPath<StateType, Member?> & Sendable, default: @escaping @autoclosure @Sendable () -> Member
    ) -> Core<Member> where Member.ID: Sendable {
        let path = path.optional(member, default: `default`, identity: \.id)
        return Core<Member>(engine: engine, path: path, owner: owner)
    }

    /// Returns a core for one row.
    ///
    /// ```swift
    /// @MainActor
    /// func showRows(of app: ObservableCore<Shop>) {
    ///     for row in app.rows { show(app.core.scope(to: \.rows, id: row.id, default: row)) }
    /// }
    /// ```
    ///
    /// While the row does not exist, subscriptions do not deliver, and an event that is fired here is refused and
    /// reported as ``Refusal/Reason/absent``. When the row is removed, the commands that were launched here are
    /// canceled, directly after the event or group that removed it.
    ///
    /// - Parameters:
    ///   - rows: The key path of the rows.
    ///   - id: The id of the row.
    ///   - default: The value that ``state`` and ``read(_:)`` use while the row does not exist.
    /// - Complexity: An event runs only the subscriptions to rows that it changed. A value that is not Equatable counts
    ///   as changed when its row has changed.
    @inlinable
    public nonisolated func scope<ID, Row: State>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        default: @escaping @autoclosure @Sendable () -> Row
    ) -> Core<Row> {
        scope(to: rows, id: id, default: `default`) { $0.forEachIndex(in: $1, changedSince: $2, $3) }
    }

    /// The closure reads the log. It comes from the caller so that it is compiled for the caller's row type.
    @usableFromInline
    nonisolated func scope<ID, Row: State>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, default: @escaping @Sendable () -> Row,
        visitChanges: @escaping RowVisit<ID, Row>
    ) -> Core<Row> {
        let path = path.row(rows, id: id, default: `default`, visitChanges: visitChanges)
        return Core<Row>(engine: engine, path: path, owner: owner)
    }

    /// Whether the child state of this core exists, after everything fired before is applied. It is always true for a
    /// core of the whole state, or of properties that are not optional.
    public var isPresent: Bool {
        engine.lend { path.source.read(in: $0) { _ in true } ?? false }
    }
}
