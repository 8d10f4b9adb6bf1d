extension Core {
    /// Fires an event: adds it to the end of the core's order.
    ///
    /// ```swift
    /// core.fire(event: Added(amount: 2))
    /// ```
    ///
    /// The call is synchronous and can be made from any thread or task. It never blocks and never drops an event. To
    /// wait until the event is applied, use ``submit(event:fileID:line:)``.
    ///
    /// On a core that is pinned to an actor, a call on that actor applies the event before it returns, unless the call
    /// comes from a reducer, a middleware or a selector. On the main actor, the readers of every ``ObservableCore`` are
    /// also invalidated before. Subscribers are notified later.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - fileID: The file of the call, for recordings and tests. Use the default.
    ///   - isolation: The actor of the caller. Use the default.
    /// - Complexity: O(1), with a lock that is held for a few instructions.
    @inlinable
    public nonisolated func fire<Fired: Event>(
        event: Fired, fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) {
        if Fired._resetTarget == nil, let _plain {
            // The core keeps its mailbox.
            withExtendedLifetime(self) {
                _plain._withUnsafeGuaranteedRef { $0.post(WaitingEvent(event, at: CallSite(fileID, line))) }
            }
        } else {
            _post(event, fileID, line, isolation)
        }
    }

    /// Fires several events as a group: no subscriber receives a state between them.
    ///
    /// Middlewares receive each event separately. If a middleware refuses an event, the rest of the group is still
    /// applied.
    ///
    /// - Parameters:
    ///   - events: The events, in the order in which they are applied. An empty list does nothing.
    ///   - fileID: The file of the call, for recordings and tests. Use the default.
    ///   - isolation: The actor of the caller. Use the default.
    public nonisolated func fire(
        events: [any Event], fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) {
        guard !events.isEmpty else { return }
        post(events, isGroup: true, fileID, line, isolation)
    }

    /// Fires an event. If `limit` or more events are waiting, it also waits until the event is applied or refused.
    ///
    /// ```swift
    /// for amount in 1...100_000 { await core.fireWithBackpressure(event: Added(amount: amount)) }
    /// ```
    ///
    /// Use it in producers that can slow down. The event is fired even if the task is canceled.
    public nonisolated func fireWithBackpressure(
        event: some Event, limit: Int = 1024, fileID: StaticString = #fileID, line: UInt = #line
    ) async {
        if engine.mailbox.count < limit {
            fire(event: event, fileID: fileID, line: line)
        } else {
            _ = await submit(event: event, fileID: fileID, line: line)
        }
    }

    /// Fires an event, and waits until it is applied or refused.
    ///
    /// ```swift
    /// func status(of added: Added, in core: Core<Counter>) async -> Int {
    ///     await core.submit(event: added) == nil ? 202 : 409
    /// }
    /// ```
    ///
    /// Use it in callers that need the result, such as a server. All other callers use
    /// ``fire(event:fileID:line:isolation:)``. The event is fired even if the task is canceled.
    ///
    /// - Returns: The refusal of the event, or nil if it was applied.
    public nonisolated func submit(
        event: some Event, fileID: StaticString = #fileID, line: UInt = #line
    ) async -> Refusal? {
        let answer = Promise<Refusal?>(nil)
        engine.mailbox.post(
            .event(event, for: nil, at: engine.keepsPlaces ? CallSite(fileID, line) : nil) { refusal in
                answer.fulfill(refusal)
            }, cause: owner, part: path.part)
        await answer.isFulfilled.wait()
        return answer.value
    }

    /// The number of events that wait to be applied.
    public nonisolated var waitingEvents: Int { engine.mailbox.count }

    @usableFromInline
    nonisolated func _post(_ event: any Event, _ fileID: StaticString, _ line: UInt, _ isolation: (any Actor)?) {
        post([event], isGroup: false, fileID, line, isolation)
    }

    private nonisolated func post(
        _ events: [any Event], isGroup: Bool, _ fileID: StaticString, _ line: UInt, _ isolation: (any Actor)?
    ) {
        engine.mailbox.post(events, isGroup: isGroup, cause: owner, part: path.part, at: CallSite(fileID, line))
        engine.finishCall(on: isolation)
    }
}
