/// The part of a core that it shares with its scoped cores and with the cores that its commands receive: the order, the tables and
/// the state.
///
/// It decides synchronously, on the core's executor: see `EventLoop.swift`. The command executor runs commands, and delivery queues
/// call subscribers.
final class Engine: @unchecked Sendable {
    // Sendable: every `let` is Sendable and never changes, but for `store`. Every `var` and the store are touched on the executor
    // alone: by ExecutorActor.pass(_:), by the isolated methods of Core, which share the executor, and by deinit, when no other
    // code can. Only the state may be read elsewhere, while `changing` is locked.
    let executor: ExecutorActor
    let mailbox = Mailbox()
    let commandExecutor: CommandExecutor
    /// The runtime as it was passed: another core that is made with it has no part in the reports of this core.
    let given: Runtime
    /// The same runtime, which reports each mistake once.
    let runtime: Runtime
    let dependencies: Dependencies
    /// The observer of commands and events.
    let observer: (any CommandObserver)?
    /// Whether reactions or an observer receive the cause of each event.
    let followsCauses: Bool
    /// The actor on which `fire` applies before it returns.
    let pinnedActor: (any Actor)?
    let store: StateStore
    /// The type of the whole state.
    let stateType: Any.Type
    /// Whether each event is kept with the place where it was fired: by a core that is recorded, tested or simulated.
    let keepsPlaces: Bool
    let predictions = PredictionRegistry()
    let companions = CompanionTable()
    /// Locked while the state is being changed, so that it can be copied in between from anywhere.
    let changing = Lock()
    /// The engine for a drain that was scheduled and has not begun.
    let scheduled = ScheduledDrain()

    // Unchecked are the tables that the runtime would check for overlapping accesses several times for each event or command. There
    // are none: applying does not nest (`phase`), so a reducer, a comparison or a selector does not call back, and a table calls
    // no other code while it decides.

    /// The state of the loop between two events, which the loop alone touches.
    @exclusivity(unchecked) var loop = Loop()
    /// The subscriptions, which the loop notifies.
    @exclusivity(unchecked) var subscriptions = SubscriptionTable()
    /// The commands, whose ends and starts the loop carries out.
    @exclusivity(unchecked) var commands: CommandTable
    /// The commands that run in parts of the state that may cease to exist.
    @exclusivity(unchecked) var commandsInParts = CommandsInParts()
    /// The reads between changes, which operations begin and end.
    @exclusivity(unchecked) var reads = ServerReadTable()
    /// The changes that are saved without a prediction.
    var unpredicted: [ObjectIdentifier: (change: ServerReadTable.Change, site: CallSite)] = [:]
    /// The timers of commands and reads. A timer that is stopped leaves the table, and its operation is ignored.
    var timers: [EngineTimer: Task<Void, Never>] = [:]
    /// The predictions that the core itself has rolled back, and whose resolution is still to come.
    var withdrawn: Set<PredictionID> = []
    var waiting = CoreWaits()
    var misuse = Misuse()
    var counts = CoreCounts()
    var life = Life.open

    /// The state of the event loop.
    struct Loop: ~Copyable {
        /// The batch that was taken from the mailbox and is not applied yet.
        var batch = Batch()
        /// The number of the state, which changes with each change of the state.
        var version: UInt64 = 1
        /// The part of the state into which the current event was fired.
        var target = EventTarget.whole
        /// Whether an atomic group is being applied: no subscriber is notified before it is over.
        var isInGroup = false
        /// Whether commands that may start wait until a `Reset` is applied.
        var startsWait = false
        /// Whether steps of the ledger have changed the visible state, and its followers are not notified yet.
        var hasDeferredNotification = false
        /// The work that waits for the end of the event or group.
        var work: [DeferredWork] = []
        /// Whether the decisions of the command table are being carried out: a decision that follows from one waits for its end.
        var isCarryingOut = false
        /// The cause of the changes that reactions have not followed yet: the last cause that is a command, if there is one.
        var unfollowed = ReactionCause()
        /// The last refusal of an event, for a caller that waits for the result.
        var refusal: Refusal?
        /// Whether the command executor has received commands and is not asked to start them yet.
        var startsCommands = false
        /// The engine that applied further up the stack of the thread when this one began to: another one, pinned to the same
        /// actor.
        var outer: UnsafeMutableRawPointer?
    }

    /// The part of the state that an event was fired into.
    enum EventTarget {
        case whole
        /// The part may cease to exist, and exists.
        case present(Part)
        case absent
    }

    /// The work of a core right now, which decides about a call that comes back to it.
    enum Phase {
        /// Nothing: the next caller applies what waits.
        case resting
        /// Something is applied, compared or delivered, and the state is whole: it may be read. Events that are fired wait.
        case looking
        /// Inside `react(to:)`, a replay, or code that these release. There is no whole state: a read ends the program, and events
        /// that are fired wait and are reported.
        case reacting
    }

    /// The phase, which the store sets while it runs reducers.
    var phase: Phase {
        get { store.phase }
        set { store.phase = newValue }
    }

    /// Whether a core accepts events, and notifies of them.
    enum Life {
        case open, closed
        /// Every subscription has ended.
        case ended
    }

    /// - Parameter wakes: whether reactions receive the initial state now, or when the core is used.
    init(store: StateStore, dependencies: Dependencies, runtime: Runtime, wakes: Bool = true) {
        given = runtime
        let runtime = runtime.reportingOnce()
        self.store = store
        stateType = store.stateType
        keepsPlaces = store.isRecorded || runtime.places != nil
        self.dependencies = dependencies
        self.runtime = runtime
        observer = runtime.observer
        followsCauses = store.hasReactions || runtime.observer != nil
        executor = ExecutorActor(runtime.executor)
        pinnedActor = runtime.executor.actor
        commandExecutor = CommandExecutor(runtime)
        commands = CommandTable(random: runtime.random, failures: FailureReports(report: runtime.report))
        connectMailbox()
        if store.hasReactions { mailbox.post(.startReactions, wakes: wakes) }
    }

    deinit {
        companions.close()
        misuse.reportLate(runtime)
        for timer in timers.values { timer.cancel() }
        for handle in commands.abandon() {
            handle.end(.dropped)
            handle.observation?.ended(handle, .dropped)
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
    /// Starts a timer in place of the previous one. It posts an operation and holds the engine weakly: a wait does not keep a core
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
