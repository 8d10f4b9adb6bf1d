extension Core {
    /// Calls a closure with one row: now, and whenever it is another; with nil while there is no such row.
    ///
    /// ```swift
    /// let subscription = shop.subscribe(to: \.quotes, id: 42) { quote in print(quote?.price ?? 0) }
    /// ```
    ///
    /// - Complexity: events that leave the row as it is cost nothing for it: all subscriptions to rows of one collection
    ///   look at the log of the collection together, and only those of the rows that it names look at their row.
    public nonisolated func subscribe<ID, Row: Sendable & Equatable>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, delivery: Delivery = .latest,
        tellsCurrent: Bool = true, _ body: @escaping @isolated(any) @Sendable (Row?) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(rows, id: id, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent, body)
    }

    /// Calls a closure with one row: now, and whenever it may be another; with nil while there is no such row.
    ///
    /// The rows cannot be compared, so a row that was changed to what it was is told, too.
    public nonisolated func subscribe<ID, Row: Sendable>(
        to rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, delivery: Delivery = .latest,
        tellsCurrent: Bool = true, _ body: @escaping @isolated(any) @Sendable (Row?) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(rows, id: id, delivery, isEqual: nil), delivery, tellsCurrent, body)
    }

    /// One row, for `for await`: as it is now, and whenever it is another; nil while there is no such row.
    ///
    /// - Complexity: as ``subscribe(to:id:delivery:tellsCurrent:_:)``.
    public nonisolated func updates<ID, Row: Sendable & Equatable>(
        of rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) -> UpdateSequence<Row?> {
        updates(makeSelection(rows, id: id, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent)
    }

    /// Calls a closure with the rows that changed since it was called before. First with `.rescan`: look at every row.
    ///
    /// Changes that come while the closure runs are told as one when it has returned; none is missed. A row that was
    /// inserted and removed meanwhile is not named.
    ///
    /// ```swift
    /// let subscription = shop.subscribe(toChangesOf: \.quotes) { changes in
    ///     switch changes {
    ///     case .rescan: drawEverything()
    ///     case .difference(let difference): difference.ids.forEach(draw)
    ///     }
    /// }
    /// ```
    ///
    /// - Complexity: O(changes) for all subscriptions together; keeps no copy of rows.
    public nonisolated func subscribe<ID, Row: Sendable>(
        toChangesOf rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (KeyedRows<ID, Row>.Changes) async -> Void
    ) -> Subscription {
        let selection = makeSelection(changesOf: rows)
        return subscribe(selection, .latest, tellsCurrent, on: body.isolation) { [untold = selection.untold] _ in
            if let changes = untold.take() { await body(changes) }
        }
    }

    /// Calls a closure with the ids of the rows in their order: now, and whenever that is another.
    ///
    /// - Complexity: O(rows) when a row was inserted, removed or moved; nothing when rows were updated.
    public nonisolated func subscribe<ID, Row: Sendable>(
        toOrderOf rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable ([ID]) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(orderOf: rows), .latest, tellsCurrent, body)
    }
}
