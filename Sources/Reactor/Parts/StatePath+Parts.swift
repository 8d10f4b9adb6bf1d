extension StatePath {
    /// The path to a member: an offset where it is stored, so that nesting costs nothing.
    func member<Member: State>(_ keyPath: KeyPath<StateType, Member> & Sendable) -> StatePath<Member> {
        if case .stored(let offset) = self, let member = offset.member(keyPath) { return .stored(member) }
        let route = Route<Member>(
            key: key.appending(keyPath), part: part, enteredRow: enteredRow,
            value: { [self] in read(in: $0) { $0[keyPath: keyPath] } },
            lend: { [self] in lend(in: $0, { $0[keyPath: keyPath] }, to: $1) })
        return .routed(route)
    }

    /// The path to an optional property.
    ///
    /// - Parameter identity: equal for two values that are the same part.
    func optional<Member: State, Identity: Equatable & Sendable>(
        _ keyPath: KeyPath<StateType, Member?> & Sendable, default: @escaping @Sendable () -> Member,
        identity: @escaping @Sendable (Member) -> Identity
    ) -> StatePath<Member> {
        let source = selectionSource(keyPath)
        let lend: @Sendable (borrowing WholeState, (Member) -> Void) -> Void = { whole, body in
            source.lend(in: whole) { if let member = $0 { body(member) } }
        }
        let find: @Sendable (borrowing WholeState) -> Identity? = { whole in
            var found: Identity?
            lend(whole) { found = identity($0) }
            return found
        }
        let watch: @Sendable (borrowing WholeState) -> Part.Watch? = { whole in
            // Keeps the identity and not the part, which would make the next change copy.
            guard let known = find(whole) else { return nil }
            return { find($0) == known }
        }
        let part = Part(within: part, key: key.appending(keyPath), row: RowID(0), find: watch) { whole in
            OptionalFollower(watch(whole) ?? { _ in false })
        }
        let route = Route<Member>(
            key: key.appending(keyPath), part: part, enteredRow: enteredRow, value: found(by: lend, or: `default`),
            lend: lend)
        return .routed(route)
    }

    /// The path to a row.
    func row<ID, Row: State>(
        _ keyPath: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, default: @escaping @Sendable () -> Row,
        visitChanges: @escaping RowVisit<ID, Row>
    ) -> StatePath<Row> {
        let source = selectionSource(keyPath)
        let watch: @Sendable (borrowing WholeState) -> Part.Watch? = { whole in
            source.value(in: whole).flatMap { rows in
                guard rows.contains(id: id) else { return nil }
                // While no row came or went, this one is present: no look-up.
                let known = rows.orderRevision
                return { whole in source.read(in: whole) { $0.orderRevision == known || $0.contains(id: id) } ?? false }
            }
        }
        let part = Part(within: part, key: key.appending(keyPath), row: RowID(id), find: watch) { whole in
            RowsFollower(source, from: whole)
        }
        let lend: @Sendable (borrowing WholeState, (Row) -> Void) -> Void = { whole, body in
            source.lend(in: whole) { if let row = $0[id: id] { body(row) } }
        }
        let route = Route<Row>(
            key: key.appending(keyPath, id: id), part: part, enteredRow: row(of: keyPath, id: id, visitChanges),
            value: found(by: lend, or: `default`), lend: lend)
        return .routed(route)
    }
}

/// A copy of what is lent, or what stands for it.
private func found<Value>(
    by lend: @escaping @Sendable (borrowing WholeState, (Value) -> Void) -> Void,
    or `default`: @escaping @Sendable () -> Value
) -> @Sendable (borrowing WholeState) -> Value {
    { whole in
        let found = Slot<Value>()
        lend(whole) { found.fill(copying: $0) }
        return found.isFull ? found.take() : `default`()
    }
}
