/// One thing that a core did to its log. The steps in their order are enough to do everything again.
package enum LogStep: Sendable {
    /// A certain event at the end. A Reset names the predictions that it withdrew.
    case event(any Event, withdrawing: [PredictionID] = [])
    case begin(PredictionID, [any Event])
    case append(PredictionID, [any Event])
    case commit(PredictionID)
    case commitWith(PredictionID, [any Event])
    /// A prediction is taken back. The message for the user follows in the same group, as certain events.
    case rollback(PredictionID)
    case mark(MarkID)
    /// Certain events below what is pending, or at a mark.
    case place([any Event], asOf: MarkID?)
    case release(MarkID)
}

extension OptimisticLedger {
    /// Does again what a core did, and brings `visible` up to date only when ``refold(into:)`` is called. A replay goes
    /// through here, so that it shows what the core showed.
    package mutating func perform(_ step: LogStep, on visible: inout StateType) -> LedgerDecision {
        switch step {
        case .event(let event, let withdrawn):
            if !withdrawn.isEmpty { withdraw(withdrawn) }
            append(event, to: &visible)
            return .tell
        case .begin(let id, let events): return begin(PendingPrediction(id), events, on: &visible)
        case .append(let id, let events): return append(events, to: id, on: &visible)
        case .commit(let id): return commit(id, on: &visible)
        case .commitWith(let id, let events): return commit(id, with: events, on: &visible)
        case .rollback(let id): return rollback(id, on: &visible)
        case .mark(let id): return mark(id, on: &visible)
        case .place(let events, let mark?): return place(events, asOf: mark, on: &visible)
        case .place(let events, nil): return place(events, on: &visible)
        case .release(let id): return release(id, on: &visible)
        }
    }
}
