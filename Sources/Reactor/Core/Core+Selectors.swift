extension Core {
    /// Calls a closure with what a selector makes of the state: now, and whenever it is another.
    ///
    /// - Complexity: subscriptions to one selector share one computation, made when an input has changed.
    public nonisolated func subscribe<Value: Sendable>(
        to selector: Selector<StateType, Value>, delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(selector, delivery), delivery, tellsCurrent, body)
    }

    /// What a selector makes of the state, for `for await`: the value of now, then each that is another.
    public nonisolated func updates<Value: Sendable>(
        of selector: Selector<StateType, Value>, delivery: Delivery = .latest, tellsCurrent: Bool = true
    ) -> UpdateSequence<Value> {
        updates(makeSelection(selector, delivery), delivery, tellsCurrent)
    }

    /// Tells a subscriber what a selector makes of the state: now, and whenever it is another.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting selector: Selector<StateType, Added.Value>, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) {
        add(subscriber, makeSelection(selector, delivery), delivery, tellsCurrent)
    }

    /// Calls a closure with two members of the state: now, and once whenever one of them, or both, are others.
    ///
    /// ```swift
    /// let subscription = shop.subscribe(to: \.prices, \.discount) { prices, discount in print(prices, discount) }
    /// ```
    public nonisolated func subscribe<First: Sendable & Equatable, Second: Sendable & Equatable>(
        to first: KeyPath<StateType, First> & Sendable, _ second: KeyPath<StateType, Second> & Sendable,
        delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (First, Second) async -> Void
    ) -> Subscription {
        let (one, two) = (place.selectionSource(first), place.selectionSource(second))
        let source = SelectionSource<(First, Second)>.computed { whole in
            guard let one = one.value(in: whole), let two = two.value(in: whole) else { return nil }
            return (one, two)
        }
        let selection = together([first, second], source, delivery, { $0 == $1 })
        return subscribe(selection, delivery, tellsCurrent, on: body.isolation) { await body($0.0, $0.1) }
    }

    /// Calls a closure with three members of the state: now, and once whenever any of them are others.
    public nonisolated func subscribe<
        First: Sendable & Equatable, Second: Sendable & Equatable, Third: Sendable & Equatable
    >(
        to first: KeyPath<StateType, First> & Sendable, _ second: KeyPath<StateType, Second> & Sendable,
        _ third: KeyPath<StateType, Third> & Sendable, delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (First, Second, Third) async -> Void
    ) -> Subscription {
        let (one, two) = (place.selectionSource(first), place.selectionSource(second))
        let three = place.selectionSource(third)
        let source = SelectionSource<(First, Second, Third)>.computed { whole in
            guard let one = one.value(in: whole), let two = two.value(in: whole), let three = three.value(in: whole)
            else { return nil }
            return (one, two, three)
        }
        let selection = together([first, second, third], source, delivery, { $0 == $1 })
        return subscribe(selection, delivery, tellsCurrent, on: body.isolation) { await body($0.0, $0.1, $0.2) }
    }

    /// Calls a closure with four members of the state: now, and once whenever any of them are others.
    public nonisolated func subscribe<
        First: Sendable & Equatable, Second: Sendable & Equatable, Third: Sendable & Equatable,
        Fourth: Sendable & Equatable
    >(
        to first: KeyPath<StateType, First> & Sendable, _ second: KeyPath<StateType, Second> & Sendable,
        _ third: KeyPath<StateType, Third> & Sendable, _ fourth: KeyPath<StateType, Fourth> & Sendable,
        delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (First, Second, Third, Fourth) async -> Void
    ) -> Subscription {
        let (one, two) = (place.selectionSource(first), place.selectionSource(second))
        let (three, four) = (place.selectionSource(third), place.selectionSource(fourth))
        let source = SelectionSource<(First, Second, Third, Fourth)>.computed { whole in
            guard let one = one.value(in: whole), let two = two.value(in: whole), let three = three.value(in: whole),
                let four = four.value(in: whole)
            else { return nil }
            return (one, two, three, four)
        }
        let members = [first, second, third, fourth] as [AnyKeyPath]
        let selection = together(members, source, delivery, { $0 == $1 })
        return subscribe(selection, delivery, tellsCurrent, on: body.isolation) { await body($0.0, $0.1, $0.2, $0.3) }
    }

    private nonisolated func together<Values: Sendable>(
        _ members: [AnyKeyPath], _ source: SelectionSource<Values>, _ delivery: Delivery,
        _ isEqual: @escaping @Sendable (Values, Values) -> Bool
    ) -> Selection<Values> {
        Selection(
            source: source, keyPath: SelectionKey(.members(members), in: place.key), isEqual: isEqual,
            isEvery: delivery.isEvery)
    }
}
