/// Holds the state and runs the program's own synchronous code on it: reducer, middleware, reactions.
///
/// Without the state's type, so that what keeps the order need not be generic. Touched on the core's executor alone.
class StateStore {
    /// The whole state.
    let memory: UnsafeMutableRawPointer
    /// Whether events must be looked at one by one by ``intercept(_:)`` and ``process(_:)``.
    let hasMiddleware: Bool

    /// Whether there are reactions to look for after each event.
    let hasReactions: Bool
    /// How many plain events are recorded at once: 1 where each is looked at by itself, 0 where nothing is recorded.
    let recordedRun: Int
    /// Whether what is done is recorded.
    final var isRecorded: Bool { recordedRun > 0 }

    /// The type of the whole state.
    var stateType: Any.Type { Never.self }

    init(memory: UnsafeMutableRawPointer, hasMiddleware: Bool, hasReactions: Bool, recordedRun: Int) {
        self.memory = memory
        self.hasMiddleware = hasMiddleware
        self.hasReactions = hasReactions
        self.recordedRun = recordedRun
    }

    /// Applies events in order, and moves them out of the buffer. Not to be called while something is pending.
    func apply(_ events: UnsafeMutableBufferPointer<WaitingEvent>) {}

    /// Applies one event.
    func apply(_ event: any Event) {}

    /// Asks every middleware about an event.
    func intercept(_ event: any Event) -> (any Event)? { event }

    /// Tells every middleware of an event that was applied.
    func process(_ event: any Event) {}

    // MARK: The ledger

    /// Whether predictions or marks are pending, so that events must go through the log.
    final var hasPending = false

    /// Brings the state up to date with the log, if it is not.
    func refold() {}

    /// The predictions that are pending, in order.
    var pending: [PredictionID] { [] }

    func isPending(_ entity: LedgerEntity) -> Bool { false }
    func begin(_ prediction: PendingPrediction, _ events: [any Event]) -> LedgerDecision { .silent }
    func append(_ events: [any Event], to id: PredictionID) -> LedgerDecision { .silent }
    func commit(_ id: PredictionID) -> LedgerDecision { .silent }
    func commit(_ id: PredictionID, with events: [any Event]) -> LedgerDecision { .silent }
    func rollback(_ id: PredictionID, _ events: [any Event]) -> LedgerDecision { .silent }
    func mark(_ id: MarkID) -> LedgerDecision { .silent }
    func place(_ events: [any Event], asOf mark: MarkID?) -> LedgerDecision { .silent }
    func release(_ id: MarkID) -> LedgerDecision { .silent }

    /// Names the scopes and entities of a prediction that was resumed.
    func describe(_ prediction: PendingPrediction) {}

    /// Takes back the predictions of a scope that starts over.
    func withdraw(scope: ObjectIdentifier) -> [PredictionID] { [] }

    // MARK: Recording, only where `isRecorded`

    /// How many more steps may be recorded before the core has to wait for the recorder.
    var room: Int { .max }

    /// Records what was done, or is about to be and cannot be refused.
    func record(_ step: LogStep, cause: CommandHandle?) {}
    func record(_ events: UnsafeBufferPointer<WaitingEvent>) {}
    func recordsGroup(_ isOpen: Bool) {}

    /// Hands the recorder the state, if it wants it. Not inside a group.
    func offerState() {}

    /// Calls `resume` when there is room again. From any thread.
    func whenRoom(_ resume: @escaping @Sendable () -> Void) { resume() }

    // MARK: Reactions

    /// What reactions ask for after an event that was applied, or, without one, at the beginning.
    func react(to event: (any Event)?, _ mailbox: Mailbox) -> [ReactionStep] { [] }
}
