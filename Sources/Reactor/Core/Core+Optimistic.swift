extension Core {
    /// Shows an event at once and asks the world whether it holds.
    ///
    /// The event is predicted: it applies at once and can be taken back. When `perform` returns, the prediction is settled
    /// as it says; when it throws, or its task was cancelled, the event is taken back and what `onFailure` makes of the
    /// error is appended, in one step. So leaving the closure always settles, and what the user sees is always the fold
    /// of one log. These events are the core's own: they arrive also when the command was cancelled meanwhile.
    ///
    /// ```swift
    /// try await core.optimistically(WeightLogged(id: "a", kilograms: 80.5)) { prediction in
    ///     let saved = try await service.log(id: "a", kilograms: 80.5)
    ///     return .commit(with: [WeightSaved(id: "a", kilograms: saved)])
    /// } onFailure: { error in
    ///     [WeightFailed(id: "a", reason: "\(error)")]
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - event: what is predicted: with its own id and date, naming its target, and safe to apply twice.
    ///   - entities: what it is about, for ``isPending(about:)``.
    ///   - scope: the type whose ``Reset`` withdraws it silently; nil takes the scopes of the command it is called from.
    ///   - onFailure: given the error, or `CancellationError` when the task was cancelled.
    /// - Throws: what `perform` throws.
    public nonisolated(nonsending) func optimistically(
        _ event: some Event, about entities: [any Hashable & Sendable] = [], scope: Any.Type? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        perform: (Prediction) async throws -> Settlement,
        onFailure: (any Error) -> [any Event] = { _ in [] }
    ) async throws {
        let prediction = predict(event, about: entities, scope: scope, fileID: fileID, line: line)
        do {
            prediction.settle(try await perform(prediction), fileID: fileID, line: line)
        } catch {
            let told = Task.isCancelled ? CancellationError() : error
            prediction.rollback(with: onFailure(told), fileID: fileID, line: line)
            throw error
        }
    }

    /// Begins a prediction: the event applies at once and can be taken back until it is settled.
    ///
    /// - Returns: the prediction. Hold it until it is settled; released unsettled, it is rolled back and reported.
    public nonisolated func predict(
        _ event: some Event, about entities: [any Hashable & Sendable] = [], scope: Any.Type? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> Prediction {
        let prediction = engine.predictions.make(mailbox: engine.mailbox, begun: CallSite(fileID, line))
        let pending = PendingPrediction(prediction.id, about: entities.map { LedgerEntity(opened: $0) })
        let scopes = scope.map { [ObjectIdentifier($0)] }
        engine.mailbox.post(.ledger(.begin(pending, [event], scopes: scopes)), cause: owner, part: place.part)
        return prediction
    }

    /// Fires what the server says: below every pending prediction, or at a mark.
    ///
    /// ```swift
    /// let mark = core.mark()
    /// let weights = try await service.weights()
    /// core.fire(event: WeightsReceived(weights: weights), .authoritative(asOf: mark))
    /// ```
    public nonisolated func fire(event: some Event, _ standing: Standing) {
        if let mark = standing.mark { _ = mark.use() }
        engine.mailbox.post(.ledger(.place([event], asOf: standing.mark?.id)), cause: owner, part: place.part)
    }

    /// Marks the place in the log at which a read begins.
    public nonisolated func mark() -> Mark {
        let mark = engine.predictions.makeMark(mailbox: engine.mailbox)
        engine.mailbox.post(.ledger(.mark(mark.id)))
        return mark
    }

    /// A prediction that is not settled yet, nil when it is or when nobody holds it.
    public nonisolated func prediction(_ id: PredictionID) -> Prediction? { engine.predictions.find(id) }

    /// The predictions that are pending, in the order of their beginning, with everything settled that was before.
    public var pending: [PredictionID] {
        engine.catchUp()
        return engine.store.pending
    }

    /// Whether a pending prediction is about this.
    ///
    /// - Complexity: O(1).
    public func isPending(about entity: any Hashable & Sendable) -> Bool {
        engine.catchUp()
        return engine.store.isPending(LedgerEntity(opened: entity))
    }
}

extension LedgerEntity {
    init(opened id: any Hashable & Sendable) {
        func entity(_ id: some Hashable & Sendable) -> LedgerEntity { LedgerEntity(id) }
        self = entity(id)
    }
}
