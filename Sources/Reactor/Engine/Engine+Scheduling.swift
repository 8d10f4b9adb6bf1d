extension Engine {
    /// Connects the mailbox, which wakes the engine for posts, and calls it for posts from inside `react(to:)`.
    func connectMailbox() {
        // A caller that posts retains the mailbox. A weak reference to the mailbox would slow down all other
        // references.
        let id = ObjectIdentifier(mailbox)
        mailbox.connect(
            admits: { name in Engine.reacting(with: id)?.admitsReentrant(name()) ?? true },
            drop: { Engine.reacting(with: id)?.drop($0) },
            finishCall: { [weak self] in self?.finishCall(on: $0) }
        ) { [weak self, unowned mailbox] in
            if let self { scheduleDrain() } else { mailbox.discard() }
        }
    }

    /// Starts the task that drains the mailbox. There is at most one. At its end it runs the last deliveries itself,
    /// which saves a hop. It does not retain the engine then, because an update need not return.
    private func scheduleDrain() {
        // Read in the task that fires: an update of a subscriber that fires causes the next drain.
        let isFromUpdate = RunningUpdate.current != nil
        scheduled.hold(self)
        if runtime.spawn.preferred == nil {
            Task.detached { [scheduled] in await scheduled.drain(isFromUpdate: isFromUpdate)?.run() }
        } else {
            runtime.spawn.detached { [scheduled] in await scheduled.drain(isFromUpdate: isFromUpdate)?.run() }
        }
    }

    /// Drains the mailbox in the caller's task, unless a drain is scheduled already, and delivers in other tasks. For a
    /// caller that waits for something in the mailbox: it saves a task.
    func drainInCaller() async {
        // The next caller, who may be the main thread, must not wait for a task of a low priority.
        guard Task.currentPriority >= .medium else { return mailbox.wakeIfWaiting() }
        if mailbox.claimDrain() { _ = await drain(isFromUpdate: RunningUpdate.current != nil, deliversLast: false) }
    }

    /// Runs passes until nothing waits.
    ///
    /// - Parameter deliversLast: Whether the caller runs the last deliveries.
    /// - Returns: The deliveries of the last pass.
    fileprivate func drain(isFromUpdate: Bool, deliversLast: Bool = true) async -> Deliveries {
        var isFromUpdate: Bool? = isFromUpdate
        while true {
            let pass = await executor.pass(self, isFromUpdate: isFromUpdate.take())
            var deliveries = Deliveries(pass.queues, runtime.spawn)
            deliveries.start(all: !pass.isLast || !deliversLast)
            if pass.startsCommands {
                if pass.isLast && deliveries.queues.isEmpty {
                    await commandExecutor.startAll()
                } else {
                    runtime.spawn.detached { [commandExecutor] in await commandExecutor.startAll() }
                }
            }
            if pass.isLast { return deliveries }
            if pass.isHeldUp {
                await waitForRoom()
            } else {
                // Lets other work on the executor run first.
                await Task.yield()
            }
        }
    }

    /// Waits for the recorder between two events, without blocking a thread.
    private func waitForRoom() async {
        guard let recorder = store.recorder else { return }
        await withCheckedContinuation { continuation in recorder.whenRoom { continuation.resume() } }
    }

    // MARK: Reading

    /// Lends the whole state, after everything fired before is applied, to a reader on the core's executor. Events that
    /// the reader fires are applied later. Inside `react(to:)` the state is incomplete, so the program stops.
    @inline(__always)
    func lend<Result>(_ body: (borrowing WholeState) throws -> Result) rethrows -> Result {
        let outer = phase
        if case .reacting = outer { stopReadInsideReact() }
        catchUp()
        phase = .looking
        defer { phase = outer }
        return try body(store.visible)
    }

    @inline(never)
    func stopReadInsideReact() -> Never {
        fatalError(
            """
            Reactor: the core's state was read inside react(to:), or in a deinit that react(to:) triggered. The event is only \
            partly applied at that point. Put the values that the reducer needs into the event, and read the state after \
            react(to:) has returned.
            """)
    }

    /// Lends the whole state after the last batch. Can be called on any thread.
    func lendFromAnywhere<Result>(_ body: (borrowing WholeState) -> Result) -> Result {
        // This thread already holds the lock, in an outer call.
        if Engine.applying(where: { $0 === self }) != nil { return lend(body) }
        changing.lock()
        defer { changing.unlock() }
        return body(store.whole)
    }

    // MARK: Applying

    /// Marks the beginning of a pass on the core's executor.
    func beginApplying() {
        changing.lock()
        phase = .looking
        if !loop.batch.isEmpty { mailbox.resume() }
        loop.outer = Engine.innermost.pointer
        Engine.innermost.pointer = Unmanaged.passUnretained(self).toOpaque()
    }

    func endApplying() {
        Engine.innermost.pointer = loop.outer
        loop.outer = nil
        phase = .resting
        changing.unlock()
    }

    /// The engine that applies on the calling thread, if any. If there are several, the one that began last.
    private static let innermost = ThreadLocal()

    /// Returns the innermost engine that applies on the calling thread and for which `isMeant` is true. Cores that are
    /// pinned to one actor can apply inside each other.
    static func applying(where isMeant: (Engine) -> Bool) -> Engine? {
        var pointer = innermost.pointer
        while let next = pointer {
            // An outer call on this thread retains the engine.
            let engine = Unmanaged<Engine>.fromOpaque(next).takeUnretainedValue()
            if isMeant(engine) { return engine }
            pointer = engine.loop.outer
        }
        return nil
    }
}

/// A strong reference to an engine from the scheduling of a drain to its beginning.
final class ScheduledDrain: @unchecked Sendable {
    // Sendable: there is at most one drain, and the next one is scheduled after the previous one has read the mailbox
    // for the last time, long after it took the engine. The mailbox's lock orders both.
    private var engine: Engine?

    func hold(_ engine: Engine) { self.engine = engine }

    /// Drains the mailbox of the engine, and releases the engine.
    ///
    /// - Returns: The deliveries of the last pass.
    func drain(isFromUpdate: Bool) async -> Deliveries? {
        guard let engine = engine.take() else { return nil }
        return await engine.drain(isFromUpdate: isFromUpdate)
    }
}

/// A serial executor as an actor. Code that is isolated to the actor runs on the executor.
actor ExecutorActor {
    private let owner: AnyObject
    nonisolated let unownedExecutor: UnownedSerialExecutor

    init(_ choice: CoreExecutor) { (owner, unownedExecutor) = choice.make() }

    /// Runs a pass of the engine on this executor.
    fileprivate func pass(_ engine: Engine, isFromUpdate: Bool?) -> Engine.Pass {
        engine.pass(isFromUpdate: isFromUpdate)
    }
}
