extension Core {
    /// Tells a subscriber the state: now, and whenever it changed.
    ///
    /// The subscriber is held weakly; adding it again changes nothing. The value it is told shares its storage with the
    /// state: while it is kept, the next change copies what it touches. From a large state, select what is needed.
    ///
    /// - Parameters:
    ///   - delivery: whether it may skip states while it is busy.
    ///   - tellsCurrent: whether it is told the state of now.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, delivery: Delivery = .latest, tellsCurrent: Bool = true
    ) where Added.Value == StateType {
        add(subscriber, whole(delivery, isEqual: nil), delivery, tellsCurrent)
    }

    /// Tells a subscriber the state: now, and whenever it is another.
    ///
    /// Compares whole states, and keeps a copy of the one that was told last, so the next change copies what it touches.
    /// From a large state, select what is needed.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, delivery: Delivery = .latest, tellsCurrent: Bool = true
    ) where Added.Value == StateType, StateType: Equatable {
        add(subscriber, whole(delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent)
    }

    /// Tells a subscriber a member of the state: now, and after each event or, with `.latest`, each few.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting member: KeyPath<StateType, Added.Value> & Sendable, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) {
        add(subscriber, makeSelection(member, delivery, isEqual: nil), delivery, tellsCurrent)
    }

    /// Tells a subscriber a member of the state: now, and whenever it is another.
    ///
    /// - Complexity: all subscribers of equal key paths share one comparison.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting member: KeyPath<StateType, Added.Value> & Sendable, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) where Added.Value: Equatable {
        add(subscriber, makeSelection(member, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent)
    }

    /// Tells a subscriber what a closure makes of the state: now, and after each event or, with `.latest`, each few.
    ///
    /// The closure runs on the core. A subscriber has one selector for each type of value: another is not added.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selector: @escaping @Sendable (StateType) -> Added.Value, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) {
        add(subscriber, makeSelection(selector, delivery, isEqual: nil), delivery, tellsCurrent)
    }

    /// Tells a subscriber what a closure makes of the state: now, and whenever it is another.
    ///
    /// The closure runs on the core. A subscriber has one selector for each type of value: another is not added.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selector: @escaping @Sendable (StateType) -> Added.Value, delivery: Delivery = .latest,
        tellsCurrent: Bool = true
    ) where Added.Value: Equatable {
        add(subscriber, makeSelection(selector, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent)
    }

    /// Ends every subscription of a subscriber, in its place in the order: it is still told of what was fired before,
    /// and of nothing after.
    public nonisolated func remove(subscriber: some Subscriber) {
        engine.mailbox.post(.remove(subscriber: ObjectIdentifier(subscriber)))
    }

    nonisolated func add<Added: Subscriber>(
        _ subscriber: Added, _ selection: TypedSelection<Added.Value>, _ delivery: Delivery, _ tellsCurrent: Bool
    ) {
        let inbox = Inbox<Added.Value>(
            selection: selection, subscriber: ObjectIdentifier(subscriber), delivery: delivery,
            tellsCurrent: tellsCurrent, report: engine.runtime.report, name: { "\(Added.self)" },
            isThere: { [weak subscriber] in subscriber != nil },
            tell: { [weak subscriber] _, value in await subscriber?.update(with: value) })
        engine.mailbox.post(.attach(inbox))
    }
}
