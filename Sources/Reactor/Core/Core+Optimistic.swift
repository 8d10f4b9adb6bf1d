extension Core {
    /// Shows an event at once and asks the world whether it holds.
    ///
    /// The event is a prediction: it is applied immediately and can be rolled back. When `perform` returns, its
    /// result resolves the prediction. When it throws, the event is rolled back and the event that `onFailure`
    /// makes of the error is appended, in one step. So leaving the closure always resolves the prediction, and the
    /// visible state is always the fold of one log. The core itself applies the resolution, also if the command was
    /// cancelled, or the core closed, in the meantime.
    ///
    /// A ``RetryPolicy`` given here runs the closure again while the prediction stays as it is, so what the user sees does
    /// not change between two attempts. One in the command's ``CommandOptions`` begins the whole command again: the
    /// prediction is rolled back, and `onFailure` appended, after each attempt.
    ///
    /// An event that a middleware refuses, or that arrives late, is not predicted. The closure runs anyway, and its
    /// result is refused, as is a result that arrives after a ``Reset`` of the owner.
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
    /// - Parameters:
    ///   - event: what is predicted: with its own id and date, naming its target, and safe to apply twice.
    ///   - entities: what it is about, for ``isPending(about:)``.
    ///   - owner: the type whose ``Reset`` rolls it back silently; nil takes the owners of the command it is called from.
    ///   - retry: whether, and after how long, a failed attempt of `perform` is followed by another. Once unless given.
    ///   - perform: asks the world; runs where it is isolated to, or where this is called from.
    ///   - onFailure: given the error, or `CancellationError` when the task was cancelled. An error for which it returns events is
    ///     handled: a command that throws it on ends as failed, and the failure is not reported.
    /// - Throws: what the last attempt of `perform` throws, or `CancellationError` when the task was cancelled between two.
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

    /// Begins a prediction: the event applies at once and can be rolled back until it is resolved.
    ///
    /// On a core pinned to an actor, a call made on that actor outside of an update applies it before it returns.
    ///
    /// - Parameters:
    ///   - event: what is predicted.
    ///   - entities: what it is about, for ``isPending(about:)``.
    ///   - owner: the type whose ``Reset`` rolls it back silently; nil takes the owners of the command it is called from.
    ///   - isolation: where it is called; leave it out.
    /// - Returns: the prediction. Hold it until it is resolved; released unresolved, it is rolled back and reported.
    public nonisolated func predict(
        _ event: some Event, about entities: [any Hashable & Sendable] = [], owner: Any.Type? = nil,
        fileID: StaticString = #fileID, line: UInt = #line, isolation: (any Actor)? = #isolation
    ) -> Prediction {
        predict([event], about: entities, owner: owner, CallSite(fileID, line), isolation)
    }

    /// Begins a prediction of several events, in one step.
    package nonisolated func predict(_ events: [any Event], about entities: [any Hashable & Sendable]) -> Prediction {
        predict(events, about: entities, owner: nil, CallSite(#fileID, #line), nil)
    }

    private nonisolated func predict(
        _ events: [any Event], about entities: [any Hashable & Sendable], owner: Any.Type?, _ begun: CallSite,
        _ isolation: (any Actor)?
    ) -> Prediction {
        let prediction = engine.predictions.make(begun: begun, post: engine.mailbox.posting(self.owner, path.part))
        let pending = PendingPrediction(
            prediction.id, owners: owner.map { [ObjectIdentifier($0)] } ?? [],
            about: entities.map { LedgerEntity(opened: $0) })
        post(
            LedgerRequest(.begin(prediction.id), events, at: begun, beginning: pending, inheritsOwners: owner == nil),
            isolation)
        return prediction
    }

    /// Fires what the server says: below every pending prediction, or at a mark.
    ///
    /// ```swift
    /// let mark = core.mark()
    /// let records = try await service.records()
    /// core.fire(event: RecordsLoaded(records: records), .authoritative(asOf: mark))
    /// ```
    ///
    /// On a core pinned to an actor, a call made on that actor outside of an update applies it before it returns.
    ///
    /// - Parameters:
    ///   - event: what the server says.
    ///   - placement: where it goes. A mark that was used or released before, or belongs to another core, is refused and
    ///     reported.
    ///   - isolation: where it is called; leave it out.
    public nonisolated func fire(
        event: some Event, _ placement: Placement, fileID: StaticString = #fileID, line: UInt = #line,
        isolation: (any Actor)? = #isolation
    ) {
        if let mark = placement.mark, mark.core == ObjectIdentifier(engine.mailbox) { _ = mark.use() }
        let site = CallSite(fileID, line)
        post(LedgerRequest(.place(asOf: placement.mark?.id), [event], at: site, mark: placement.mark), isolation)
    }

    /// Marks the position in the log at which a read begins.
    public nonisolated func mark() -> Mark {
        let mark = engine.predictions.makeMark(
            of: ObjectIdentifier(engine.mailbox), post: engine.mailbox.posting(nil, nil))
        engine.mailbox.post(.ledger(LedgerRequest(.mark(mark.id))))
        return mark
    }

    /// Fires how far the read of a mark has come: just below the mark, and so below its answer.
    package nonisolated func report(_ event: some Event, below mark: MarkID) {
        post(LedgerRequest(.report(asOf: mark), [event]), nil)
    }

    /// A prediction that is not resolved yet, nil when it is or when it was released.
    public nonisolated func prediction(_ id: PredictionID) -> Prediction? { engine.predictions.find(id) }

    /// The predictions that are pending, in the order of their beginning, with everything resolved that was before.
    ///
    /// - Complexity: O(n log n) for n pending predictions. ``isPending(about:)`` returns in O(1) whether a
    ///   prediction about an entity is pending.
    public var pending: [PredictionID] {
        engine.lend { _ in engine.store.log.pending.map(\.id) }
    }

    /// Whether a pending prediction is about this.
    ///
    /// - Complexity: O(1).
    public func isPending(about entity: any Hashable & Sendable) -> Bool {
        engine.lend { _ in engine.store.log.isPending(LedgerEntity(opened: entity)) }
    }

    private nonisolated func post(_ request: LedgerRequest, _ isolation: (any Actor)?) {
        engine.mailbox.post(.ledger(request), cause: owner, part: path.part)
        guard let isolation, isolation === engine.pinnedActor else { return }
        engine.catchUp(waitsForRoom: true)
    }
}

extension LedgerEntity {
    init(opened id: any Hashable & Sendable) {
        func entity(_ id: some Hashable & Sendable) -> LedgerEntity { LedgerEntity(id) }
        self = entity(id)
    }
}
