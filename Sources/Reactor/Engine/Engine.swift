/// The core of a ``Core``, which its scoped cores and the cores of its commands share: the order, the tables and the
/// state.
///
/// It decides synchronously, on the core's executor: see `EventLoop.swift`. The command executor runs commands, and
/// delivery queues call subscribers.
final class Engine: @unchecked Sendable {
    // Sendable: every `let` is Sendable and never changes, except `store`. Every `var` and the store are used only on
    // the executor: by ExecutorActor.pass(_:), by the isolated methods of Core, which share the executor, and by
    // deinit, when no other code can use them. Only the state can be read elsewhere, while `changing` is locked.
    let executor: ExecutorActor
    let mailbox = Mailbox()
    let commandExecutor: CommandExecutor
    /// The runtime that was passed. Another core that is created with it has separate reports.
    let given: Runtime
    /// The same runtime, which reports each mistake once.
    let runtime: Runtime
    let dependencies: Dependencies
    /// The observer of commands and events.
    let observer: (any CommandObserver)?
    /// Whether reactions or an observer receive the cause of each event.
    let followsCauses: Bool
    /// Whether there are reactions.
    let hasReactions: Bool
    /// The actor on which `fire` applies before it returns: see ``finishCall(on:)``.
    let pinnedActor: (any Actor)?
    /// Whether this actor is the main actor.
    let isPinnedToMain: Bool
    let store: StateStore
    /// The type of the whole state.
    let stateType: Any.Type
    /// Whether each event is stored with the place where it was fired. True for a core that is recorded, tested or
    /// simulated.
    let keepsPlaces: Bool
    let predictions = PredictionRegistry()
    let companions = CompanionTable()
    /// Locked while the state is being changed, so that other threads can copy it between two changes.
    let changing = Lock()
    /// The strong reference for a drain that was scheduled and has not begun.
    let scheduled = ScheduledDrain()

    // Unchecked are the tables whose exclusivity the runtime would check several times for each event or command.
    // Accesses never overlap: applying does not nest (`phase`), so a reducer, a comparison or a selector does not call
    // back, and a table calls no other code while it decides.

    /// The state of the loop between two events. Only the loop uses it.
    @exclusivity(unchecked) var loop = Loop()
    /// The subscriptions, which the loop notifies.
    @exclusivity(unchecked) var subscriptions = SubscriptionTable()
    /// The observable wrappers of a core that is pinned to the main actor.
    @exclusivity(unchecked) var mirrors = MirrorTable()
    /// The commands, which the loop starts and ends.
    @exclusivity(unchecked) var commands: CommandTable
    /// The work that the state wishes, and the work that runs for it.
    @exclusivity(unchecked) var work: WorkTable
    /// The commands that run in child states that can cease to exist.
    @exclusivity(unchecked) var commandsInParts = CommandsInParts()
    /// The commands that ended their own wish, and whose tasks are not canceled yet.
    var finishing: [CommandHandle] = []
    /// The commands that removed their own child state, before it is known whether a rollback can bring it back.
    var undecided: [(CommandHandle, Part)] = []
    /// The reads between changes, which operations begin and end.
    @exclusivity(unchecked) var reads = ServerReadTable()
    /// The changes that are being saved without a prediction.
    var unpredicted: [ObjectIdentifier: (change: ServerReadTable.Change, site: CallSite)] = [:]
    /// The timers of commands and reads. A stopped timer is removed, and its operation is ignored.
    var timers: [EngineTimer: Task<Void, Never>] = [:]
    /// The predictions that the core has rolled back, and whose resolution has not arrived yet.
    var withdrawn: Set<PredictionID> = []
    var waiting = CoreWaits()
    var misuse = Misuse()
    var counts = CoreCounts()
    var life = Life.open

    /// The state of the event loop.
    struct Loop: ~Copyable {
        /// The batch that was taken from the mailbox and is not completely applied yet.
        var batch = Batch()
        /// The version of the state. Each change of the state changes it.
        var version: UInt64 = 1
        /// The child state into which the current event was fired.
        var target = EventTarget.whole
        /// Whether a group is being applied. Subscribers are notified after its end.
        var isInGroup = false
        /// Whether commands that can start wait until a `Reset` is applied.
        var startsWait = false
        /// Whether steps of the ledger have changed the visible state, and its followers are not notified yet.
        var hasDeferredNotification = false
        /// The work that waits for the end of the event or group.
        var deferred: [DeferredWork] = []
        /// Whether the steps of the command table are being performed. New steps wait for the end of the current one.
        var isCarryingOut = false
        /// The cause of the changes that reactions have not followed yet: the last cause that is a command, if there is
        /// one.
        var unfollowed: ReactionCause?
        /// The last refusal of an event, for a caller that waits for the result.
        var refusal: Refusal?
        /// Whether code that runs inside an event, or inside a call on the main actor, has fired in the meantime.
        var hasInnerCall = false
        /// Whether a call on the main actor has not returned yet.
        var isInCall = false
        /// The engine of an outer call on the main actor: that of another core.
        var outerCall: UnsafeMutableRawPointer?
        /// Whether the command executor has received commands, and its task is not scheduled yet.
        var startsCommands = false
        /// The engine of an outer call on the same thread: that of another core, pinned to the same actor.
        var outer: UnsafeMutableRawPointer?
    }

    /// The child state into which an event was fired.
    enum EventTarget {
        case whole
        /// The child state can cease to exist, and exists.
        case present(Part)
        case absent
    }

    /// The current activity of a core, which decides how it handles nested calls.
    enum Phase {
        /// The core is inactive. The next caller applies waiting events.
        case resting
        /// The core applies, compares or delivers, and the state is complete, so it can be read. Events that are fired
        /// wait.
        case looking
        /// The core runs `react(to:)`, a replay, or code that these release. The state is incomplete: a read stops the
        /// program, and events that are fired wait and are reported.
        case reacting
    }

    /// The phase, which the store sets while it runs reducers.
    var phase: Phase {
        get { store.phase }
        set { store.phase = newValue }
    }

    /// Whether a core accepts events, and notifies subscribers.
    enum Life {
        case open, closed
        /// Every subscription has ended.
        case ended
    }

    init(store: StateStore, work: WorkTable, dependencies: Dependencies, runtime: Runtime) {
        given = runtime
        let runtime = runtime.reportingOnce()
        self.store = store
        self.work = work
        hasReactions = !work.isEmpty
        stateType = store.stateType
        keepsPlaces = store.isRecorded || runtime.places != nil
        self.dependencies = dependencies
        self.runtime = runtime
        observer = runtime.observer
        followsCauses = hasReactions || runtime.observer != nil
        executor = ExecutorActor(runtime.executor)
        pinnedActor = runtime.executor.actor
        isPinnedToMain = pinnedActor === MainActor.shared
        commandExecutor = CommandExecutor(runtime)
        commands = CommandTable(random: runtime.random, failures: FailureReports(report: runtime.report))
        connectMailbox()
    }

    deinit {
        companions.close()
        misuse.reportLate(runtime)
        for timer in timers.values { timer.cancel() }
        for handle in commands.abandon() {
            handle.observation?.ended(handle, .dropped)
            handle.end(.dropped)
        }
        subscriptions.finish()
        changing.destroy()
    }
}

/// A timer of a core.
enum EngineTimer: Hashable {
    case command(CommandTimer)
    /// The limit of a read between changes.
    case read(UInt64)
}

extension Engine {
    /// Starts a timer, in place of a previous one with the same key. It posts an operation, and does not keep the core
    /// alive.
    func start(_ timer: EngineTimer, _ duration: Duration, posting operation: @escaping @Sendable () -> Operation) {
        let clock = runtime.clock
        timers[timer]?.cancel()
        timers[timer] = runtime.spawn.detached { [weak mailbox] in
            do { try await clock.sleep(for: duration) } catch { return }
            mailbox?.post(operation())
        }
    }
}
