extension Engine {
    /// Starts the task that drains the mailbox. At most one is under way.
    func scheduleDrain() {
        if runtime.spawn.preferred == nil {
            Task.detached { await self.drain() }
        } else {
            runtime.spawn.detached { await self.drain() }
        }
    }

    /// Applies what waits and tells what changed, until nothing waits; then runs one pump itself, which saves a hop.
    private func drain() async {
        while true {
            var pass = await lane.pass(self)
            let own = pass.isLast ? pass.pumps.popLast() : nil
            for pump in pass.pumps { runtime.spawn.detached { await pump.run() } }
            if pass.startsCommands {
                if pass.isLast && own == nil {
                    await commandLane.startAll()
                } else {
                    runtime.spawn.detached { [commandLane] in await commandLane.startAll() }
                }
            }
            if pass.isLast {
                await own?.run()
                return
            }
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
        await withCheckedContinuation { continuation in store.whenRoom { continuation.resume() } }
    }

    /// What one visit to the executor left to be done elsewhere.
    struct Pass {
        var pumps: [any Pump]
        var startsCommands: Bool
        /// Nothing waits; the next post schedules another drain.
        var isLast: Bool
        /// The recorder has no room.
        var isHeldUp: Bool
    }

    /// How many events are applied in a row before other work on the executor, and subscribers, have a turn.
    static let passLength = 2048

    /// Applies at most ``passLength`` events, and offers the state to subscribers.
    fileprivate func pass() -> Pass {
        changing.lock()
        var budget = Engine.passLength
        var isLast = false
        while budget > 0 && store.room > 0 {
            if batch.isEmpty && !mailbox.take(into: &batch, isDrain: true) {
                isLast = true
                break
            }
            applyBatch(&budget, waitsForRoom: true)
        }
        tell()
        changing.unlock()
        defer { startsCommands = false }
        return Pass(
            pumps: subscriptions.takePumps(), startsCommands: startsCommands, isLast: isLast,
            isHeldUp: store.room <= 0)
    }

    /// Applies what waits now, for a reader: what is fired meanwhile has to wait for the drain, so that producers cannot
    /// hold the reader up. Telling is left to the drain, which is under way whenever something waited.
    ///
    /// - Parameter waitsForRoom: what a recorder has no room for is left to the drain; otherwise it has to take it.
    func catchUp(waitsForRoom: Bool = false) {
        guard !isApplying else { return }
        changing.lock()
        defer { changing.unlock() }
        var budget = Int.max
        if !batch.isEmpty { applyBatch(&budget, waitsForRoom: waitsForRoom) }
        guard batch.isEmpty else { return }
        if mailbox.take(into: &batch, isDrain: false) { applyBatch(&budget, waitsForRoom: waitsForRoom) }
        store.refold()
    }

    private func applyBatch(_ budget: inout Int, waitsForRoom: Bool) {
        isApplying = true
        defer { isApplying = false }
        while budget > 0 && !batch.isEmpty {
            let room = waitsForRoom && store.isRecorded ? store.room : .max
            if room <= 0 { break }
            let plain = batch.plainCount
            if plain > 0 {
                let count = min(plain, budget, room)
                budget -= count
                applyPlain(count)
            } else {
                budget -= 1
                let part = batch.nextPart
                guard let content = batch.removeFirstMark() else { continue }
                if let part { perform(consume content, in: part) } else { perform(consume content) }
            }
        }
        mailbox.remaining(batch.events.count)
        if batch.isEmpty { batch.reset() }
    }

    private func applyPlain(_ count: Int) {
        if isPlain {
            applyRuns(count)
            counts.applied += count
            version &+= UInt64(count)
        } else {
            for _ in 0..<count {
                accept(batch.events.removeFirst(), cause: nil)
                told()
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
            if store.isRecorded { store.record(UnsafeBufferPointer(run)) }
            store.apply(run)
            if store.isRecorded { store.offerState() }
        }
    }

    /// Performs what was fired into a part that may be gone.
    private func perform(_ content: consuming Batch.Content, in part: Part) {
        store.refold()
        self.part = part
        isPartGone = part.watch(store.memory) == nil || content.cause?.run.watch?(store.memory) == false
        perform(content)
        self.part = nil
        isPartGone = false
    }

    private func perform(_ content: consuming Batch.Content) {
        switch consume content {
        case .operation(let operation, let cause): perform(consume operation, cause: cause)
        case .events(let count, let isGroup, let cause):
            // Once for all: a Reset among them must not fence off what was fired with it.
            let isFenced = cause.map { commands.isFenced($0) } ?? false
            isInGroup = isGroup
            if isGroup && store.isRecorded { store.recordsGroup(true) }
            for _ in 0..<count {
                let event = batch.events.removeFirst()
                if isFenced { refuse(event, .fence, cause) } else { accept(event, cause: cause) }
                told()
            }
            guard isGroup else { return }
            isInGroup = false
            if store.isRecorded { store.recordsGroup(false) }
            told()
        }
    }
}

extension Lane {
    /// Lets the engine work on its executor.
    fileprivate func pass(_ engine: Engine) -> Engine.Pass { engine.pass() }
}
