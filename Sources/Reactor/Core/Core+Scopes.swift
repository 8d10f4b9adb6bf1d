extension Core {
    /// A core for a part of the state: same order and same executor, without its own state.
    ///
    /// Code for the part (commands, subscribers, tests) works in every parent that has one.
    ///
    /// ```swift
    /// let search = shop.scope(to: \.search)
    /// search.fire(command: LoadResults(text: "weights"))
    /// let subscription = search.subscribe(to: \.results) { results in print(results) }
    /// ```
    ///
    /// Events that are fired through it reach the whole state, as everywhere. ``settled()``, ``idle(besides:)``,
    /// ``close(grace:)`` and ``cancelAll()`` concern the whole core.
    ///
    /// - Complexity: O(1). A stored part, however deep, costs what a key path costs: nothing more is looked at than a
    ///   distance in memory. For a computed one its getter runs whenever the part is read.
    public nonisolated func scope<Member: State>(to member: KeyPath<StateType, Member> & Sendable) -> Core<Member> {
        Core<Member>(engine: engine, path: path.member(member), owner: owner)
    }

    /// A core for a part of the state that is present at times.
    ///
    /// While the part is nil, subscriptions are silent, and an event that is fired here is refused and reported as
    /// ``Refusal/Reason/absent``. When the part becomes nil, the commands that were launched here are cancelled,
    /// directly after the event, or the atomic group, that made it nil.
    ///
    /// ```swift
    /// @MainActor
    /// func showDetail(of app: ObservableCore<Shop>) {
    ///     guard let detail = app.detail else { return }
    ///     show(app.core.scope(to: \.detail, default: detail))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - member: where the part is.
    ///   - default: what ``state`` and ``read(_:)`` answer while the part is nil.
    public nonisolated func scope<Member: State>(
        to member: KeyPath<StateType, Member?> & Sendable, default: @escaping @autoclosure @Sendable () -> Member
    ) -> Core<Member> {
        let path = path.optional(member, default: `default`, identity: { _ in true })
        return Core<Member>(engine: engine, path: path, owner: owner)
    }

    /// A core for a part of the state that is present at times, and may be replaced by another of its kind.
    ///
    /// As `scope(to:default:)` for a part without an id; and when the part gets another id, the commands that were
    /// launched for the one before are cancelled.
    public nonisolated func scope<Member: State & Identifiable>(
        to member: KeyPath<StateType, Member?> & Sendable, default: @escaping @autoclosure @Sendable () -> Member
    ) -> Core<Member> where Member.ID: Sendable {
        let path = path.optional(member, default: `default`, identity: \.id)
        return Core<Member>(engine: engine, path: path, owner: owner)
    }

    /// A core for one row.
    ///
    /// While the row does not exist, subscriptions are silent, and an event that is fired here is refused and
    /// reported as ``Refusal/Reason/absent``. When the row is removed, the commands that were launched here are
    /// cancelled, directly after the event, or the atomic group, that removed it.
    ///
    /// ```swift
    /// @MainActor
    /// func showRows(of app: ObservableCore<Shop>) {
    ///     for row in app.rows { show(app.core.scope(to: \.rows, id: row.id, default: row)) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rows: where the rows are.
    ///   - id: the row's id among them.
    ///   - default: what ``state`` and ``read(_:)`` answer while there is no such row.
    /// - Complexity: an event runs only the subscriptions in the rows that it changed, however many rows have
    ///   subscriptions. A value that is not Equatable counts as changed when its row has changed.
    @inlinable
    public nonisolated func scope<ID, Row: State>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID,
        default: @escaping @autoclosure @Sendable () -> Row
    ) -> Core<Row> {
        scope(to: rows, id: id, default: `default`) { $0.forEachIndex(in: $1, changedSince: $2, $3) }
    }

    /// The caller's closure reads the log: it is compiled for the caller's rows.
    @usableFromInline
    nonisolated func scope<ID, Row: State>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, default: @escaping @Sendable () -> Row,
        visitChanges: @escaping RowVisit<ID, Row>
    ) -> Core<Row> {
        let path = path.row(rows, id: id, default: `default`, visitChanges: visitChanges)
        return Core<Row>(engine: engine, path: path, owner: owner)
    }

    /// Whether the part that this core is for is present, with everything applied that was fired before. Always true for a
    /// core that is for the whole state, or for properties that are not optional.
    public var isPresent: Bool {
        engine.lend { path.source.read(in: $0) { _ in true } ?? false }
    }
}
