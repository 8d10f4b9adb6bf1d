/// What became of one operation on the ledger.
package enum LedgerDecision: Equatable, Sendable {
    /// It was done, and what the front end sees may have changed: tell it, once.
    case tell
    /// It was done, and nothing that the front end sees has changed.
    case silent
    /// It was not done, and the ledger is as it was before.
    case refused(LedgerRefusal)
}

/// Why the ledger did not do what it was asked to.
package enum LedgerRefusal: Error, Hashable, Sendable {
    /// A prediction that is pending was begun once more.
    case alreadyBegun(PredictionID)
    /// The prediction was committed, rolled back, or withdrawn by a reset of its scope before.
    case alreadySettled(PredictionID)
    /// No prediction with this id was begun here.
    case neverBegun(PredictionID)
    /// A mark that is held was taken once more.
    case alreadyMarked(MarkID)
    /// The mark was used or released before.
    case markAlreadyUsed(MarkID)
    /// No mark with this id was taken here.
    case neverMarked(MarkID)
    /// The named reset was predicted, or meant for a place below the end of the log. It can only be fired plainly.
    case resetOutOfPlace(String)
}

extension LedgerRefusal: CustomStringConvertible {
    package var description: String { Errors.refusal(self) }
}
