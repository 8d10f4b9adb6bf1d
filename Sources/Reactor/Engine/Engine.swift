/// The part that a core shares with every core that stands for it in a command or a part: the order, the tables, the
/// state.
///
/// It decides synchronously, on the core's executor; what it decides is performed here too, or handed to the command executor
/// and to lines.
final class Engine: @unchecked Sendable {
    // Sendable: `executor`, `mailbox`, `commandExecutor`, `draining`, both runtimes, `dependencies`, `stateType` and `keepsPlaces` are Sendable and never
    // change. Everything else is touched on the executor alone: by ExecutorActor.pass(_:), by the isolated methods of Core,
    // which share the executor, and by deinit, when no other code can. Only the state may be read
    // elsewhere, while `changing` is locked.
    let executor: ExecutorActor
    let mailbox: Mailbox
    let commandExecutor: CommandExecutor
    /// What the core takes from the world, as it was given: another core made with it knows nothing of what this one has
    /// reported.
    let given: Runtime
    /// The same, with each mistake reported once.
    let runtime: Runtime
    let dependencies: Dependencies
    /// Hears of commands and events.
    let observer: (any CommandObserver)?
    /// The actor on which `fire` applies before it returns.
    let pinnedActor: (any Actor)?

    let store: StateStore
    /// The type of the whole state.
    let stateType: Any.Type
    /// Whether what is fired is kept with its place: by a core that is recorded, tested or simulated.
    let keepsPlaces: Bool

    // Unchecked are those that the runtime would check for overlapping accesses again and again, at 80 instructions a check:
    // `subscriptions` and `batch` eleven times for an event (22,160 instructions among 100 subscribers, 23,320 with the
    // checks), `commands` seven times for a command, `heldStarts` once for an event while a prediction is pending (1,770 above
    // one with none and not 1,700; the limit is 1,750). There are none: applying does not nest (`phase`), so what a reducer, a
    // comparison or a selector calls does not come back here, and the command table decides without calling anybody.
    @exclusivity(unchecked) var subscriptions = SubscriptionTable()
    @exclusivity(unchecked) var commands: CommandTable
    var counts = CoreCounts()
    let predictions = PredictionRegistry()
    let companions = CompanionTable()
    /// Predictions that were rolled back by the core, and whose resolution is still to come.
    var withdrawn: Set<PredictionID> = []
    /// What is read between changes, by its number, and the changes that are saved without a prediction, each with the launch
    /// of its command.
    @exclusivity(unchecked) var reads = ReadTable()
    var readings: [UInt64: Reading] = [:]
    var readingLimits: [UInt64: Task<Void, Never>] = [:]
    var saves: [ObjectIdentifier: (save: Save, launch: UInt64?)] = [:]
    /// Changes with every event applied.
    var version: UInt64 = 1

    /// The batch that was taken from the mailbox and is not applied yet.
    @exclusivity(unchecked) var batch = Batch()

    /// Held while the state is being changed, so that it can be copied in between from anywhere.
    let changing = Lock()
    /// Holds the engine for a drain that was scheduled and has not begun.
    let draining = DrainHold()
    /// What was being applied further up the stack of the thread when this engine began to apply: another one, pinned to
    /// the same actor.
    var outerApplying: UnsafeMutableRawPointer?

    // MARK: What is going on

    /// The work of a core right now, which decides what a call that comes back to it may do.
    enum Phase {
        /// Nothing: the next caller applies what waits.
        case resting
        /// Something is applied, compared or delivered, and the state is whole. It may be read; what is fired
        /// waits.
        case looking
        /// Inside `react(to:)`, a refold, or what these release. There is no whole state: a read ends the program, and what
        /// is fired waits, and is reported.
        case reacting
    }

    /// The store sets it while it runs reducers.
    var phase: Phase {
        get { store.phase }
        set { store.phase = newValue }
    }

    /// The part of the state that what is applied was fired into.
    enum TurnPart {
        case whole
        /// It may become absent, and is present.
        case present(Part)
        case absent
    }

    var part = TurnPart.whole

    /// Whether a core goes on taking events, and notifying of them.
    enum Life {
        case open, closed
        /// Every subscription has ended.
        case ended
    }

    var life = Life.open

    /// Whether an atomic group is being applied: no subscriber is notified before it is over.
    var isInGroup = false
    /// Whether steps of the ledger changed what is seen, and followers of the state have not looked since.
    var owesLook = false

    // MARK: Commands

    /// The commands that run in parts of the state that may become absent.
    @exclusivity(unchecked) var parts = CommandsInParts()
    var isCarryingOut = false
    /// Whether commands that may start have to wait until the event, or the group, is over; and the commands that wait.
    var holdsStarts = false
    @exclusivity(unchecked) var heldStarts: [CommandHandle] = []
    /// Whether the command executor was given commands and has not been asked to start them.
    var startsCommands = false
    /// Events that reactions have not been asked about yet.
    var reactionEvents: [(event: any Event, cause: ReactionCause)] = []
    /// The cause of what has changed the state since reactions followed it: the last that is a command's, where one is.
    var unfollowed = ReactionCause()
    var timers: [CommandTimer: Task<Void, Never>] = [:]
    var waiting = Waiting()

    // MARK: Misuse

    /// The names of what was fired inside `react(to:)` since the last look.
    var firedInside: [String] = []
    /// How often something was fired from inside each entry of the log: in a refold it is not fired again.
    var firedFromEntry: [UInt64: Int] = [:]
    /// The last refusal of an event, for a caller that waits for its answer.
    var refusal: Refusal?
    /// The refusals since the core was closed.
    var late: [LateKey: (refusal: Refusal, count: Int)] = [:]
    /// How many drains in a row were brought about by updates of subscribers.
    var drainGeneration = 0
    var hasReportedCascade = false

    struct LateKey: Hashable {
        let type: String
        let command: String?
    }

    /// The callers that wait, by what for.
    struct Waiting {
        var settle: [(OneShot, Waiter)] = []
        var idle: [IdleWait] = []
        var returnedAll: [OneShot] = []
        var end: [OneShot] = []
    }

    /// - Parameter wakes: whether reactions look at the beginning now, or when the core is used.
    init(
        store: StateStore, dependencies: Dependencies, runtime: Runtime, highWater: HighWater?, wakes: Bool = true
    ) {
        given = runtime
        let runtime = runtime.reportingOnce()
        self.store = store
        stateType = store.stateType
        keepsPlaces = store.isRecorded || runtime.places != nil
        self.dependencies = dependencies
        self.runtime = runtime
        observer = runtime.observer
        executor = ExecutorActor(runtime.executor)
        pinnedActor = runtime.executor.actor
        commandExecutor = CommandExecutor(runtime)
        commands = CommandTable(random: runtime.random, failures: FailureReports(report: runtime.report))
        mailbox = Mailbox(highWater: highWater)
        connectMailbox()
        if store.hasReactions { mailbox.post(.startReactions, wakes: wakes) }
    }

    deinit {
        companions.close()
        reportLate()
        for timer in timers.values { timer.cancel() }
        for timer in readingLimits.values { timer.cancel() }
        for handle in commands.abandon() {
            handle.end(.dropped)
            handle.observation?.ended(handle, .dropped)
        }
        subscriptions.finish()
        changing.destroy()
    }

    /// Whether a plain event needs nothing but the reducer, and the recorder where there is one.
    var isPlain: Bool {
        !store.hasMiddleware && !store.hasReactions && !subscriptions.hasEvery && life == .open && !store.hasPending
            && parts.isEmpty && observer == nil && store.recordedRun != 1
    }
}

/// A serial executor as an actor: code isolated to it runs there.
actor ExecutorActor {
    private let chosen: ChosenExecutor
    nonisolated let executor: UnownedSerialExecutor

    init(_ choice: CoreExecutor) {
        let chosen = ChosenExecutor(choice)
        executor = chosen.executor
        self.chosen = chosen
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor }
}
