/// Holds a state and is the only one to change it, by the events that are fired, in one order.
///
/// ```swift
/// let core = Core(state: Counter())
/// core.fire(event: Added(amount: 2))
/// let count = await core.read { $0.count }      // 2: reads see what was fired before
/// ```
///
/// - `fire` may be called from anywhere. It never blocks and never drops.
/// - The events of one thread or task keep their order; every event has one place in one order.
/// - Subscribers see whole states between events, in order, and always the last one.
/// - The core applies events on its own executor, or on one that its runtime names.
///
/// A core is kept alive by its holders and by commands that run. Events fired before it was released are still
/// applied; commands that only wait end as dropped. Release the last reference, or ``close(grace:)`` it.
public actor Core<StateType: State> {
    nonisolated let engine: Engine
    /// Whether an event fired here has nothing to it but itself, and where it was fired: no command it comes from, no part that
    /// may become absent, no actor on which it is to be applied at once.
    nonisolated let isPlain: Bool
    /// The engine's mailbox if ``isPlain`` is true, otherwise nil. Unmanaged, so that an event does not retain it.
    @usableFromInline nonisolated let _plain: Unmanaged<Mailbox>?
    nonisolated let path: StatePath<StateType>
    /// The command that this core was given to, if any: what is fired here is fired by it.
    nonisolated let owner: CommandHandle?

    /// A core with a state.
    ///
    /// - Parameters:
    ///   - state: the state to begin with.
    ///   - middlewares: asked about each event, in this order.
    ///   - dependencies: the services that commands reach.
    ///   - runtime: what it takes from the world.
    ///   - reactions: commands that start by themselves.
    ///   - isolation: where it is called, so that `reactions` may touch what belongs to that actor; leave it out.
    public init(
        state: StateType,
        middlewares: [any Middleware<StateType>] = [],
        @ReactionBuilder<StateType> reactions: () -> [any Reaction<StateType>] = { [] },
        dependencies: Dependencies = Dependencies(),
        runtime: Runtime = .live,
        isolation: isolated (any Actor)? = #isolation
    ) {
        let engine = Engine(
            store: TypedStore(state: state, middlewares: middlewares, reactions: reactions()),
            dependencies: dependencies, runtime: runtime)
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

    /// The runtime as it was passed: another core can be made with it.
    public nonisolated var runtime: Runtime { engine.given }

    /// The services that commands reach.
    public nonisolated var dependencies: Dependencies { engine.dependencies }

    /// The state as it is now, with everything applied that was fired before.
    ///
    /// While the copy is held, the next change copies what it touches: prefer ``read(_:)`` for a part of a large state.
    ///
    /// The state between two events. Inside `react(to:)`, and in code that `react(to:)` releases, there is no whole
    /// state, and reading it ends the program with a message.
    public var state: StateType {
        engine.lend { path.value(in: $0) }
    }

    /// Reads from the state, with everything applied that was fired before, without a copy of the whole.
    ///
    /// ```swift
    /// let total = await core.read { $0.entries.count }
    /// ```
    ///
    /// - Parameter body: runs on the core, between events. Events that it fires wait until it has returned. Called
    ///   inside `react(to:)`, the program ends with a message: there is no whole state.
    public func read<Value: Sendable>(
        _ body: @Sendable (borrowing StateType) throws -> Value
    ) rethrows -> Value {
        try engine.lend { try path.read(in: $0, body) }
    }

    /// The number of applied and refused events, including every event that was fired before.
    public var counts: CoreCounts {
        engine.lend { _ in engine.counts }
    }
}
