extension Engine {
    /// Connects the mailbox: it wakes the engine when something is posted, and asks it about what comes from inside `react(to:)`.
    func connectMailbox() {
        // A caller that posts holds the mailbox. A weak reference to it would make every other one slow.
        let id = ObjectIdentifier(mailbox)
        mailbox.connect(
            admits: { name in Engine.reacting(with: id)?.admitsReentrant(name()) ?? true },
            drop: { Engine.reacting(with: id)?.drop($0) }
        ) { [weak self, unowned mailbox] in
            if let self { scheduleDrain() } else { mailbox.discard() }
        }
    }

    /// Starts the task that drains the mailbox, of which there is at most one. In the end it delivers itself, which saves a hop. It
    /// does not hold the engine then, since an update need not return.
    private func scheduleDrain() {
        // In the task that fired: an update of a subscriber that fires causes the next drain.
        let isFromUpdate = RunningUpdate.current != nil
        scheduled.hold(self)
        if runtime.spawn.preferred == nil {
            Task.detached { [scheduled] in await scheduled.drain(isFromUpdate: isFromUpdate)?.run() }
        } else {
            runtime.spawn.detached { [scheduled] in await scheduled.drain(isFromUpdate: isFromUpdate)?.run() }
        }
    }

    /// Runs passes until nothing waits.
    ///
    /// - Returns: the deliveries of the last pass.
    fileprivate func drain(isFromUpdate: Bool) async -> Deliveries {
        var isFromUpdate: Bool? = isFromUpdate
        while true {
            let pass = await executor.pass(self, isFromUpdate: isFromUpdate.take())
            var deliveries = Deliveries(pass.queues, runtime.spawn)
            deliveries.start(all: !pass.isLast)
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
                // Other work on the executor goes first now.
                await Task.yield()
            }
        }
    }

    /// Waits for the recorder between two events, without holding a thread.
    private func waitForRoom() async {
        guard let recorder = store.recorder else { return }
        await withCheckedContinuation { continuation in recorder.whenRoom { continuation.resume() } }
    }

    // MARK: Reading

    /// Lends the whole state, with everything applied that was fired before, to a reader on the core's executor. Events that the
    /// reader fires wait. Inside `react(to:)` there is no whole state, and the program ends.
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
    private func stopReadInsideReact() -> Never {
        fatalError(
            """
            Reactor: the core's state was read inside react(to:), or in a deinit that react(to:) triggered. The event is only \
            partly applied at that point. Put the values that the reducer needs into the event, and read the state after \
            react(to:) has returned.
            """)
    }

    /// Lends the whole state, as it is after the last batch, on any thread.
    func lendFromAnywhere<Result>(_ body: (borrowing WholeState) -> Result) -> Result {
        // Further up the stack this thread holds the lock.
        if Engine.applying(where: { $0 === self }) != nil { return lend(body) }
        changing.lock()
        defer { changing.unlock() }
        return body(store.whole)
    }

    // MARK: Applying

    /// The core begins to apply, on its executor.
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

    /// The engine that applies on the calling thread, if any: the one that began last.
    private static let innermost = ThreadLocal()

    /// The innermost engine, of those that apply on the calling thread, for which `isMeant` is true. Cores that are pinned to one
    /// actor apply inside of each other.
    static func applying(where isMeant: (Engine) -> Bool) -> Engine? {
        var pointer = innermost.pointer
        while let next = pointer {
            // A caller further up the stack holds it.
            let engine = Unmanaged<Engine>.fromOpaque(next).takeUnretainedValue()
            if isMeant(engine) { return engine }
            pointer = engine.loop.outer
        }
        return nil
    }
}

/// Holds an engine from the scheduling of a drain to its beginning.
final class ScheduledDrain: @unchecked Sendable {
    // Sendable: there is at most one drain, and the next is scheduled when the previous one has looked into the mailbox last, long
    // after it took the engine. Both are ordered by the mailbox's lock.
    private var engine: Engine?

    func hold(_ engine: Engine) { self.engine = engine }

    /// Has the engine drain its mailbox, and releases it.
    ///
    /// - Returns: the deliveries of the last pass.
    func drain(isFromUpdate: Bool) async -> Deliveries? {
        guard let engine = engine.take() else { return nil }
        return await engine.drain(isFromUpdate: isFromUpdate)
    }
}

/// A serial executor as an actor: code isolated to it runs there.
actor ExecutorActor {
    private let owner: AnyObject
    nonisolated let unownedExecutor: UnownedSerialExecutor

    init(_ choice: CoreExecutor) { (owner, unownedExecutor) = choice.make() }

    /// Lets the engine work on its executor.
    fileprivate func pass(_ engine: Engine, isFromUpdate: Bool?) -> Engine.Pass {
        engine.pass(isFromUpdate: isFromUpdate)
    }
}
