/// An operation on the ledger that keeps its place among the events.
enum LedgerOperation {
    case begin(PendingPrediction, [any Event], scopes: [ObjectIdentifier]?)
    case append(PredictionID, [any Event], CallSite)
    case commit(PredictionID, CallSite)
    case commitWith(PredictionID, [any Event], CallSite)
    case rollback(PredictionID, [any Event], CallSite)
    /// Rolls back a prediction that nobody holds any more, begun at the place named.
    case abandon(PredictionID, CallSite)
    case mark(MarkID)
    /// Certain events, below what is pending or at a mark.
    case place([any Event], asOf: Mark?, CallSite)
    case release(MarkID)
    /// Names the scopes and entities of a prediction that was resumed.
    case describe(PendingPrediction)
}
