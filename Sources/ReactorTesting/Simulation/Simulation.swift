public import Reactor
public import ReactorRecording

/// A deterministic world for asynchronous code: a seed decides the order of ready tasks, the time, and the latencies and faults
/// of services.
///
/// The same seed gives the same run, in any process. ``check(seeds:options:fileID:line:_:)`` creates a simulation for each seed
/// and passes it to the test.
///
/// ```swift
/// try await Simulation.check(seeds: 0..<1_000) { sim in
///     let core = sim.core(state: Counter())
///     sim.step("add two") { core.fire(event: Added(amount: 2)) }
///     await sim.settled()
///     try await sim.expect { await core.state.count == 2 }
/// }
/// ```
///
/// A simulation controls its own cores and services, ``start(_:_:)``, and the body, with all their child tasks and actors. A bare
/// `Task`, a Dispatch queue, the main actor and the system's clock are outside. A call that comes back from there fails the run.
public final class Simulation: Sendable {
    /// A core without the type of its state.
    struct WatchedCore {
        let name: String
        let unfinished: @Sendable () async -> [String]
        let close: @Sendable () async -> Void
    }

    /// The content of a run apart from the turns.
    struct RunRecord {
        var cores: [WatchedCore] = []
        /// The calls of services and the tasks that have not ended, by the order of their beginning.
        var open: [Int: String] = [:]
        var lastOpened = 0
        var tasks: [Task<Void, Never>] = []
        /// The number of calls of each service method.
        var calls: [String: Int] = [:]
        var faults: [String] = []
        /// The values that the body has drawn, in order.
        var values: [DrawnValue] = []
        var steps = 0
        var reached: [String: Bool] = [:]
        var isCalm = false
        /// The first error that a started task threw.
        var failure: (any Error)?
    }

    let script: SimulationScript
    let scheduler: Scheduler
    let content = Guarded(RunRecord())

    init(script: SimulationScript, options: SimulationOptions, isWritten: Bool) {
        self.script = script
        scheduler = Scheduler(
            script: script, slowness: options.slowness, isWritten: isWritten)
    }

    /// The seed of all random numbers in this run.
    public var seed: UInt64 { script.seed }

    /// The clock of this run.
    public var clock: SimulatedClock { SimulatedClock(scheduler: scheduler) }

    /// A generator for decisions of the body. Drawing from it does not change the order of turns or the faults.
    ///
    /// ```swift
    /// try await Simulation.check(seeds: 0..<100) { sim in
    ///     var random = sim.random
    ///     try await sim.sleep(for: .milliseconds(random.number(in: 1...6)))
    /// }
    /// ```
    public var random: SeededRandom { SeededRandom(seed: seed).split(named: "body") }

    // MARK: Cores

    /// Creates a core in this run, with its own lane and a lane for its commands. Its accepted events and its reports are added
    /// to the history.
    ///
    /// - Parameters:
    ///   - name: The name of the core in the history, which also selects its random numbers.
    ///   - state: The initial state.
    ///   - middlewares: The middlewares, in the order in which they receive an event.
    ///   - reactions: The reactions, which start commands.
    ///   - dependencies: The services of the commands.
    public func core<StateType: State>(
        _ name: String = "core", state: StateType, middlewares: [any Middleware<StateType>] = [],
        reactions: [Reaction<StateType>] = [], dependencies: Dependencies = Dependencies()
    ) -> Core<StateType> {
        let place = Guarded<CallSite?>(nil)
        let core = Core(
            state: state,
            middlewares: middlewares + [HistoryMiddleware<StateType>(name: name, scheduler: scheduler, place: place)],
            reactions: reactions, dependencies: dependencies,
            runtime: runtime(name) { fired in place.withLock { $0 = fired } })
        watch(core, name)
        return core
    }

    /// Adds a core that was created with ``runtime(_:)`` to the check that all work has ended.
    public func watch<StateType: State>(_ core: Core<StateType>, _ name: String) {
        let watched = WatchedCore(
            name: name, unfinished: { await core.unfinished }, close: { await core.close(grace: .zero) })
        content.withLock { $0.cores.append(watched) }
    }

    /// Returns a runtime of this run, for cores that ``core(_:state:middlewares:reactions:dependencies:)`` does not create.
    public func runtime(_ name: String) -> Runtime { runtime(name) { _ in } }

    private func runtime(_ name: String, places: @escaping @Sendable (CallSite?) -> Void) -> Runtime {
        let random = Guarded(SeededRandom(seed: seed).split(named: name))
        let breaks = Guarded(SeededRandom(seed: seed).split(named: "breaks of \(name)"))
        var runtime = Runtime(
            clock: RuntimeClock(clock),
            now: { [clock] in Timestamp(millisecondsSince1970: 0).advanced(by: clock.now.offset) },
            random: { random.withLock { $0.next() } },
            executor: .serial(lane(name)), commandExecutor: .serial(lane("\(name)'s commands")),
            taskExecutor: scheduler, report: { [scheduler] in scheduler.note("reports: \($0)", by: name) })
        runtime.places = places
        // The seed also decides where a batch of a core ends.
        runtime.breaks = { breaks.withLock { random in random.chance(50) ? .max : 1 + random.below(4) } }
        return runtime
    }

    /// Returns a serial executor of this run, for an actor with a custom executor.
    public func lane(_ name: String) -> any SerialExecutor { SimulatedLane(name: name, scheduler: scheduler) }

    /// The executor of this run for the tasks that your code starts.
    public var taskExecutor: any TaskExecutor { scheduler }

    /// Returns the configuration of a journal on a simulated disk, with the run's clock and a lane of the run for its writer.
    /// Pass it to `Core.open` or to a queue of changes.
    ///
    /// - Parameters:
    ///   - app: The name of the program, in the journal and in the history.
    ///   - disk: The disk. Pass the same disk to the next launch of the program.
    ///   - durability: The failure that an entry must survive.
    public func journal(
        _ app: String, on disk: SimulatedDisk, durability: Durability = .durable
    ) -> JournalConfiguration {
        var configuration = JournalConfiguration(
            app: app, durability: durability, clock: RuntimeClock(clock),
            now: { [clock] in Timestamp(millisecondsSince1970: 0).advanced(by: clock.now.offset) },
            executor: lane("\(app)'s writer"),
            report: { [scheduler] in scheduler.note("the journal reports: \($0)", by: app) })
        configuration.spawn = .preferring(taskExecutor)
        configuration.fileSystem = disk
        return configuration
    }

    // MARK: Tasks

    /// Starts a task that runs concurrently with the body, such as a user or a peer. It must end before the run does. An error
    /// that it throws fails the run.
    @discardableResult
    public func start(
        _ name: String, _ body: @escaping @Sendable () async throws -> Void
    ) -> Task<Void, Never> {
        let id = open(name)
        let task = Task(executorPreference: scheduler) {
            do { try await body() } catch {
                if !(error is CancellationError) { self.content.withLock { $0.failure = $0.failure ?? error } }
            }
            self.close(id)
        }
        content.withLock { $0.tasks.append(task) }
        return task
    }

    /// Notes the beginning of work that must end.
    func open(_ name: String) -> Int {
        content.withLock { content in
            content.lastOpened += 1
            content.open[content.lastOpened] = name
            return content.lastOpened
        }
    }

    func close(_ id: Int) { content.withLock { $0.open[id] = nil } }
}
