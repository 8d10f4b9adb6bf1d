/// An actor that owns a state and applies events to it, one at a time and in order.
///
/// ```swift
/// let core = Core(state: Counter())
/// core.fire(event: Added(amount: 2))
/// let count = await core.read { $0.count }      // 2: reads see what was fired before
/// ```
///
/// A core has the role of a store in Redux and TCA:
///
/// - `fire` can be called from any thread or task. It never blocks and never drops an event.
/// - All events have one order. The events of one thread or task keep their order in it.
/// - Subscribers receive states between events, in order, and always receive the last state.
/// - Events are applied on the core's own executor, or on the executor that its ``Runtime`` names, such as the main
///   actor.
///
/// Your references and running commands keep a core alive. After the last reference is released, events that were fired
/// before are still applied, and commands that have not started end as dropped. To end a core earlier, call
/// ``close(grace:)``.
public actor Core<StateType: State> {
    nonisolated let engine: Engine
    /// Whether events fired here need no context: no owning command, no child state that can cease to exist, and no
    /// actor on which they have to be applied immediately.
    nonisolated let isPlain: Bool
    /// The engine's mailbox if ``isPlain`` is true, otherwise nil. Unmanaged, so that an event does not retain it.
    @usableFromInline nonisolated let _plain: Unmanaged<Mailbox>?
    nonisolated let path: StatePath<StateType>
    /// The command that received this core, if any. It is the cause of events fired here.
    nonisolated let owner: CommandHandle?

    /// Creates a core with an initial state.
    ///
    /// ```swift
    /// let counter = Core(state: Counter(), middlewares: [LogMiddleware { print($0) }], runtime: .main)
    /// ```
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - middlewares: The middlewares, which receive each event in this order.
    ///   - reactions: The rules that start commands for events or while the state wishes it.
    ///   - dependencies: The services for commands.
    ///   - runtime: The executors, the clock, the random source and the report handler.
    public init(
        state: StateType,
        middlewares: [any Middleware<StateType>] = [],
        reactions: [Reaction<StateType>] = [],
        dependencies: Dependencies = Dependencies(),
        runtime: Runtime = .live
    ) {
        let engine = Engine(
            store: TypedStore(state: state, middlewares: middlewares), work: WorkTable(reactions),
            dependencies: dependencies, runtime: runtime)
        if engine.hasReactions { engine.mailbox.post(.startReactions) }
        self.init(engine: engine, path: .whole, owner: nil)
    }

    init(engine: Engine, path: StatePath<StateType>, owner: CommandHandle?) {
        self.engine = engine
        isPlain = owner == nil && engine.pinnedActor == nil && path.part == nil
        _plain = isPlain ? .passUnretained(engine.mailbox) : nil
        self.path = path
        self.owner = owner
    }

    public nonisolated var unownedExecutor: UnownedSerialExecutor { engine.executor.unownedExecutor }

    /// The runtime that was passed to the initializer, for another core.
    public nonisolated var runtime: Runtime { engine.given }

    /// The services for commands.
    public nonisolated var dependencies: Dependencies { engine.dependencies }

    /// The current state, after everything fired before is applied.
    ///
    /// While you retain the copy, the next change copies the properties that it changes. To read a part of a large
    /// state, use ``read(_:)``.
    ///
    /// A read inside `react(to:)`, or in code that runs when `react(to:)` releases a value, stops the program with a
    /// message, because the state is incomplete at that moment.
    public var state: StateType {
        engine.lend { path.value(in: $0) }
    }

    /// Reads from the state without a copy of the whole state, after everything fired before is applied.
    ///
    /// ```swift
    /// let total = await core.read { $0.entries.count }
    /// ```
    ///
    /// - Parameter body: The read. It runs on the core, between events. Events that it fires are applied after it has
    ///   returned. Inside `react(to:)`, a call stops the program with a message.
    public func read<Value: Sendable>(
        _ body: @Sendable (borrowing StateType) throws -> Value
    ) rethrows -> Value {
        try engine.lend { try path.read(in: $0, body) }
    }

    /// The numbers of applied and refused events, including every event that was fired before.
    public var counts: CoreCounts {
        engine.lend { _ in engine.counts }
    }
}
