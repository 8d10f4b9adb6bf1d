extension Core {
    /// Calls a closure with the state: now, and whenever it changed, until the subscription is cancelled or released.
    ///
    /// The closure runs where it is isolated to, one call after another. What it says of copies, see
    /// ``add(subscriber:delivery:tellsCurrent:)-(Added,_,_)``.
    public nonisolated func subscribe(
        delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (StateType) async -> Void
    ) -> Subscription {
        subscribe(whole(delivery, isEqual: nil), delivery, tellsCurrent, body)
    }

    /// Calls a closure with the state: now, and whenever it is another.
    ///
    /// Compares whole states, and keeps a copy of the one that was told last, so the next change copies what it touches.
    public nonisolated func subscribe(
        delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (StateType) async -> Void
    ) -> Subscription where StateType: Equatable {
        subscribe(whole(delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent, body)
    }

    /// Calls a closure with a member of the state: now, and after each event or, with `.latest`, each few.
    public nonisolated func subscribe<Value: Sendable>(
        to member: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(member, delivery, isEqual: nil), delivery, tellsCurrent, body)
    }

    /// Calls a closure with a member of the state: now, and whenever it is another.
    ///
    /// ```swift
    /// let subscription = core.subscribe(to: \.count) { @MainActor count in label.text = "\(count)" }
    /// ```
    ///
    /// - Complexity: all subscribers of equal key paths share one comparison.
    public nonisolated func subscribe<Value: Sendable & Equatable>(
        to member: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(member, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent, body)
    }

    /// Calls a closure with what a selector makes of the state: now, and whenever it is another. The selector runs on the
    /// core.
    public nonisolated func subscribe<Value: Sendable & Equatable>(
        selector: @escaping @Sendable (StateType) -> Value, delivery: Delivery = .latest, tellsCurrent: Bool = true,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(makeSelection(selector, delivery, isEqual: { $0 == $1 }), delivery, tellsCurrent, body)
    }

    /// Calls a closure with a selection.
    nonisolated func subscribe<Value: Sendable>(
        _ selection: TypedSelection<Value>, _ delivery: Delivery, _ tellsCurrent: Bool,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(selection, delivery, tellsCurrent) { inbox, value in
            await inbox.call(body, with: value, on: body.isolation)
        }
    }

    /// Calls a closure, itself isolated nowhere, that calls another with something else than the value, where that one is
    /// isolated.
    nonisolated func subscribe<Value: Sendable>(
        _ selection: TypedSelection<Value>, _ delivery: Delivery, _ tellsCurrent: Bool, on isolation: (any Actor)?,
        _ body: nonisolated(nonsending) @escaping @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(selection, delivery, tellsCurrent) { inbox, value in
            await inbox.call(unisolated: body, with: value, on: isolation)
        }
    }

    private nonisolated func subscribe<Value: Sendable>(
        _ selection: TypedSelection<Value>, _ delivery: Delivery, _ tellsCurrent: Bool,
        tell: @escaping @Sendable (Inbox<Value>, Value) async -> Void
    ) -> Subscription {
        let inbox = Inbox<Value>(
            selection: selection, subscriber: nil, delivery: delivery, tellsCurrent: tellsCurrent,
            report: engine.runtime.report, name: { "a subscription to \(Value.self)" }, isThere: { true }, tell: tell)
        engine.mailbox.post(.attach(inbox))
        return Subscription(member: inbox, mailbox: engine.mailbox)
    }
}
