/// The store of one state type.
final class TypedStore<StateType: State>: StateStore {
    /// Unchecked: reducers cannot reach the ledger, and callers read it only between two changes. Otherwise the runtime
    /// would check exclusivity at each event while a prediction is pending.
    @exclusivity(unchecked) var ledger = OptimisticLedger<StateType>()
    private let middlewares: [any Middleware<StateType>]
    /// The recorder, if it records the state.
    private let keeper: (any Recorder<StateType>)?

    init(
        state: StateType, middlewares: [any Middleware<StateType>], recorder: (any Recorder<StateType>)? = nil
    ) {
        self.middlewares = middlewares
        keeper = recorder
        super.init(whole: WholeState(state), hasMiddleware: !middlewares.isEmpty, recorder: recorder)
    }

    private var state: StateType {
        @inline(__always) _read { yield whole[as: StateType.self] }
        @inline(__always) _modify { yield &whole[as: StateType.self] }
    }

    override var stateType: Any.Type { StateType.self }

    override func apply(_ events: consuming EventRun) {
        // This path receives only plain events, and none of them while a prediction is pending.
        phase = .reacting
        let last = lastNumber ?? ledger.log.lastNumber + UInt64(events.count)
        ledger.log.lastNumber = last
        var number = last - UInt64(events.count)
        LogFold.run { fold in
            for index in events.indices {
                follower?.nextBegins()
                number += 1
                react(to: events[index], number, in: fold)
            }
        }
        follower?.returned()
        _ = consume events
        phase = .looking
    }

    /// A separate function, because the compiler would copy an event that it reads from the run.
    @inline(__always)
    private func react(to waiting: borrowing WaitingEvent, _ number: UInt64, in fold: LogFold) {
        fold.apply(waiting.event, of: number, to: &state)
    }

    override func apply(_ event: any Event) {
        phase = .reacting
        follower?.lastBegins()
        state.append(event, lastNumber, through: &ledger)
        hasPending = !ledger.isEmpty
        follower?.returned()
        phase = .looking
    }

    override func intercept(_ event: any Event) -> (any Event)? {
        refold()
        var event = event
        for middleware in middlewares {
            guard let next = middleware.intercept(event: event, state: state) else { return nil }
            event = next
        }
        return event
    }

    override func process(_ event: any Event) {
        refold()
        for middleware in middlewares { middleware.process(event: event, state: state) }
    }

    // MARK: The ledger

    override var isStale: Bool { hasPending && ledger.isStale }

    override func refold() {
        guard hasPending else { return }
        change { $0.refold(into: &$1) }
    }

    override func perform(_ step: LogStep, beginning prediction: PendingPrediction?) -> LedgerDecision {
        change { $0.perform(step, beginning: prediction, on: &$1) }
    }

    override var log: LedgerLog {
        _read { yield ledger.log }
        _modify { yield &ledger.log }
    }

    override func makeCertain() -> WholeState {
        let outer = phase
        phase = .reacting
        defer { phase = outer }
        return WholeState(ledger.certain(visible: whole[as: StateType.self]))
    }

    private func change<Result>(
        _ operation: (inout OptimisticLedger<StateType>, inout StateType) -> Result
    ) -> Result {
        let outer = phase
        phase = .reacting
        follower?.lastBegins()
        defer {
            follower?.returned()
            phase = outer
            hasPending = !ledger.isEmpty
        }
        return operation(&ledger, &state)
    }

    /// Resumes from the end of a recording.
    func restore(_ record: LedgerRecord<StateType>) {
        ledger = OptimisticLedger(record, visible: &state)
        hasPending = !ledger.isEmpty
    }

    /// Continues from another record, and replays the steps since then.
    ///
    /// An event for a position that no longer exists is placed like a response without a mark. A mark that no longer
    /// exists is taken again.
    ///
    /// - Parameter steps: Passes each step to replay, in order, to its argument, which returns the applied step, or nil
    ///   if there is none.
    func rebase(
        onto record: LedgerRecord<StateType>, lastLaunch: UInt64, _ steps: (_ perform: (LogStep) -> LogStep?) -> Void
    ) -> RebaseResult {
        let (predictions, marks) = (ledger.log.pending, ledger.log.heldMarks)
        var refusals: [LedgerRefusal] = []
        change { ledger, state in
            ledger = OptimisticLedger(record, visible: &state)
            steps { step in
                guard case .refused(let refusal) = ledger.perform(step, on: &state) else { return step }
                if let placed = step.placedAnew, case .notify = ledger.perform(placed, on: &state) { return placed }
                refusals.append(refusal)
                return nil
            }
            for prediction in predictions { _ = ledger.log.describe(prediction) }
        }
        for mark in marks where !ledger.log.isHeld(mark) {
            var step = LogStep(.mark(mark))
            step.number = lastNumber.map { $0 + 1 }
            if case .refused = perform(step, beginning: nil) { continue }
            self.record(step, cause: nil)
        }
        return RebaseResult(
            lastPrediction: record.lastPrediction, lastMark: record.lastMark, lastLaunch: lastLaunch,
            refusals: refusals)
    }

    // MARK: Recording

    override func offerState() {
        guard let keeper, keeper.wantsState else { return }
        let record = certain()
        keeper.keep(visible: state, record)
    }

    override func recordEnd() {
        guard let keeper else { return }
        let record = certain()
        keeper.end(visible: state, record)
    }

    /// The log with every confirmed step reduced into its base. The visible state is up to date afterwards.
    private func certain() -> LedgerRecord<StateType> {
        change {
            $0.refold(into: &$1)
            $0.advance()
        }
        return ledger.record(visible: state)
    }
}

extension LogStep {
    /// The step for a response whose position in the log no longer exists; nil for other steps.
    fileprivate var placedAnew: LogStep? {
        switch kind {
        case .place(asOf: .some), .report, .replace:
            if events.isEmpty { return nil }
            var step = LogStep(.place(asOf: nil), events)
            step.number = number
            return step
        default: return nil
        }
    }
}
