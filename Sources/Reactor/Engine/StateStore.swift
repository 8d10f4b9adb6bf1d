/// Holds the state and runs the program's own synchronous code on it: reducer, middleware, reactions.
///
/// Without the state's type, so that the engine need not be generic: ``TypedStore`` has what needs it. Touched on the
/// core's executor alone.
class StateStore {
    /// The whole state, as it is after the last change.
    let whole: WholeState
    /// Whether events must be looked at one by one by ``intercept(_:)`` and ``process(_:)``.
    let hasMiddleware: Bool

    /// Whether there are reactions to look for after each event.
    let hasReactions: Bool
    /// Whether some of them follow the state.
    let followsState: Bool
    /// The recorder, if there is one.
    let recorder: (any StepRecorder)?
    /// The recorder, where it follows what `react(to:)` is at work on.
    let follower: (any StepRecorder)?
    /// How many plain events are recorded at once: 1 where each is looked at by itself, 0 where nothing is recorded.
    let recordedRun: Int
    /// Whether what is done is recorded.
    final var isRecorded: Bool { recordedRun > 0 }

    /// The core's work right now. Here, since the program's code runs here.
    final var phase = Engine.Phase.resting
    /// Whether predictions or marks are pending, so that events must go through the log.
    final var hasPending = false

    init(
        whole: consuming WholeState, hasMiddleware: Bool, hasReactions: Bool, followsState: Bool,
        recorder: (any StepRecorder)?
    ) {
        self.whole = whole
        self.hasMiddleware = hasMiddleware
        self.hasReactions = hasReactions
        self.followsState = followsState
        self.recorder = recorder
        follower = recorder?.followsReactions == true ? recorder : nil
        recordedRun = recorder?.runLength ?? 0
    }

    /// The type of the whole state.
    var stateType: Any.Type { mustOverride() }

    /// The whole state as it is to be seen: brought up to date with the log before it is handed out.
    final var visible: WholeState {
        @inline(__always) _read {
            if hasPending { refold() }
            yield whole
        }
    }

    /// Applies events in order. Not to be called while something is pending.
    func apply(_ events: consuming EventRun) { mustOverride() }

    /// Applies one event.
    func apply(_ event: any Event) { mustOverride() }

    /// Asks every middleware about an event.
    func intercept(_ event: any Event) -> (any Event)? { mustOverride() }

    /// Calls every middleware after an event was applied.
    func process(_ event: any Event) { mustOverride() }

    // MARK: The ledger

    /// The log: what is pending, and about what.
    var log: LedgerLog {
        _read { mustOverride() }
        _modify { mustOverride() }
    }

    /// Whether the state is not up to date with the log until it is read.
    var isStale: Bool { mustOverride() }

    /// Brings the state up to date with the log, if it is not.
    func refold() { mustOverride() }

    /// Performs a step on the ledger; a prediction that begins is the one given.
    func perform(_ step: LogStep, beginning prediction: PendingPrediction?) -> LedgerDecision { mustOverride() }

    /// The whole state without what is predicted.
    func makeCertain() -> WholeState { mustOverride() }

    // MARK: Recording

    /// How many more steps may be recorded before the core has to wait for the recorder.
    final var room: Int { recorder?.room ?? .max }

    /// Records what was done, or is about to be and cannot be refused.
    final func record(_ step: LogStep, cause: CommandHandle?) {
        guard let recorder else { return }
        recorder.record(step, cause: cause?.asLogCause)
        cause?.state.isLaunchRecorded = true
    }

    /// Hands the recorder the state, if it wants it. Not inside a group.
    func offerState() { mustOverride() }
    /// Hands the recorder the state in which the core has ended.
    func recordEnd() { mustOverride() }

    // MARK: Reactions

    /// The steps that reactions ask for after an event that was applied.
    func react(to event: any Event, _ mailbox: Mailbox) -> [ReactionStep] { mustOverride() }

    /// The steps that reactions which follow the state ask for, now that these commands may have changed it.
    func follow(_ mailbox: Mailbox, sparing spares: [UInt64]) -> [ReactionStep] { mustOverride() }

    /// Whether a command runs for such a reaction, and is cancelled when its condition ends.
    func isFollowed(_ launch: UInt64) -> Bool { mustOverride() }

    /// Whether something was started for reactions that follow the state, and ends when that changes.
    var runsReactions: Bool { mustOverride() }
}

extension StateStore {
    #if DEBUG
        /// The type of the event that was applied last by any core, where a crash report or a debugger finds it.
        static let lastEvent = Guarded<(any Event.Type)?>(nil)
    #endif
}
