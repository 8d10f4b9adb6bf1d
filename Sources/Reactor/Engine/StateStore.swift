/// Holds the state and runs the program's own synchronous code on it: reducer, middleware, reactions.
///
/// Without the state's type, so that what keeps the order need not be generic. Touched on the core's executor alone.
class StateStore {
    /// The whole state, as it is after the last change.
    let whole: WholeState
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

    init(whole: consuming WholeState, hasMiddleware: Bool, hasReactions: Bool, recordedRun: Int) {
        self.whole = whole
        self.hasMiddleware = hasMiddleware
        self.hasReactions = hasReactions
        self.recordedRun = recordedRun
    }

    /// What the core does right now. Here, since it is here that the program's code runs.
    final var phase = Engine.Phase.resting

    /// The whole state as it is to be seen: brought up to date with the log before it is handed out.
    final var visible: WholeState {
        @inline(__always) _read {
            if hasPending { refold() }
            yield whole
        }
    }

    /// Applies events in order. Not to be called while something is pending.
    func apply(_ events: consuming EventRun) {}

    /// Applies one event.
    func apply(_ event: any Event) {}

    /// Asks every middleware about an event.
    func intercept(_ event: any Event) -> (any Event)? { event }

    /// Calls every middleware after an event was applied.
    func process(_ event: any Event) {}

    // MARK: The ledger

    /// Whether predictions or marks are pending, so that events must go through the log.
    final var hasPending = false

    /// Whether the state lags behind the log until somebody asks for it.
    var isStale: Bool { false }

    /// Brings the state up to date with the log, if it is not.
    func refold() {}

    /// Performs a step on the ledger; a prediction that begins is the one given.
    func perform(_ step: LogStep, beginning prediction: PendingPrediction?) -> LedgerDecision { .silent }

    /// The predictions that are pending, in order.
    var pending: [PredictionID] { [] }

    /// Those of them that a reset of this type rolls back.
    func predictions(of owner: ObjectIdentifier) -> [PredictionID] { [] }

    func isPending(_ entity: LedgerEntity) -> Bool { false }

    /// What is known of a prediction that is pending, and of all that are, in order.
    func prediction(_ id: PredictionID) -> PendingPrediction? { nil }
    var pendingPredictions: [PendingPrediction] { [] }

    /// The whole state without what is predicted.
    func makeCertain() -> WholeState { fatalError("a store knows the type of its state") }

    /// Whether the mark was neither used nor released.
    func isHeld(_ mark: MarkID) -> Bool { false }

    /// Whether the pending prediction changed the rows of ``ServerRows`` itself.
    func changesServerRows(_ id: PredictionID) -> Bool { false }

    /// Names the owners and entities of a prediction that was resumed.
    func describe(_ prediction: PendingPrediction) {}

    // MARK: Recording, only where `isRecorded`

    /// How many more steps may be recorded before the core has to wait for the recorder.
    var room: Int { .max }

    /// What time it is for the recorder, if there is one.
    var recordedNow: Timestamp? { nil }

    /// Records what was done, or is about to be and cannot be refused.
    func record(_ step: LogStep, cause: CommandHandle?) {}
    func record(_ events: borrowing EventRun) {}
    func recordsGroup(_ isOpen: Bool) {}

    /// A step on the ledger is about to be performed, or was refused.
    func announce(_ step: LogStep, cause: CommandHandle?) {}
    func refused() {}

    /// Hands the recorder the state, if it wants it. Not inside a group.
    func offerState() {}
    /// Hands the recorder the state in which the core has ended.
    func recordsEnd() {}

    /// Calls `resume` when there is room again. From any thread.
    func whenRoom(_ resume: @escaping @Sendable () -> Void) { resume() }

    // MARK: Reactions

    /// What reactions ask for after an event that was applied.
    func react(to event: any Event, _ mailbox: Mailbox) -> [ReactionStep] { [] }

    /// What reactions ask for that follow the state, now that it may have changed.
    func follow(_ mailbox: Mailbox) -> [ReactionStep] { [] }
}

extension StateStore {
    #if DEBUG
        /// The type of the event that was applied last by any core, where a crash report or a debugger finds it.
        static let lastEvent = Guarded<(any Event.Type)?>(nil)
    #endif
}
