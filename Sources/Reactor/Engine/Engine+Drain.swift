extension Engine {
    /// Has the mailbox wake the engine when something is posted, and ask it about what comes from inside `react(to:)`.
    func connectMailbox() {
        // A caller that posts holds the mailbox. A weak reference to it would make every other one slow.
        let id = ObjectIdentifier(mailbox)
        mailbox.connect(
            admits: { name in Engine.reacting(with: id)?.admitsFromInside(name()) ?? true },
            drop: { Engine.reacting(with: id)?.drop($0) }
        ) { [weak self, unowned mailbox] in
            if let self { scheduleDrain() } else { mailbox.discard() }
        }
    }

    /// Starts the task that drains the mailbox. At most one is under way. In the end it delivers itself, which saves a hop; by
    /// then it holds the engine no more, since an update need not return.
    func scheduleDrain() {
        // In the task that fired: a subscriber's update that fires brings about the next drain, and perhaps itself again.
        let isFromUpdate = RunningUpdate.current != nil
        draining.hold(self)
        if runtime.spawn.preferred == nil {
            Task.detached { [draining] in await draining.drain(isFromUpdate: isFromUpdate)?.run() }
        } else {
            runtime.spawn.detached { [draining] in await draining.drain(isFromUpdate: isFromUpdate)?.run() }
        }
    }

    /// Applies what waits and notifies of what changed, until nothing waits.
    ///
    /// - Returns: what is to be delivered in the end.
    fileprivate func drain(isFromUpdate: Bool) async -> Deliveries {
        var isFromUpdate: Bool? = isFromUpdate
        while true {
            let pass = await executor.pass(self, isFromUpdate: isFromUpdate.take())
            var deliveries = Deliveries(pass.lines, runtime.spawn)
            deliveries.start(all: !pass.isLast)
            if pass.startsCommands {
                if pass.isLast && deliveries.lines.isEmpty {
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

    /// What one visit to the executor left to be done elsewhere.
    struct Pass {
        var lines: [DeliveryLine]
        var startsCommands: Bool
        /// Nothing waits; the next post schedules another drain.
        var isLast: Bool
        /// The recorder has no room.
        var isHeldUp: Bool
    }

    /// How many events are applied in a row before other work on the executor, and subscribers, have a turn.
    static let passLength = 2048

    /// Applies at most ``passLength`` events, and offers the state to subscribers.
    fileprivate func pass(isFromUpdate: Bool?) -> Pass {
        beginApplying()
        if let isFromUpdate { drainGeneration = isFromUpdate ? drainGeneration + 1 : 0 }
        var budget = Engine.passLength
        var isLast = false
        while budget > 0 && store.room > 0 {
            if batch.isEmpty && !mailbox.take(into: &batch, isDrain: true) {
                isLast = true
                break
            }
            if drainGeneration >= Engine.manyGenerations { noteGeneration(drainGeneration, batch.events.firstType) }
            guard let breaks = runtime.breaks else {
                applyBatch(&budget, waitsForRoom: true)
                continue
            }
            let drawn = min(max(1, breaks()), budget)
            var left = drawn
            applyBatch(&left, waitsForRoom: true)
            budget -= drawn - left
            batchEnded()
        }
        batchEnded()
        mailbox.remaining(batch.events.count)
        notify()
        endApplying()
        defer { startsCommands = false }
        return Pass(
            lines: subscriptions.takeLines(), startsCommands: startsCommands, isLast: isLast,
            isHeldUp: store.room <= 0)
    }

    /// The turns of a batch are over: looks once for all the steps that were not looked behind.
    func batchEnded() {
        if owesLook { look() }
        store.refold()
        if !firedInside.isEmpty { reportFiredInside() }
        if !store.hasPending && !firedFromEntry.isEmpty { firedFromEntry = [:] }
    }

    /// Looks for all the steps that were not looked behind.
    func look() {
        owesLook = false
        lookForEach()
        if store.hasReactions { follow() }
    }

    /// Offers the state to subscribers and ends the waits that are over.
    func notify() {
        subscriptions.refresh(state: store.visible, version: version)
        if !waiting.settle.isEmpty { settleAll() }
        if !waiting.idle.isEmpty { releaseIdle() }
        if !waiting.returnedAll.isEmpty { notifyReturned() }
        if !waiting.end.isEmpty { end() }
    }

    /// Applies what waits now, for a reader: what is fired meanwhile has to wait for the drain, so that producers cannot
    /// hold the reader up. Delivery is left to the drain, which is under way whenever something waited. Drains do not nest:
    /// while something is applied, it does nothing.
    ///
    /// - Parameter waitsForRoom: what a recorder has no room for is left to the drain; otherwise it has to take it.
    func catchUp(waitsForRoom: Bool = false) {
        guard case .resting = phase else { return }
        beginApplying()
        var budget = Int.max
        var hasApplied = !batch.isEmpty
        if hasApplied { applyBatch(&budget, waitsForRoom: waitsForRoom) }
        if batch.isEmpty && mailbox.take(into: &batch, isDrain: false) {
            hasApplied = true
            applyBatch(&budget, waitsForRoom: waitsForRoom)
        }
        if hasApplied {
            batchEnded()
            mailbox.remaining(batch.events.count)
        }
        endApplying()
    }

    /// Lends the whole state, with everything applied that was fired before, to a reader on the core's executor. What it
    /// fires meanwhile waits. In the middle of an event there is no whole state, and the program ends.
    @inline(__always)
    func lend<Result>(_ body: (borrowing WholeState) throws -> Result) rethrows -> Result {
        let outer = phase
        if case .reacting = outer { fatalError(Errors.readInsideReact) }
        catchUp()
        phase = .looking
        defer { phase = outer }
        return try body(store.visible)
    }

    /// Lends the whole state, as it is after the last batch, on any thread.
    func lendFromAnywhere<Result>(_ body: (borrowing WholeState) -> Result) -> Result {
        // Further up the stack this thread holds the lock.
        if Engine.applying(where: { $0 === self }) != nil { return lend(body) }
        changing.lock()
        defer { changing.unlock() }
        return body(store.whole)
    }

    /// The core, on its executor, begins to apply.
    private func beginApplying() {
        changing.lock()
        phase = .looking
        if !batch.isEmpty { mailbox.resume() }
        outerApplying = Engine.innermost.pointer
        Engine.innermost.pointer = Unmanaged.passUnretained(self).toOpaque()
    }

    private func endApplying() {
        Engine.innermost.pointer = outerApplying
        outerApplying = nil
        phase = .resting
        changing.unlock()
    }

    /// The engine that applies on the calling thread, if one does: the one that began last.
    private static let innermost = ThreadLocal()

    /// The innermost engine, of those that apply on the calling thread, for which `isMeant` holds. Cores that are pinned to one
    /// actor apply inside of each other.
    static func applying(where isMeant: (Engine) -> Bool) -> Engine? {
        var pointer = innermost.pointer
        while let next = pointer {
            // A caller further up the stack holds it.
            let engine = Unmanaged<Engine>.fromOpaque(next).takeUnretainedValue()
            if isMeant(engine) { return engine }
            pointer = engine.outerApplying
        }
        return nil
    }

    private func applyBatch(_ budget: inout Int, waitsForRoom: Bool) {
        while budget > 0 && !batch.isEmpty {
            let room = waitsForRoom ? store.room : .max
            if room <= 0 { break }
            let plain = batch.plainCount
            if plain > 0 {
                if owesLook { look() }
                let count = min(plain, budget, room)
                budget -= count
                applyPlain(count)
            } else {
                budget -= 1
                let part = batch.nextPart
                guard let content = batch.removeFirstNote() else { continue }
                // Nor may what comes behind a step of the ledger find commands that a look would have ended or started.
                if owesLook && !content.isOnTheLedger { look() }
                if let part { apply(consume content, in: part) } else { apply(consume content) }
            }
        }
        if batch.isEmpty { batch.reset() }
    }

    private func applyPlain(_ count: Int) {
        if isPlain {
            applyRuns(count)
            counts.applied += count
            version &+= UInt64(count)
        } else {
            for _ in 0..<count {
                let next = batch.events.removeFirst()
                accept(next.event, cause: nil, at: keepsPlaces ? next.place : nil)
                turnEnded()
            }
        }
    }

    /// Applies events that need nothing else, many at once.
    private func applyRuns(_ count: Int) {
        let longest = store.isRecorded ? store.recordedRun : .max
        var rest = count
        while rest > 0 {
            let run = batch.events.removeFirst(atMost: min(rest, longest))
            rest -= run.count
            store.recorder?.record(run)
            store.apply(run)
            if store.isRecorded { store.offerState() }
        }
    }

    /// Applies what was fired into a part that may be absent.
    private func apply(_ content: consuming Batch.Content, in part: Part) {
        let isPresent = part.watch(store.visible) != nil && content.cause?.run.watch?(store.visible) != false
        self.part = isPresent ? .present(part) : .absent
        apply(content)
        self.part = .whole
    }

    private func apply(_ content: consuming Batch.Content) {
        switch consume content {
        case .operation(let operation, let cause): handle(consume operation, cause: cause)
        case .events(let count, let isGroup, let cause):
            // Once for all: a Reset among them must not make late what was fired with it.
            let isLate = cause.map { commands.isLate($0) } ?? false
            isInGroup = isGroup
            if isGroup { store.recorder?.groupBegan() }
            for _ in 0..<count {
                let next = batch.events.removeFirst()
                let place = keepsPlaces ? next.place : nil
                if isLate {
                    refuse(next.event, .late, cause, place)
                } else {
                    accept(next.event, cause: cause, at: place)
                }
                turnEnded()
            }
            guard isGroup else { return }
            isInGroup = false
            store.recorder?.groupEnded()
            turnEnded()
        }
    }
}

/// Holds an engine from the scheduling of a drain to its beginning.
final class DrainHold: @unchecked Sendable {
    // Sendable: at most one drain is under way, and the next is scheduled when the one before has looked into the mailbox
    // last, long after it took the engine. Both are ordered by the mailbox's lock.
    private var engine: Engine?

    func hold(_ engine: Engine) { self.engine = engine }

    /// Has the engine drain its mailbox, and lets it go.
    ///
    /// - Returns: what is to be delivered in the end.
    func drain(isFromUpdate: Bool) async -> Deliveries? {
        guard let engine = engine.take() else { return nil }
        return await engine.drain(isFromUpdate: isFromUpdate)
    }
}

extension ExecutorActor {
    /// Lets the engine work on its executor.
    fileprivate func pass(_ engine: Engine, isFromUpdate: Bool?) -> Engine.Pass {
        engine.pass(isFromUpdate: isFromUpdate)
    }
}
