/// The store of one type of state.
final class TypedStore<StateType: State>: StateStore {
    let state: UnsafeMutablePointer<StateType>
    /// Unchecked: reducers cannot reach it, and whoever asks it something does so between two changes of it.
    @exclusivity(unchecked) var ledger = OptimisticLedger<StateType>()
    private let middlewares: [any Middleware<StateType>]
    private var reactions: ReactionTable<StateType>
    let recorder: (any Recorder<StateType>)?

    init(
        state: StateType, middlewares: [any Middleware<StateType>], reactions: [any Reaction<StateType>],
        recorder: (any Recorder<StateType>)? = nil
    ) {
        // Memory of its own: the state can be changed in place while a middleware, further up the stack, has been lent it,
        // and selections can be read at their distance from its start.
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        self.middlewares = middlewares
        self.reactions = ReactionTable(reactions)
        self.recorder = recorder
        super.init(
            memory: UnsafeMutableRawPointer(self.state), hasMiddleware: !middlewares.isEmpty,
            hasReactions: !reactions.isEmpty, recordedRun: recorder?.runLength ?? 0)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    override var stateType: Any.Type { StateType.self }

    override func apply(_ events: UnsafeMutableBufferPointer<WaitingEvent>) {
        // Only plain events come this way, and there are none while something is pending.
        for index in events.indices { react(to: events[index]) }
        events.deinitialize()
    }

    @inline(__always)
    private func react(to waiting: borrowing WaitingEvent) {
        Breadcrumb.leave(waiting.event)
        state.pointee.react(to: waiting.event)
    }

    @inline(__always)
    override func apply(_ event: any Event) {
        Breadcrumb.leave(event)
        if hasPending {
            ledger.append(event, to: &state.pointee)
        } else {
            state.pointee.react(to: event)
        }
    }

    override func intercept(_ event: any Event) -> (any Event)? {
        var event = event
        for middleware in middlewares {
            guard let next = middleware.intercept(event: event, state: state.pointee) else { return nil }
            event = next
        }
        return event
    }

    override func process(_ event: any Event) {
        for middleware in middlewares { middleware.process(event: event, state: state.pointee) }
    }

    // MARK: The ledger

    override func refold() {
        guard hasPending else { return }
        ledger.refold(into: &state.pointee)
        hasPending = !ledger.isEmpty
    }

    override var pending: [PredictionID] { ledger.pending.map(\.id) }

    override func isPending(_ entity: LedgerEntity) -> Bool { ledger.isPending(entity) }

    override func begin(_ prediction: PendingPrediction, _ events: [any Event]) -> LedgerDecision {
        decide { $0.begin(prediction, events, on: &$1) }
    }

    override func append(_ events: [any Event], to id: PredictionID) -> LedgerDecision {
        decide { $0.append(events, to: id, on: &$1) }
    }

    override func commit(_ id: PredictionID) -> LedgerDecision { decide { $0.commit(id, on: &$1) } }

    override func commit(_ id: PredictionID, with events: [any Event]) -> LedgerDecision {
        decide { $0.commit(id, with: events, on: &$1) }
    }

    override func rollback(_ id: PredictionID, _ events: [any Event]) -> LedgerDecision {
        decide { $0.rollback(id, with: events, on: &$1) }
    }

    override func mark(_ id: MarkID) -> LedgerDecision { decide { $0.mark(id, on: &$1) } }

    override func place(_ events: [any Event], asOf mark: MarkID?) -> LedgerDecision {
        guard let mark else { return decide { $0.place(events, on: &$1) } }
        return decide { $0.place(events, asOf: mark, on: &$1) }
    }

    override func release(_ id: MarkID) -> LedgerDecision { decide { $0.release(id, on: &$1) } }

    override func describe(_ prediction: PendingPrediction) { _ = ledger.describe(prediction) }

    override func withdraw(scope: ObjectIdentifier) -> [PredictionID] { ledger.withdraw(scope: scope) }

    private func decide(
        _ operation: (inout OptimisticLedger<StateType>, inout StateType) -> LedgerDecision
    ) -> LedgerDecision {
        defer { hasPending = !ledger.isEmpty }
        return operation(&ledger, &state.pointee)
    }

    // MARK: Recording

    override var room: Int { recorder?.room ?? .max }

    override func record(_ step: LogStep, cause: CommandHandle?) {
        recorder?.record(step, cause: cause?.asLogCause)
    }

    override func record(_ events: UnsafeBufferPointer<WaitingEvent>) { recorder?.record(events) }

    override func recordsGroup(_ isOpen: Bool) {
        if isOpen { recorder?.groupBegan() } else { recorder?.groupEnded() }
    }

    override func offerState() {
        guard let recorder, recorder.wantsState else { return }
        refold()
        recorder.keep(visible: state.pointee, ledger.record(visible: state.pointee))
    }

    override func whenRoom(_ resume: @escaping @Sendable () -> Void) {
        if let recorder { recorder.whenRoom(resume) } else { resume() }
    }

    // MARK: Reactions

    override func react(to event: (any Event)?, _ mailbox: Mailbox) -> [ReactionStep] {
        reactions.react(to: event, state: UnsafePointer(state), mailbox)
    }
}
