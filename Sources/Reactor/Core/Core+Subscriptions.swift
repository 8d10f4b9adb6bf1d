extension Core {
    // MARK: Subscribers

    /// Notifies a subscriber of the state: of the current one, and whenever it has changed.
    ///
    /// The subscriber is held weakly, so the program has to hold it; adding it again changes nothing. The value it is
    /// given shares its storage with the state: while it is kept, the next change copies what it touches. An Equatable
    /// state is compared as a whole, for which a copy is kept. From a large state, select what is needed.
    ///
    /// - Parameters:
    ///   - subscriber: the object that is notified.
    ///   - delivery: whether it may skip states while it is busy.
    ///   - initial: whether it is notified of the current state.
    ///   - fileID: where it is called; leave it out, as `line`.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, delivery: Delivery = .latest, initial: Bool = true, fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Added.Value == StateType {
        add(subscriber, path.selection(delivery), delivery, initial, fileID, line)
    }

    /// Notifies a subscriber of a property: of its current value, and whenever it has changed. A value that is not
    /// Equatable counts as changed after each event or, with `.latest`, each few.
    ///
    /// - Complexity: all subscribers of equal key paths share one comparison.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting property: KeyPath<StateType, Added.Value> & Sendable, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(subscriber, path.selection(of: property, delivery), delivery, initial, fileID, line)
    }

    /// Notifies a subscriber of a derived value, or of a row: of the current one, and whenever it has changed.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting value: Derived<StateType, Added.Value>, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(subscriber, value.selection(in: path, delivery), delivery, initial, fileID, line)
    }

    /// Notifies a subscriber of the result of a closure: now, and whenever it has changed.
    ///
    /// The closure runs on the core. A subscriber has one selector for each type of value: another is not added.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selector: @escaping @Sendable (StateType) -> Added.Value, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(subscriber, path.selection(selector, delivery), delivery, initial, fileID, line)
    }

    /// Ends every subscription of a subscriber, in its place in the order: what was fired before is still delivered to
    /// it, and nothing after.
    public nonisolated func remove(subscriber: some Subscriber) {
        engine.mailbox.post(.remove(subscriber: ObjectIdentifier(subscriber)))
    }

    private nonisolated func add<Added: Subscriber>(
        _ subscriber: Added, _ selection: Selection<Added.Value>, _ delivery: Delivery, _ initial: Bool,
        _ fileID: StaticString, _ line: UInt
    ) {
        let source = InboxSource(
            core: ObjectIdentifier(engine.mailbox), report: engine.runtime.report, detach: detach, type: Added.self,
            fileID: fileID,
            line: line, subscriber: ObjectIdentifier(subscriber), isAlive: { [weak subscriber] in subscriber != nil })
        let inbox = ValueInbox(selection, source, delivery: delivery, initial: initial) {
            [weak subscriber] inbox, value in
            if let subscriber { return await subscriber.update(with: value) }
            inbox.noteSubscriberGone()
            inbox.source.detach(inbox)
        }
        engine.mailbox.post(.attach(inbox))
    }

    /// Lets the table forget an inbox, in its place in the order.
    private nonisolated var detach: @Sendable (Inbox) -> Void {
        { [mailbox = engine.mailbox] in mailbox.post(.detach($0)) }
    }

    // MARK: Closures

    /// Calls a closure with the state: the current one, and whenever it has changed, until the subscription is cancelled
    /// or released.
    ///
    /// The closure is isolated to the actor in which it is written, as the closure of a `Task` is: in a view
    /// controller it runs on the main actor. A closure that is isolated to no actor runs on the system's pool. One
    /// call follows another. About copies, see ``add(subscriber:delivery:initial:fileID:line:)``.
    public nonisolated func subscribe(
        delivery: Delivery = .latest, initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (StateType) async -> Void
    ) -> Subscription {
        subscribe(path.selection(delivery), delivery, initial, (fileID, line), body)
    }

    /// Calls a closure with a property: with its current value, and whenever it has changed. A value that is not
    /// Equatable counts as changed after each event or, with `.latest`, each few.
    ///
    /// ```swift
    /// let subscription = core.subscribe(to: \.count) { @MainActor in label.text = "\($0)" }
    /// ```
    ///
    /// - Complexity: all subscribers of equal key paths share one comparison.
    public nonisolated func subscribe<Value: Sendable>(
        to property: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, initial: Bool = true,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(path.selection(of: property, delivery), delivery, initial, (fileID, line), body)
    }

    /// Calls a closure with several properties: with their current values, and once whenever any of them have changed.
    ///
    /// ```swift
    /// let subscription = shop.subscribe(to: \.prices, \.discount) { prices, discount in print(prices, discount) }
    /// ```
    public nonisolated func subscribe<each Value: Sendable>(
        to property: repeat KeyPath<StateType, each Value> & Sendable, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (repeat each Value) async -> Void
    ) -> Subscription {
        let selection = Derived(all: repeat each property).selection(in: path, delivery)
        let isolation = body.isolation
        return subscribe(selection, delivery, initial, (fileID, line)) { inbox, values in
            await inbox.call(unisolated: { await body(repeat each $0) }, with: values, on: isolation)
        }
    }

    /// Calls a closure with a derived value, or with a row: with the current one, and whenever it has changed.
    ///
    /// - Complexity: subscriptions to one derived value share one computation, made when an input has changed.
    public nonisolated func subscribe<Value: Sendable>(
        to value: Derived<StateType, Value>, delivery: Delivery = .latest, initial: Bool = true,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(value.selection(in: path, delivery), delivery, initial, (fileID, line), body)
    }

    /// The same, and another closure when the subscription was cancelled or released.
    package nonisolated func subscribe<Value: Sendable>(
        to value: Derived<StateType, Value>, fileID: StaticString, line: UInt, onEnd: @escaping @Sendable () -> Void,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(value.selection(in: path, .latest), .latest, true, (fileID, line), onEnd: onEnd) { inbox, value in
            await inbox.call(body, with: value, on: body.isolation)
        }
    }

    /// Calls a closure with a selection.
    nonisolated func subscribe<Value: Sendable>(
        _ selection: Selection<Value>, _ delivery: Delivery, _ initial: Bool, _ site: (StaticString, UInt)?,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(selection, delivery, initial, site) { inbox, value in
            await inbox.call(body, with: value, on: body.isolation)
        }
    }

    private nonisolated func subscribe<Value: Sendable>(
        _ selection: Selection<Value>, _ delivery: Delivery, _ initial: Bool, _ site: (StaticString, UInt)?,
        onEnd: (@Sendable () -> Void)? = nil, update: @escaping ValueInbox<Value>.Update
    ) -> Subscription {
        let source = InboxSource(
            core: ObjectIdentifier(engine.mailbox), report: engine.runtime.report, detach: detach, type: Value.self,
            fileID: site?.0,
            line: site?.1 ?? 0)
        let inbox = ValueInbox(selection, source, delivery: delivery, initial: initial, update: update)
        engine.mailbox.post(.attach(inbox))
        return Subscription(inbox: inbox, onEnd: onEnd, detach: detach)
    }

    // MARK: Loops

    /// The values of a property, for `for await`: the current one, then each new value. A value that is not
    /// Equatable counts as changed after each event or, with `.latest`, after each few events. The whole state is
    /// `updates(of: \.self)`.
    ///
    /// ```swift
    /// for await count in core.updates(of: \.count) {
    ///     print(count)
    /// }
    /// ```
    public nonisolated func updates<Value: Sendable>(
        of property: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, initial: Bool = true
    ) -> UpdateSequence<Value> {
        updates(path.selection(of: property, delivery), delivery, initial)
    }

    /// A derived value, or a row, for `for await`: the current one, then each time it has changed.
    public nonisolated func updates<Value: Sendable>(
        of value: Derived<StateType, Value>, delivery: Delivery = .latest, initial: Bool = true
    ) -> UpdateSequence<Value> {
        updates(value.selection(in: path, delivery), delivery, initial)
    }

    private nonisolated func updates<Value: Sendable>(
        _ selection: Selection<Value>, _ delivery: Delivery, _ initial: Bool
    ) -> UpdateSequence<Value> {
        UpdateSequence { [weak engine, detach] in
            guard let engine else { return nil }
            let source = InboxSource(
                core: ObjectIdentifier(engine.mailbox), report: engine.runtime.report, detach: detach, type: Value.self)
            let inbox = LoopInbox(
                selection, source, delivery: delivery, initial: initial)
            engine.mailbox.post(.attach(inbox))
            return inbox
        }
    }
}
