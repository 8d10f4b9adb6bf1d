/// The state of a core, with the methods that run code of the program on it: reducers and middlewares.
///
/// The class has no type parameter, so that the engine need not be generic. ``TypedStore`` implements the methods that
/// require the state's type. Used only on the core's executor.
class StateStore {
    /// The whole state after the last change.
    let whole: WholeState
    /// Whether there are middlewares, so that each event is passed to ``intercept(_:)`` and ``process(_:)``.
    let hasMiddleware: Bool
    /// The recorder, if there is one.
    let recorder: (any StepRecorder)?
    /// The recorder, if it tracks the running reducer.
    let follower: (any StepRecorder)?
    /// The number of plain events that are recorded together: 1 if they are recorded one by one, 0 without a recorder.
    let recordedRun: Int
    /// Whether steps are recorded.
    final var isRecorded: Bool { recordedRun > 0 }

    /// The core's current activity. It is stored here because this class runs the program's code.
    final var phase = Engine.Phase.resting
    /// Whether predictions or marks are pending, so that events have to go through the log.
    final var hasPending = false

    init(
        whole: consuming WholeState, hasMiddleware: Bool, recorder: (any StepRecorder)?
    ) {
        self.whole = whole
        self.hasMiddleware = hasMiddleware
        self.recorder = recorder
        follower = recorder?.followsReactions == true ? recorder : nil
        recordedRun = recorder?.runLength ?? 0
    }

    /// The type of the whole state.
    var stateType: Any.Type { mustOverride() }

    /// The whole visible state, which is brought up to date with the log before it is read.
    final var visible: WholeState {
        @inline(__always) _read {
            if hasPending { refold() }
            yield whole
        }
    }

    /// Applies events in order. Only while nothing is pending.
    func apply(_ events: consuming EventRun) { mustOverride() }

    /// Applies one event.
    func apply(_ event: any Event) { mustOverride() }

    /// Calls every middleware before an event is applied.
    func intercept(_ event: any Event) -> (any Event)? { mustOverride() }

    /// Calls every middleware after an event was applied.
    func process(_ event: any Event) { mustOverride() }

    // MARK: The ledger

    /// The log of the ledger.
    var log: LedgerLog {
        _read { mustOverride() }
        _modify { mustOverride() }
    }

    /// Whether the state is not up to date with the log.
    var isStale: Bool { mustOverride() }

    /// Brings the state up to date with the log, if necessary.
    func refold() { mustOverride() }

    /// Performs a step on the ledger. `prediction` is the prediction that begins with the step, if any.
    func perform(_ step: LogStep, beginning prediction: PendingPrediction?) -> LedgerDecision { mustOverride() }

    /// Returns the whole state without pending predictions.
    func makeCertain() -> WholeState { mustOverride() }

    // MARK: Recording

    /// The number of steps that can be recorded before the core has to wait for the recorder.
    final var room: Int { recorder?.room ?? .max }

    /// The number of the last recorded step in the log, or nil if the ledger numbers the steps.
    final var lastNumber: UInt64? { recorder?.lastNumber }

    /// Records a step that was performed, or is about to be performed and cannot be refused.
    final func record(_ step: LogStep, cause: CommandHandle?) {
        guard let recorder else { return }
        recorder.record(step, cause: cause?.asLogCause)
        cause?.state.isLaunchRecorded = true
    }

    /// Passes the state to the recorder, if it requires it. Not inside a group.
    func offerState() { mustOverride() }
    /// Passes the final state of the core to the recorder.
    func recordEnd() { mustOverride() }
}
