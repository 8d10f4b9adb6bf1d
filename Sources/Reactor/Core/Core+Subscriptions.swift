extension Core {
    // MARK: Subscribers

    /// Notifies a subscriber of the state: of the current state, and of each new state after a change.
    ///
    /// The core holds the subscriber weakly, so you have to keep it. If the subscriber was added before, the call
    /// changes nothing.
    ///
    /// The value shares its storage with the state: while you retain it, the next change copies the properties that it
    /// changes. The core compares an `Equatable` state as a whole and retains a copy for this. For a large state,
    /// select the properties that you need.
    ///
    /// - Parameters:
    ///   - subscriber: The object that is notified.
    ///   - delivery: The rule for states that arrive while the subscriber is busy.
    ///   - initial: Whether the subscriber is notified of the current state.
    ///   - fileID: The file of the call. Use the default.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, delivery: Delivery = .latest, initial: Bool = true, fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Added.Value == StateType {
        add(subscriber, path.selection(delivery), delivery, initial, fileID, line)
    }

    /// Notifies a subscriber of a property: of its current value, and of each new value.
    ///
    /// A value that is not `Equatable` counts as changed after each event or, with `.latest`, after each few events.
    ///
    /// - Complexity: Subscriptions to equal key paths share one comparison.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting property: KeyPath<StateType, Added.Value> & Sendable, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(subscriber, path.selection(of: property, delivery), delivery, initial, fileID, line)
    }

    /// Notifies a subscriber of a derived value or of a row: of the current value, and of each new value.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selecting value: Derived<StateType, Added.Value>, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(subscriber, value.selection(in: path, delivery), delivery, initial, fileID, line)
    }

    /// Notifies a subscriber of the result of a closure: of the current result, and of each new result.
    ///
    /// The closure runs on the core. A subscriber has one closure per type of value; a second closure with the same
    /// type is not added.
    public nonisolated func add<Added: Subscriber>(
        subscriber: Added, selector: @escaping @Sendable (StateType) -> Added.Value, delivery: Delivery = .latest,
        initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        add(subscriber, path.selection(selector, delivery), delivery, initial, fileID, line)
    }

    /// Ends every subscription of a subscriber. The removal is enqueued: changes that were fired before are still
    /// delivered.
    public nonisolated func remove(subscriber: some Subscriber) {
        engine.mailbox.post(.remove(subscriber: ObjectIdentifier(subscriber)))
    }

    private nonisolated func add<Added: Subscriber>(
        _ subscriber: Added, _ selection: Selection<Added.Value>, _ delivery: Delivery, _ initial: Bool,
        _ fileID: StaticString, _ line: UInt
    ) {
        let source = InboxSource(
            mailbox: engine.mailbox, report: engine.runtime.report, type: Added.self, fileID: fileID, line: line,
            subscriber: ObjectIdentifier(subscriber), isAlive: { [weak subscriber] in subscriber != nil })
        let inbox = ValueInbox(selection, source, delivery: delivery, initial: initial) {
            [weak subscriber] inbox, value in
            guard let subscriber else { return inbox.detach() }
            inbox.noteFirstCall()
            await subscriber.update(with: value)
        }
        engine.mailbox.post(.attach(inbox))
    }

    // MARK: Closures

    /// Calls a closure with the current state, and with each new state after a change.
    ///
    /// ```swift
    /// let subscription = core.subscribe { state in print(state) }
    /// ```
    ///
    /// Keep the returned ``Subscription``: the calls end when it is canceled or released. Calls never overlap. The
    /// closure is isolated to the actor on which it is written, like the closure of a `Task`: in a view controller it
    /// runs on the main actor. A closure without an actor runs on the global pool. For the cost of copies, see
    /// ``add(subscriber:delivery:initial:fileID:line:)``.
    public nonisolated func subscribe(
        delivery: Delivery = .latest, initial: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (StateType) async -> Void
    ) -> Subscription {
        subscribe(path.selection(delivery), delivery, initial, (fileID, line), body)
    }

    /// Calls a closure with the current value of a property, and with each new value.
    ///
    /// ```swift
    /// let subscription = core.subscribe(to: \.count) { @MainActor in label.text = "\($0)" }
    /// ```
    ///
    /// A value that is not `Equatable` counts as changed after each event or, with `.latest`, after each few events.
    ///
    /// - Complexity: Subscriptions to equal key paths share one comparison.
    public nonisolated func subscribe<Value: Sendable>(
        to property: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, initial: Bool = true,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(path.selection(of: property, delivery), delivery, initial, (fileID, line), body)
    }

    /// Calls a closure with the current values of several properties, and once after each event that changes any of
    /// them.
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

    /// Calls a closure with the current value of a derived value or row, and with each new value.
    ///
    /// - Complexity: Subscriptions to one derived value share one computation, which runs when an input has changed.
    public nonisolated func subscribe<Value: Sendable>(
        to value: Derived<StateType, Value>, delivery: Delivery = .latest, initial: Bool = true,
        fileID: StaticString = #fileID, line: UInt = #line,
        @_inheritActorContext _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(value.selection(in: path, delivery), delivery, initial, (fileID, line), body)
    }

    /// Subscribes a closure to a derived value, and calls another closure when the subscription is canceled or
    /// released.
    package nonisolated func subscribe<Value: Sendable>(
        to value: Derived<StateType, Value>, fileID: StaticString, line: UInt, onEnd: @escaping @Sendable () -> Void,
        _ body: @escaping @isolated(any) @Sendable (Value) async -> Void
    ) -> Subscription {
        subscribe(value.selection(in: path, .latest), .latest, true, (fileID, line), onEnd: onEnd) { inbox, value in
            await inbox.call(body, with: value, on: body.isolation)
        }
    }

    /// Subscribes a closure to a selection.
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
            mailbox: engine.mailbox, report: engine.runtime.report, type: Value.self, fileID: site?.0,
            line: site?.1 ?? 0)
        let inbox = ValueInbox(selection, source, delivery: delivery, initial: initial, update: update)
        inbox.onEnd = onEnd
        engine.mailbox.post(.attach(inbox))
        return Subscription(inbox: inbox)
    }

    // MARK: Loops

    /// Returns the values of a property as an asynchronous sequence: the current value, then each new value.
    ///
    /// ```swift
    /// for await count in core.updates(of: \.count) {
    ///     print(count)
    /// }
    /// ```
    ///
    /// The whole state is `updates(of: \.self)`. A value that is not `Equatable` counts as changed after each event or,
    /// with `.latest`, after each few events.
    public nonisolated func updates<Value: Sendable>(
        of property: KeyPath<StateType, Value> & Sendable, delivery: Delivery = .latest, initial: Bool = true
    ) -> UpdateSequence<Value> {
        updates(path.selection(of: property, delivery), delivery, initial)
    }

    /// Returns the values of a derived value or of a row as an asynchronous sequence: the current value, then each new
    /// value.
    public nonisolated func updates<Value: Sendable>(
        of value: Derived<StateType, Value>, delivery: Delivery = .latest, initial: Bool = true
    ) -> UpdateSequence<Value> {
        updates(value.selection(in: path, delivery), delivery, initial)
    }

    private nonisolated func updates<Value: Sendable>(
        _ selection: Selection<Value>, _ delivery: Delivery, _ initial: Bool
    ) -> UpdateSequence<Value> {
        UpdateSequence { [weak engine] in
            guard let engine else { return nil }
            let source = InboxSource(mailbox: engine.mailbox, report: engine.runtime.report, type: Value.self)
            let inbox = LoopInbox(selection, source, delivery: delivery, initial: initial)
            engine.mailbox.post(.attach(inbox))
            return inbox
        }
    }
}
