/// What a core, and every core that stands for it in a command or a part, has in common: the order, the tables, the
/// state.
///
/// It decides synchronously, on the core's executor; what it decides is performed here too, or handed to the command lane
/// and to pumps.
final class Engine: @unchecked Sendable {
    // Sendable: `lane`, `mailbox`, `commandLane`, `runtime`, `dependencies` and `stateType` are Sendable and never
    // change. Everything else is touched on the lane's executor alone: by Lane.pass(_:), by the isolated methods of Core,
    // which share the executor, and by deinit, when nobody else can. Only the state may be read elsewhere, while `changing` is locked.
    let lane: Lane
    let mailbox: Mailbox
    let commandLane: CommandLane
    let runtime: Runtime
    let dependencies: Dependencies
    /// The actor on which `fire` applies before it returns.
    let pinnedActor: (any Actor)?

    let store: StateStore
    /// The type of the whole state.
    let stateType: Any.Type

    // Unchecked are those that the runtime would check for overlapping accesses at each event or command, at 80
    // instructions a check. There are none: applying does not nest (`isApplying`), so what a reducer, a comparison or a
    // selector calls does not come back here, and the command table decides without calling anybody.
    @exclusivity(unchecked) var subscriptions = SubscriptionTable()
    @exclusivity(unchecked) var commands: CommandTable
    var counts = CoreCounts()
    let predictions = PredictionRegistry()
    /// Predictions that were taken back by the core, and whose settlement is still to come.
    var withdrawn: Set<PredictionID> = []
    /// Changes with every event applied.
    var version: UInt64 = 1

    /// What runs in parts of the state that may go.
    @exclusivity(unchecked) var parts = CommandsInParts()
    /// The part that what has its turn was fired into, if that may go; and whether it is gone.
    var part: Part?
    var isPartGone = false

    /// What was taken from the mailbox and is not applied yet.
    @exclusivity(unchecked) var batch = Batch()

    /// Held while the state is being changed, so that it can be copied in between from anywhere.
    let changing = Lock()

    /// Whether something is being applied, or compared for subscribers, right now: neither nests.
    var isApplying = false
    var isPerforming = false
    /// Whether an atomic group is being applied: nobody is told before it is over.
    var isInGroup = false
    /// Whether commands that may start have to wait until the event, or the group, is over; and those that wait.
    var holdsStarts = false
    @exclusivity(unchecked) var heldStarts: [CommandHandle] = []
    /// Whether the lane was given commands that nobody is starting yet.
    var startsCommands = false
    var isClosed = false
    var hasEnded = false
    var waiting = Waiting()
    /// Events that reactions have not been asked about yet.
    @exclusivity(unchecked) var reactionEvents: [any Event] = []
    var timers: [CommandTimer: Task<Void, Never>] = [:]

    /// Who waits for what.
    struct Waiting {
        var settle: [OneShot] = []
        var quiet: [(OneShot, besides: CommandHandle?)] = []
        var returnedAll: [OneShot] = []
        var end: [OneShot] = []
    }

    init(store: StateStore, dependencies: Dependencies, runtime: Runtime, highWater: HighWater?) {
        self.store = store
        stateType = store.stateType
        self.dependencies = dependencies
        self.runtime = runtime
        lane = Lane(runtime.executor)
        pinnedActor = runtime.executor.actor
        commandLane = CommandLane(runtime)
        commands = CommandTable(random: runtime.random, failures: FailureReports(report: runtime.report))
        mailbox = Mailbox(highWater: highWater)
        // Who posts holds the mailbox. A weak reference to it would make every other one slow.
        mailbox.connect { [weak self, unowned(unsafe) mailbox] in
            if let self { scheduleDrain() } else { mailbox.discard() }
        }
        if store.hasReactions { mailbox.post(.startReactions) }
    }

    deinit {
        for timer in timers.values { timer.cancel() }
        for handle in commands.abandon() { handle.end(.dropped) }
        subscriptions.finish()
        changing.destroy()
    }

    /// Whether a plain event needs nothing but the reducer, and the recorder where there is one.
    var isPlain: Bool {
        !store.hasMiddleware && !store.hasReactions && !subscriptions.hasEvery && !isClosed && !store.hasPending
            && parts.isEmpty && store.recordedRun != 1
    }
}
