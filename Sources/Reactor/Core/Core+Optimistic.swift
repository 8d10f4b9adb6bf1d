extension Core {
    /// Applies an event immediately, runs a request, and commits the event or rolls it back.
    ///
    /// ```swift
    /// try await core.optimistically(Logged(id: "a", kilograms: 80.5)) { _ in
    ///     let saved = try await service.log(id: "a", kilograms: 80.5)
    ///     return .commit(with: [Saved(id: "a", kilograms: saved)])
    /// } onFailure: { error in
    ///     [LoggingFailed(id: "a", reason: "\(error)")]
    /// }
    /// ```
    ///
    /// The event is a prediction (an optimistic update that is not confirmed yet). If `perform` returns, its resolution
    /// resolves the prediction. If `perform` throws, the event is rolled back and the events from `onFailure` are
    /// fired, in one step. Later events stay in the log. The core applies the resolution even if the command was
    /// canceled or the core was closed in the meantime.
    ///
    /// **Retries.** With `retry`, `perform` runs again while the prediction stays in place, so the visible state does
    /// not change between two attempts. A retry in the command's ``CommandOptions`` restarts the whole command: the
    /// prediction is rolled back, and the events from `onFailure` are fired, after each attempt.
    ///
    /// **Refused events.** An event that a middleware refuses, or that arrives late, is not predicted. `perform` runs
    /// anyway, and its resolution is refused. A resolution that arrives after a ``Reset`` of the owner is also refused.
    ///
    /// - Parameters:
    ///   - event: The event to predict. It contains its own id and date, names its target, and can be applied twice.
    ///   - entities: The ids that the change concerns, for ``isPending(about:)``.
    ///   - owner: The type whose ``Reset`` rolls the prediction back silently. The default, nil, means the owners of
    ///     the calling command.
    ///   - retry: The policy for attempts of `perform` after an error. The default is one attempt.
    ///   - perform: The request. It runs in its own isolation, or in that of the caller.
    ///   - onFailure: Returns the events to fire after a rollback. It receives the error, or `CancellationError` if the
    ///     task was canceled. An error for which it returns events is handled: a command that rethrows it ends as
    ///     failed, but the failure is not reported.
    /// - Throws: The error of the last attempt of `perform`, or `CancellationError` if the task was canceled between
    ///   two attempts.
    public nonisolated(nonsending) func optimistically(
        _ event: some Event, about entities: [any Hashable & Sendable] = [], owner: Any.Type? = nil,
        retry: RetryPolicy = .never,
        fileID: StaticString = #fileID, line: UInt = #line,
        perform: nonisolated(nonsending) (Prediction) async throws -> Resolution,
        onFailure: (any Error) -> [any Event] = { _ in [] }
    ) async throws {
        let prediction = predict(event, about: entities, owner: owner, fileID: fileID, line: line)
        do {
            let resolution = try await retry.run(clock: runtime.clock, random: runtime.random) {
                try await perform(prediction)
            }
            prediction.resolve(resolution, fileID: fileID, line: line)
        } catch {
            let reason = Task.isCancelled ? CancellationError() : error
            let message = onFailure(reason)
            if !message.isEmpty { self.owner?.handled(error) }
            prediction.rollback(with: message, fileID: fileID, line: line)
            throw error
        }
    }

    /// Begins a prediction: applies an event immediately, so that it can be rolled back until the prediction is
    /// resolved.
    ///
    /// On a core that is pinned to an actor, a call on that actor outside of an update applies the event before it
    /// returns.
    ///
    /// - Parameters:
    ///   - event: The event to predict.
    ///   - entities: The ids that the change concerns, for ``isPending(about:)``.
    ///   - owner: The type whose ``Reset`` rolls the prediction back silently. The default, nil, means the owners of
    ///     the calling command.
    ///   - isolation: The actor of the caller. Use the default.
    /// - Returns: The prediction. Keep it until it is resolved. A prediction that is released before is rolled back and
    ///   reported.
    public nonisolated func predict(
        _ event: some Event, about entities: [any Hashable & Sendable] = [], owner: Any.Type? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) -> Prediction {
        predict([event], about: entities, owner: owner, CallSite(fileID, line), isolation)
    }

    /// Begins a prediction of several events, in one step. A ``Reset`` of the state rolls it back.
    package nonisolated func predict(
        _ events: [any Event], about entities: [any Hashable & Sendable], at begun: CallSite
    ) -> Prediction {
        predict(events, about: entities, owners: ownersOfState, begun, nil)
    }

    private nonisolated func predict(
        _ events: [any Event], about entities: [any Hashable & Sendable], owner: Any.Type?, _ begun: CallSite,
        _ isolation: (any Actor)?
    ) -> Prediction {
        predict(events, about: entities, owners: owner.map { [ObjectIdentifier($0)] }, begun, isolation)
    }

    private nonisolated func predict(
        _ events: [any Event], about entities: [any Hashable & Sendable], owners: [ObjectIdentifier]?,
        _ begun: CallSite, _ isolation: (any Actor)?
    ) -> Prediction {
        let prediction = engine.predictions.make(begun: begun, post: engine.mailbox.posting(self.owner, path.part))
        let pending = PendingPrediction(
            prediction.id, owners: owners ?? [],
            about: entities.map { LedgerEntity(opened: $0) })
        post(
            LedgerRequest(.begin(prediction.id), events, at: begun, beginning: pending, inheritsOwners: owners == nil),
            isolation)
        return prediction
    }

    /// Fires an event with data from the server, and places it below every pending prediction.
    ///
    /// ```swift
    /// let records = try await service.records()
    /// core.fire(event: RecordsLoaded(records: records), .authoritative)
    /// ```
    ///
    /// An event that is placed this way never hides a pending prediction. It does not protect against slow reads: a
    /// response from before a change can arrive after the change was confirmed. For these reads, use
    /// ``readBetweenChanges(about:limit:fileID:line:_:)`` or ``ServerRows``.
    ///
    /// On a core that is pinned to an actor, a call on that actor outside of an update applies the event before it
    /// returns.
    ///
    /// - Parameters:
    ///   - event: The event with the server's data.
    ///   - placement: The position in the log.
    ///   - isolation: The actor of the caller. Use the default.
    public nonisolated func fire(
        event: some Event, _ placement: EventPlacement, fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) {
        if let mark = placement.mark, mark.core == ObjectIdentifier(engine.mailbox) { _ = mark.use() }
        let site = CallSite(fileID, line)
        post(LedgerRequest(.place(asOf: placement.mark?.id), [event], at: site, mark: placement.mark), isolation)
    }

    /// Returns a mark for the position in the log at which a read begins.
    package nonisolated func mark() -> Mark {
        let mark = engine.predictions.makeMark(
            of: ObjectIdentifier(engine.mailbox), post: engine.mailbox.posting(nil, nil))
        engine.mailbox.post(.ledger(LedgerRequest(.mark(mark.id))))
        return mark
    }

    /// Fires an event with the progress of a read, directly below the read's mark and so below its response.
    package nonisolated func report(_ event: some Event, below mark: MarkID) {
        post(LedgerRequest(.report(asOf: mark), [event]), nil)
    }

    /// Returns the pending prediction with this id, or nil if it was resolved or released.
    public nonisolated func prediction(_ id: PredictionID) -> Prediction? { engine.predictions.find(id) }

    /// The ids of the pending predictions, in the order in which they began. Everything that was fired before is taken
    /// into account.
    ///
    /// - Complexity: O(n log n) for n pending predictions. ``isPending(about:)`` checks for one entity in O(1).
    public var pending: [PredictionID] {
        engine.lend { _ in engine.store.log.pending.map(\.id) }
    }

    /// Returns whether a pending prediction concerns this id.
    ///
    /// - Complexity: O(1).
    public func isPending(about entity: any Hashable & Sendable) -> Bool {
        engine.lend { _ in engine.store.log.isPending(LedgerEntity(opened: entity)) }
    }

    private nonisolated func post(_ request: LedgerRequest, _ isolation: (any Actor)?) {
        engine.mailbox.post(.ledger(request), cause: owner, part: path.part)
        engine.finishCall(on: isolation)
    }
}

extension LedgerEntity {
    init(opened id: any Hashable & Sendable) {
        func entity(_ id: some Hashable & Sendable) -> LedgerEntity { LedgerEntity(id) }
        self = entity(id)
    }
}
