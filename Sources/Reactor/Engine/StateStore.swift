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
    /// Whether some of them follow the state.
    let followsState: Bool
    /// How many plain events are recorded at once: 1 where each is looked at by itself, 0 where nothing is recorded.
    let recordedRun: Int
    /// Whether what is done is recorded.
    final var isRecorded: Bool { recordedRun > 0 }

    /// The type of the whole state.
    var stateType: Any.Type { Never.self }

    init(whole: consuming WholeState, hasMiddleware: Bool, hasReactions: Bool, followsState: Bool, recordedRun: Int) {
        self.whole = whole
        self.hasMiddleware = hasMiddleware
        self.hasReactions = hasReactions
        self.followsState = followsState
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

    /// Whether something was started for reactions that follow the state, and ends when that changes.
    var runsReactions: Bool { false }
}

/// The store of one type of state.
final class TypedStore<StateType: State>: StateStore {
    /// Unchecked: reducers cannot reach it, and whoever asks it something does so between two changes of it. The check would be
    /// 80 instructions for each event while a prediction is pending: 1,790 above one with none, and not 1,700 (the limit is 1,750).
    @exclusivity(unchecked) var ledger = OptimisticLedger<StateType>()
    private let middlewares: [any Middleware<StateType>]
    private var reactions: ReactionTable<StateType>
    let recorder: (any Recorder<StateType>)?
    private let flight: (any FlightSteps)?

    init(
        state: StateType, middlewares: [any Middleware<StateType>], reactions: [any Reaction<StateType>],
        recorder: (any Recorder<StateType>)? = nil
    ) {
        self.middlewares = middlewares
        let table = ReactionTable(reactions)
        self.reactions = table
        self.recorder = recorder
        flight = recorder?.flight
        super.init(
            whole: WholeState(state), hasMiddleware: !middlewares.isEmpty,
            hasReactions: !table.isEmpty, followsState: table.followsState, recordedRun: recorder?.runLength ?? 0)
    }

    private var state: StateType {
        @inline(__always) _read { yield whole[as: StateType.self] }
        @inline(__always) _modify { yield &whole[as: StateType.self] }
    }

    override var stateType: Any.Type { StateType.self }

    override func apply(_ events: consuming EventRun) {
        // Only plain events come this way, and there are none while something is pending.
        phase = .reacting
        if let flight {
            for index in events.indices {
                flight.nextBegins()
                react(to: events[index])
            }
            flight.returned()
        } else {
            for index in events.indices { react(to: events[index]) }
        }
        _ = consume events
        phase = .looking
    }

    @inline(__always)
    private func react(to waiting: borrowing WaitingEvent) {
        note(waiting.event)
        state.react(to: waiting.event)
    }

    @inline(__always)
    override func apply(_ event: any Event) {
        note(event)
        phase = .reacting
        flight?.lastBegins()
        if hasPending {
            state.append(event, through: &ledger)
            hasPending = !ledger.isEmpty
        } else {
            state.react(to: event)
        }
        flight?.returned()
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

    override var pending: [PredictionID] { ledger.pending.map(\.id) }

    override func predictions(of owner: ObjectIdentifier) -> [PredictionID] { ledger.log.predictions(of: owner) }

    override func isPending(_ entity: LedgerEntity) -> Bool { ledger.isPending(entity) }

    override func prediction(_ id: PredictionID) -> PendingPrediction? { ledger.pending(id) }

    override var pendingPredictions: [PendingPrediction] { ledger.pending }

    override func makeCertain() -> WholeState {
        let outer = phase
        phase = .reacting
        defer { phase = outer }
        return WholeState(ledger.certain(visible: whole[as: StateType.self]))
    }

    override func isHeld(_ mark: MarkID) -> Bool { ledger.isHeld(mark) }

    override func changesServerRows(_ id: PredictionID) -> Bool { ledger.pending(id)?.changesServerRows ?? false }

    override func describe(_ prediction: PendingPrediction) { _ = ledger.describe(prediction) }

    private func change<Result>(
        _ operation: (inout OptimisticLedger<StateType>, inout StateType) -> Result
    ) -> Result {
        let outer = phase
        phase = .reacting
        flight?.lastBegins()
        defer {
            flight?.returned()
            phase = outer
            hasPending = !ledger.isEmpty
        }
        return operation(&ledger, &state)
    }

    /// Goes on where a recording ended.
    func restore(_ record: LedgerRecord<StateType>) {
        ledger = OptimisticLedger(record, visible: &state)
        hasPending = !ledger.isEmpty
        reactions.begin(from: state)
    }

    // MARK: Recording

    override var room: Int { recorder?.room ?? .max }

    override var recordedNow: Timestamp? { recorder?.now }

    override func record(_ step: LogStep, cause: CommandHandle?) {
        guard let recorder else { return }
        recorder.record(step, cause: cause?.asLogCause)
        cause?.run.isLaunchRecorded = true
    }

    override func record(_ events: borrowing EventRun) { recorder?.record(events) }

    override func announce(_ step: LogStep, cause: CommandHandle?) {
        flight?.announce(step, cause: cause?.asLogCause)
    }

    override func refused() { flight?.refused() }

    override func recordsGroup(_ isOpen: Bool) {
        if isOpen { recorder?.groupBegan() } else { recorder?.groupEnded() }
    }

    override func offerState() {
        guard let recorder, recorder.wantsState else { return }
        let record = certain()
        recorder.keep(visible: state, record)
    }

    override func recordsEnd() {
        guard let recorder else { return }
        let record = certain()
        recorder.end(visible: state, record)
    }

    /// The log with everything that is certain folded into its base; what is seen is up to date then.
    private func certain() -> LedgerRecord<StateType> {
        change {
            $0.refold(into: &$1)
            $0.advance()
        }
        return ledger.record(visible: state)
    }

    override func whenRoom(_ resume: @escaping @Sendable () -> Void) {
        if let recorder { recorder.whenRoom(resume) } else { resume() }
    }

    // MARK: Reactions

    override func react(to event: any Event, _ mailbox: Mailbox) -> [ReactionStep] {
        reactions.react(to: event, mailbox)
    }

    override func follow(_ mailbox: Mailbox) -> [ReactionStep] {
        refold()
        return reactions.follow(state, mailbox)
    }

    override var runsReactions: Bool { reactions.isRunning }
}

extension StateStore {
    #if DEBUG
        /// The type of the event that was applied last by any core, where a crash report or a debugger finds it.
        static let lastEvent = Guarded<(any Event.Type)?>(nil)
    #endif
}

extension TypedStore {
    @inline(__always)
    fileprivate func note(_ event: any Event) {
        #if DEBUG
            StateStore.lastEvent.withLock { $0 = type(of: event) }
        #endif
    }
}

/// The whole state of a core, in memory of its own.
///
/// The engine knows no state type, and what it calls for a part of the state does. Here the two meet, and in no other file: a
/// ``StoredPlace`` is made from key paths of the type alone, and is given to the core whose state is of that type. Memory of its
/// own and no variable, since the state is changed in place while a middleware, further up the stack, has been lent it. It is
/// lent and cannot be copied, so nobody keeps it beyond the call that it was lent to.
///
/// With a reference that is cast and key paths that are read, an event among 100 subscribers costs 38,600 instructions and not
/// 22,160; one among 100 subscriptions to rows 39,500 and not 33,400.
struct WholeState: ~Copyable {
    private let memory: UnsafeMutableRawPointer
    private let type: Any.Type
    private let release: (UnsafeMutableRawPointer) -> Void

    init<Whole>(_ state: Whole) {
        let memory = UnsafeMutablePointer<Whole>.allocate(capacity: 1)
        memory.initialize(to: state)
        self.memory = UnsafeMutableRawPointer(memory)
        type = Whole.self
        release = { $0.assumingMemoryBound(to: Whole.self).deinitialize(count: 1) }
    }

    deinit {
        release(memory)
        memory.deallocate()
    }

    /// Lends what is stored at a place of this state.
    @inline(__always)
    func lend<Value, Result, Failure: Error>(
        _ place: StoredPlace<Value>, to body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try memory.advanced(by: place.offset).assumingMemoryBound(to: Lent<Value>.self).pointee.lend(to: body)
    }

    /// Puts a copy of what is stored at a place of this state into a slot.
    func copy<Value>(_ place: StoredPlace<Value>, to slot: borrowing Slot<Value>) {
        slot.fill(copying: memory.advanced(by: place.offset).assumingMemoryBound(to: Value.self))
    }

    /// Lends the state itself, to be changed. For the one who made it, and knows its type.
    subscript<Whole>(as type: Whole.Type) -> Whole {
        @inline(__always) _read {
            assert(type == self.type, "a whole state is of the type that it was made with")
            yield memory.assumingMemoryBound(to: type).pointee
        }
        @inline(__always) nonmutating _modify {
            assert(type == self.type, "a whole state is of the type that it was made with")
            yield &memory.assumingMemoryBound(to: type).pointee
        }
    }
}

/// A value that is lent from where it lies.
///
/// The compiler copies a value that it reads through a pointer or yields, and each copy of a large state lies on the stack; it
/// does not copy what is borrowed with a value around it that cannot be copied. Of the same layout as the value itself.
struct Lent<Value>: ~Copyable {
    private let value: Value

    /// Not inlined, since what is inlined is read through the pointer again.
    @inline(never)
    borrowing func lend<Result, Failure: Error>(to body: (Value) throws(Failure) -> Result) throws(Failure) -> Result {
        try body(value)
    }
}

/// Where a value of this type is stored in a whole state.
struct StoredPlace<Value>: Sendable {
    /// The distance from the start of the whole state.
    let offset: Int

    private init(offset: Int) { self.offset = offset }

    /// The start. A whole state of this type is stored there, and nothing else is to be looked for.
    static var whole: StoredPlace { StoredPlace(offset: 0) }

    /// The place of a member; nil for one that is not stored.
    func member<Member>(_ keyPath: KeyPath<Value, Member>) -> StoredPlace<Member>? {
        MemoryLayout<Value>.offset(of: keyPath).map { StoredPlace<Member>(offset: offset + $0) }
    }
}
