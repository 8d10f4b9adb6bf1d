extension Core {
    /// Fires an event: it takes the next place in the order and is applied after those before it.
    ///
    /// Synchronous, from anywhere, never blocks, never drops. On a core pinned to an actor, a call made on that actor
    /// applies the event before it returns, unless it comes from a reducer, a middleware or a selector; subscribers are
    /// notified later.
    ///
    /// - Parameters:
    ///   - event: what happened.
    ///   - fileID: where it is called, as `line`, for recordings and tests; leave it out.
    ///   - isolation: where it is called; leave it out.
    /// - Complexity: O(1), a lock held for a few instructions.
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

    /// Fires several events as one: no subscriber sees a state between them. A middleware that refuses one takes only
    /// that one out.
    ///
    /// - Parameters:
    ///   - events: what happened, in the order in which it is applied; an empty list does nothing.
    ///   - fileID: where it is called, as `line`, for recordings and tests; leave it out.
    ///   - isolation: where it is called; leave it out.
    public nonisolated func fire(
        events: [any Event], fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) {
        guard !events.isEmpty else { return }
        post(events, isGroup: true, fileID, line, isolation)
    }

    /// Fires an event and, if `limit` events or more wait already, waits until it was applied or refused.
    ///
    /// For producers that can slow down, and with `limit: 0` for callers that need an answer, a server say;
    /// ``fire(event:fileID:line:isolation:)`` is for all others. The event is fired in any case, also when the task is cancelled.
    ///
    /// ```swift
    /// func status(of added: Added, in core: Core<Counter>) async -> Int {
    ///     await core.submit(event: added, limit: 0) == nil ? 202 : 409
    /// }
    /// ```
    ///
    /// - Returns: why it was refused, where this waited; nil where it was applied, or where nothing was waited for.
    @discardableResult
    public nonisolated func submit(
        event: some Event, limit: Int = 1024, fileID: StaticString = #fileID, line: UInt = #line
    ) async -> Refusal? {
        guard engine.mailbox.count >= limit else {
            fire(event: event, fileID: fileID, line: line)
            return nil
        }
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
        guard let isolation, isolation === engine.pinnedActor else { return }
        engine.catchUp(waitsForRoom: true)
    }
}
