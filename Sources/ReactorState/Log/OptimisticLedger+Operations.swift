extension OptimisticLedger {
    /// Begins a prediction. It is refused when the prediction is pending already, or an event is a reset.
    package mutating func begin(
        _ prediction: PendingPrediction, _ events: [any Event], on visible: inout StateType
    ) -> LedgerDecision {
        let events = LedgerEvents(events)
        return follow(to: &visible) { log throws(LedgerRefusal) in try log.begin(prediction, events) }
    }

    /// Predicts further events as one. It is refused when the prediction is not pending, or an event is a reset.
    package mutating func append(
        _ events: [any Event], to id: PredictionID, on visible: inout StateType
    ) -> LedgerDecision {
        let events = LedgerEvents(events)
        return follow(to: &visible) { log throws(LedgerRefusal) in try log.append(events, to: id) }
    }

    /// Makes a prediction certain where it stands. Nothing that is seen changes.
    package mutating func commit(_ id: PredictionID, on visible: inout StateType) -> LedgerDecision {
        follow(to: &visible) { log throws(LedgerRefusal) in try log.commit(id) }
    }

    /// Puts the server's answer where a prediction began, in the place of everything that was predicted. It is refused,
    /// and the prediction stays pending, when an event is a reset.
    package mutating func commit(
        _ id: PredictionID, with events: [any Event], on visible: inout StateType
    ) -> LedgerDecision {
        let events = LedgerEvents(events)
        return follow(to: &visible) { log throws(LedgerRefusal) in try log.commit(id, with: events) }
    }

    /// Takes a prediction back, and appends certain events (the message for the user) as one.
    package mutating func rollback(
        _ id: PredictionID, with events: [any Event] = [], on visible: inout StateType
    ) -> LedgerDecision {
        let events = LedgerEvents(events)
        return follow(to: &visible) { log throws(LedgerRefusal) in try log.rollback(id, with: events) }
    }

    /// Puts certain events, a refresh from the server, as one below every pending prediction. Refused for a reset.
    package mutating func place(_ events: [any Event], on visible: inout StateType) -> LedgerDecision {
        let events = LedgerEvents(events)
        guard isEmpty else {
            return follow(to: &visible) { log throws(LedgerRefusal) in try log.place(events) }
        }
        if let reset = events.reset { return .refused(.resetOutOfPlace("\(type(of: reset))")) }
        events.apply(to: &visible)
        return events.isEmpty ? .silent : .tell
    }

    /// Takes a mark: from here the log is kept until it is used or released. Refused when it is held already.
    package mutating func mark(_ id: MarkID, on visible: inout StateType) -> LedgerDecision {
        follow(to: &visible) { log throws(LedgerRefusal) in try log.mark(id) }
    }

    /// Puts certain events, the answer to the read that began at the mark, as one there, and uses the mark up. It is
    /// refused when the mark is not held, or, and then it stays held, when an event is a reset.
    package mutating func place(
        _ events: [any Event], asOf id: MarkID, on visible: inout StateType
    ) -> LedgerDecision {
        let events = LedgerEvents(events)
        return follow(to: &visible) { log throws(LedgerRefusal) in try log.place(events, asOf: id) }
    }

    /// Gives a mark up: its read failed, or was cancelled.
    package mutating func release(_ id: MarkID, on visible: inout StateType) -> LedgerDecision {
        follow(to: &visible) { log throws(LedgerRefusal) in try log.release(id) }
    }

    /// Takes back the predictions of a scope and says which they were. To be called before the reset itself is appended,
    /// which is then told for both.
    package mutating func withdraw(scope: ObjectIdentifier) -> [PredictionID] {
        let (withdrawn, change) = log.withdraw(scope: scope)
        if case .rearranged = change { isStale = true }
        return withdrawn
    }

    /// Takes back these predictions, before the reset is appended that withdrew them.
    package mutating func withdraw(_ ids: [PredictionID]) {
        if case .rearranged = log.withdraw(ids) { isStale = true }
    }
}
