/// An optimistic change that is not certain yet. Settle it once, from any thread.
///
/// ``Core/optimistically(_:about:scope:fileID:line:perform:onFailure:)`` does so by itself; this is for flows that do
/// not fit a closure.
///
/// ```swift
/// let prediction = core.predict(Logged(id: "a", kilograms: 80.5))
/// prediction.commit(with: [Saved(id: "a", kilograms: 80.4)])
/// ```
///
/// One that is released unsettled is rolled back, and reported with the place where it was begun.
public final class Prediction: Sendable {
    /// Its number, in the order of beginning.
    public let id: PredictionID
    private let mailbox: Mailbox
    private let predictions: PredictionRegistry
    private let begun: CallSite
    /// The command it was begun from, if any, and the part of the state, if that may go.
    private let cause: CommandHandle?
    private let part: Part?
    private let isSettled = Guarded(false)

    init(
        id: PredictionID, mailbox: Mailbox, predictions: PredictionRegistry, begun: CallSite, cause: CommandHandle?,
        part: Part?
    ) {
        self.id = id
        self.cause = cause
        self.part = part
        self.mailbox = mailbox
        self.predictions = predictions
        self.begun = begun
    }

    deinit {
        predictions.remove(id)
        if !wasSettled() { mailbox.post(.ledger(.abandon(id, begun))) }
    }

    /// Predicts further events, as one. When one of them is refused, by a middleware say, all of the prediction is taken
    /// back. What a command appends that is over is refused like what it fires, and its prediction waits for its
    /// settlement.
    public func append(_ events: [any Event], fileID: StaticString = #fileID, line: UInt = #line) {
        mailbox.post(.ledger(.append(id, events, CallSite(fileID, line))), cause: cause, part: part)
    }

    /// Makes it certain where it stands. Nothing that is seen changes, and nobody is told.
    public func commit(fileID: StaticString = #fileID, line: UInt = #line) {
        settle(.commit(id, CallSite(fileID, line)))
    }

    /// Puts events in the place where it began: the server's answer. Subscribers are told once. When one of them is
    /// refused, by a middleware say, it is rolled back instead.
    public func commit(with events: [any Event], fileID: StaticString = #fileID, line: UInt = #line) {
        settle(.commitWith(id, events, CallSite(fileID, line)))
    }

    /// Takes it back, and appends events: the message for the user. Subscribers are told once, of both.
    public func rollback(with events: [any Event] = [], fileID: StaticString = #fileID, line: UInt = #line) {
        settle(.rollback(id, events, CallSite(fileID, line)))
    }

    /// Settles it as said.
    public func settle(_ settlement: Settlement, fileID: StaticString = #fileID, line: UInt = #line) {
        switch settlement {
        case .commit: commit(fileID: fileID, line: line)
        case .commitWith(let events): commit(with: events, fileID: fileID, line: line)
        case .rollback(let events): rollback(with: events, fileID: fileID, line: line)
        }
    }

    private func settle(_ operation: LedgerOperation) {
        _ = wasSettled()
        predictions.remove(id)
        mailbox.post(.ledger(operation))
    }

    /// Whether it was settled before; it is from now on.
    private func wasSettled() -> Bool {
        isSettled.withLock { isSettled in
            defer { isSettled = true }
            return isSettled
        }
    }
}
