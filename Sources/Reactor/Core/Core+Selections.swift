extension Core {
    /// The selection of the whole state.
    nonisolated func whole(
        _ delivery: Delivery, isEqual: (@Sendable (StateType, StateType) -> Bool)?
    ) -> Selection<StateType> {
        Selection(source: .offset(place.offset), keyPath: nil, isEqual: isEqual, isEvery: delivery.isEvery)
    }

    /// The selection of a member.
    nonisolated func makeSelection<Value: Sendable>(
        _ member: KeyPath<StateType, Value> & Sendable, _ delivery: Delivery,
        isEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> Selection<Value> {
        Selection(
            source: place.selectionSource(member), keyPath: SelectionKey(keyPath: member, offset: place.offset),
            isEqual: isEqual, isEvery: delivery.isEvery)
    }

    /// The selection of what a closure makes of the state.
    nonisolated func makeSelection<Value: Sendable>(
        _ selector: @escaping @Sendable (StateType) -> Value, _ delivery: Delivery,
        isEqual: (@Sendable (Value, Value) -> Bool)?
    ) -> Selection<Value> {
        Selection(
            source: .computed { [place] in selector(place.locate(in: $0).pointee) }, keyPath: nil, isEqual: isEqual,
            isEvery: delivery.isEvery)
    }
}

extension Delivery {
    var isEvery: Bool { if case .every = self { true } else { false } }
}
