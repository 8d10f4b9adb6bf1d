extension Core {
    /// The selection of the whole state of this core.
    nonisolated func whole(
        _ delivery: Delivery, isEqual: (@Sendable (StateType, StateType) -> Bool)?
    ) -> Selection<StateType> {
        Selection(
            source: place.selectionSource, keyPath: SelectionKey(.members([\StateType.self]), in: place.key),
            isEqual: isEqual, isEvery: delivery.isEvery)
    }

    /// The selection of a member.
    nonisolated func makeSelection<Value: Sendable>(
        _ member: KeyPath<StateType, Value> & Sendable, _ delivery: Delivery,
        isEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> Selection<Value> {
        Selection(
            source: place.selectionSource(member), keyPath: SelectionKey(.members([member]), in: place.key),
            isEqual: isEqual, isEvery: delivery.isEvery)
    }

    /// The selection of what a closure makes of the state.
    nonisolated func makeSelection<Value: Sendable>(
        _ selector: @escaping @Sendable (StateType) -> Value, _ delivery: Delivery,
        isEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> Selection<Value> {
        let key = SelectionKey(.closure(ObjectIdentifier(StateType.self)), in: place.key)
        return Selection(
            source: .computed { [place] in place.readIfPresent(in: $0, selector) }, keyPath: key, isEqual: isEqual,
            isEvery: delivery.isEvery)
    }

    /// The selection of what a selector makes of the state.
    nonisolated func makeSelection<Value: Sendable>(
        _ selector: Selector<StateType, Value>, _ delivery: Delivery
    ) -> GatedSelection<Value> {
        GatedSelection(
            keyPath: SelectionKey(.selector(ObjectIdentifier(selector.identity)), in: place.key),
            isEvery: delivery.isEvery, gate: { [place] in selector.makeGate(in: place) },
            compute: { [place] in place.readIfPresent(in: $0, selector.callAsFunction) }, isEqual: selector.isEqual)
    }

    /// The selection of one row.
    nonisolated func makeSelection<ID, Row: Sendable>(
        _ rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable, id: ID, _ delivery: Delivery,
        isEqual: (@Sendable (Row?, Row?) -> Bool)?
    ) -> TypedSelection<Row?> {
        let source = place.selectionSource(rows)
        let key = SelectionKey(.row(rows, AnyHashable(id)), in: place.key)
        let row = Selection<Row?>(
            source: .computed { whole in source.read(in: whole) { $0[id: id] } }, keyPath: key, isEqual: isEqual,
            isEvery: delivery.isEvery)
        // One that is told of each event has to be looked at after each.
        if delivery.isEvery { return row }
        return RowSelection(
            id: id, of: source, rowsKey: SelectionKey(.rows(rows, isCompared: isEqual != nil), in: place.key),
            row: row, keyPath: key)
    }

    /// The selection of what changed among rows.
    nonisolated func makeSelection<ID, Row: Sendable>(
        changesOf rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable
    ) -> ChangesSelection<KeyedRows<ID, Row>> {
        ChangesSelection(
            rows: place.selectionSource(rows), keyPath: SelectionKey(.changes(rows), in: place.key))
    }

    /// The selection of the order of rows.
    nonisolated func makeSelection<ID, Row: Sendable>(
        orderOf rows: KeyPath<StateType, KeyedRows<ID, Row>> & Sendable
    ) -> GatedSelection<[ID]> {
        let source = place.selectionSource(rows)
        return GatedSelection(
            keyPath: SelectionKey(.order(rows), in: place.key), isEvery: false,
            gate: { ValueGate(.computed { whole in source.read(in: whole) { $0.orderStamp } }) },
            compute: { whole in source.read(in: whole) { Array($0.ids) } }, isEqual: { $0 == $1 })
    }
}

extension Delivery {
    var isEvery: Bool { if case .every = self { true } else { false } }
}
