public import Reactor
public import ReactorRecording

/// A world in which everything that is asynchronous happens as a seed decides: the order in which ready tasks go on,
/// time, latencies and faults of services.
///
/// The same seed gives the same run, in any process. ``check(seeds:options:fileID:line:_:)`` makes one for each seed and
/// hands it to the test.
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
/// What it decides about is what its own cores, services, ``start(_:_:)`` and the body itself do, with all their child
/// tasks and actors. A bare `Task`, a Dispatch queue, the main actor and the system's clock are outside; what comes back
/// from there fails the run.
public final class Simulation: Sendable {
    /// A core without the type of its state.
    struct WatchedCore {
        let name: String
        let unfinished: @Sendable () async -> [String]
        let close: @Sendable () async -> Void
    }

    /// What happens in a run besides the turns.
    struct Content {
        var cores: [WatchedCore] = []
        /// The calls of services and the tasks that have not ended, by when they began.
        var open: [Int: String] = [:]
        var lastOpened = 0
        var tasks: [Task<Void, Never>] = []
        /// How often each call of each service was made.
        var calls: [String: Int] = [:]
        var faults: [String] = []
        /// What the body has drawn, in order.
        var values: [DrawnValue] = []
        var steps = 0
        var reached: [String: Bool] = [:]
        var isCalm = false
        /// The first error that a started task threw.
        var failure: (any Error)?
    }

    let script: SimulationScript
    let scheduler: Scheduler
    let content = Guarded(Content())

    init(script: SimulationScript, options: SimulationOptions, isWritten: Bool) {
        self.script = script
        scheduler = Scheduler(
            script: script, slowness: options.slowness, isWritten: isWritten)
    }

    /// What everything in this run is drawn from.
    public var seed: UInt64 { script.seed }

    /// The time of this run.
    public var clock: SimulatedClock { SimulatedClock(scheduler: scheduler) }

    /// Numbers for the body to choose what it does by. What is drawn here changes neither order nor faults.
    ///
    /// ```swift
    /// try await Simulation.check(seeds: 0..<100) { sim in
    ///     var random = sim.random
    ///     try await sim.pass(.milliseconds(random.number(in: 1...6)))
    /// }
    /// ```
    public var random: SeededRandom { SeededRandom(seed: seed).split(named: "body") }

    // MARK: Cores

    /// A core in this run, with a lane of its own and one for its commands. Events that it accepts, and what it reports,
    /// stand in the history.
    ///
    /// - Parameters:
    ///   - name: what it is called in the history, and what its randomness is drawn by.
    ///   - state: the state to begin with.
    ///   - middlewares: asked about each event, in this order.
    ///   - reactions: commands that start by themselves.
    ///   - dependencies: the services that commands reach.
    public func core<StateType: State>(
        _ name: String = "core", state: StateType, middlewares: [any Middleware<StateType>] = [],
        @ReactionBuilder<StateType> reactions: () -> [any Reaction<StateType>] = { [] },
        dependencies: Dependencies = Dependencies()
    ) -> Core<StateType> {
        let made = reactions()
        let place = Guarded<CallSite?>(nil)
        // A variable, since a literal would be read as a list of reactions.
        let reactions: @Sendable () -> [any Reaction<StateType>] = { made }
        let core = Core(
            state: state,
            middlewares: middlewares + [HistoryMiddleware<StateType>(name: name, scheduler: scheduler, place: place)],
            reactions: reactions, dependencies: dependencies,
            runtime: runtime(name) { fired in place.withLock { $0 = fired } })
        watch(core, name)
        return core
    }

    /// Has a core that was made with ``runtime(_:)`` looked at when everything has to end.
    public func watch<StateType: State>(_ core: Core<StateType>, _ name: String) {
        let watched = WatchedCore(
            name: name, unfinished: { await core.unfinished }, close: { await core.close(grace: .zero) })
        content.withLock { $0.cores.append(watched) }
    }

    /// What a core takes from the world, in this run; for cores that ``core(_:state:middlewares:reactions:dependencies:)``
    /// does not make.
    public func runtime(_ name: String) -> Runtime { runtime(name) { _ in } }

    private func runtime(_ name: String, places: @escaping @Sendable (CallSite?) -> Void) -> Runtime {
        let random = Guarded(SeededRandom(seed: seed).split(named: name))
        let breaks = Guarded(SeededRandom(seed: seed).split(named: "breaks of \(name)"))
        var runtime = Runtime(
            clock: RuntimeClock(clock),
            now: { [clock] in Timestamp(millisecondsSince1970: 0).advanced(by: clock.now.offset) },
            random: { random.withLock { $0.next() } },
            executor: .serial(lane(name)), commandExecutor: .serial(lane("\(name)'s commands")),
            spawn: spawning, report: { [scheduler] in scheduler.note("reports: \($0)", by: name) })
        runtime.places = places
        // Where a batch of a core ends is chance, too.
        runtime.breaks = { breaks.withLock { random in random.chance(50) ? .max : 1 + random.below(4) } }
        return runtime
    }

    /// A serial executor in this run, for an actor that asks for one.
    public func lane(_ name: String) -> any SerialExecutor { SimulatedLane(name: name, scheduler: scheduler) }

    /// How what is part of this run starts its tasks.
    public var spawning: Spawning { .preferring(scheduler) }

    /// How a journal is kept in this run: on this disk, by the run's clock, its writer on a lane of the run. For
    /// `Core.open`, and for a queue of changes.
    ///
    /// - Parameters:
    ///   - app: names the program, in the journal and in the history.
    ///   - disk: where it is kept. The next life of the program gets the same.
    ///   - durability: what an entry has to survive.
    public func journal(
        _ app: String, on disk: SimulatedDisk, durability: Durability = .durable
    ) -> JournalConfiguration {
        var configuration = JournalConfiguration(
            app: app, durability: durability, clock: RuntimeClock(clock),
            now: { [clock] in Timestamp(millisecondsSince1970: 0).advanced(by: clock.now.offset) },
            executor: lane("\(app)'s writer"),
            report: { [scheduler] in scheduler.note("the journal reports: \($0)", by: app) })
        configuration.spawn = spawning
        configuration.fileSystem = disk
        return configuration
    }

    // MARK: Tasks

    /// Starts something that goes on beside the body: a user, a peer. It has to end before the run does, and an error it
    /// throws fails the run.
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

    /// Notes that something began which has to end.
    func open(_ name: String) -> Int {
        content.withLock { content in
            content.lastOpened += 1
            content.open[content.lastOpened] = name
            return content.lastOpened
        }
    }

    func close(_ id: Int) { content.withLock { $0.open[id] = nil } }
}
