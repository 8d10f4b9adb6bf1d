/// The event loop of a core, from top to bottom: accept → intercept → record → apply → process → react → notify.
///
/// 1. **Accept** takes the next event from the mailbox, in the order in which events were fired.
/// 2. **Intercept** asks the middlewares, while the state does not contain the event: a middleware decides by the state before it.
/// 3. **Record** writes the event before it is applied. A crash inside `react(to:)` then leaves the event in the journal.
/// 4. **Apply** runs the reducer. If the event is a `Reset`, the commands of its owner are canceled first, so that the owner
///    does not receive an event that its reset canceled.
/// 5. **Process** calls the middlewares with the new state, before other code can fire or cancel something because of it.
/// 6. **React** starts the commands of reactions, when the event or its atomic group is over: a group is one change.
/// 7. **Notify** offers the state to the subscribers of each event before step 6, so that they see the event that caused a
///    command before they see the events of that command. All other subscribers are notified once for each pass.
///
/// Everything here runs on the core's executor and is synchronous. Only the loop applies events, and it does not nest: `phase`
/// makes a caller inside of it wait in the mailbox.
extension Engine {
    // MARK: Accept

    /// How many events are applied in a row before other work on the executor, and subscribers, continue.
    static let passLength = 2048

    /// The result of one visit to the executor: the work that is done elsewhere.
    struct Pass {
        var queues: [DeliveryQueue]
        var startsCommands: Bool
        /// Whether nothing waits. The next post schedules another drain.
        var isLast: Bool
        /// Whether the recorder has no room.
        var isHeldUp: Bool
    }

    /// Applies at most ``passLength`` events, and offers the state to subscribers.
    ///
    /// - Parameter isFromUpdate: whether a subscriber's update caused the drain that begins with this pass; nil in its later
    ///   passes.
    func pass(isFromUpdate: Bool?) -> Pass {
        beginApplying()
        if let isFromUpdate { misuse.cascadeDepth = isFromUpdate ? misuse.cascadeDepth + 1 : 0 }
        var budget = Engine.passLength
        var isLast = false
        while budget > 0 && store.room > 0 {
            if loop.batch.isEmpty && !mailbox.take(into: &loop.batch, isDrain: true) {
                isLast = true
                break
            }
            noteCascade(misuse.cascadeDepth, loop.batch.events.firstType)
            guard let breaks = runtime.breaks else {
                applyBatch(&budget, waitsForRoom: true)
                continue
            }
            let drawn = min(max(1, breaks()), budget)
            var left = drawn
            applyBatch(&left, waitsForRoom: true)
            budget -= drawn - left
            batchApplied()
        }
        batchApplied()
        mailbox.remaining(loop.batch.events.count)
        notify()
        endApplying()
        defer { loop.startsCommands = false }
        return Pass(
            queues: subscriptions.takeQueues(), startsCommands: loop.startsCommands, isLast: isLast,
            isHeldUp: store.room <= 0)
    }

    /// Applies what waits now, for a reader. Events that are fired in the meantime wait for the drain, so that producers cannot
    /// hold the reader up. The drain, which is scheduled whenever something waited, delivers. Inside of the loop it does nothing.
    ///
    /// - Parameter waitsForRoom: whether events for which the recorder has no room are left to the drain; otherwise the recorder
    ///   has to take them.
    func catchUp(waitsForRoom: Bool = false) {
        guard case .resting = phase else { return }
        beginApplying()
        var budget = Int.max
        var hasApplied = !loop.batch.isEmpty
        if hasApplied { applyBatch(&budget, waitsForRoom: waitsForRoom) }
        if loop.batch.isEmpty && mailbox.take(into: &loop.batch, isDrain: false) {
            hasApplied = true
            applyBatch(&budget, waitsForRoom: waitsForRoom)
        }
        if hasApplied {
            batchApplied()
            mailbox.remaining(loop.batch.events.count)
        }
        endApplying()
    }

    private func applyBatch(_ budget: inout Int, waitsForRoom: Bool) {
        while budget > 0 && !loop.batch.isEmpty {
            let room = waitsForRoom ? store.room : .max
            if room <= 0 { break }
            let plain = loop.batch.plainCount
            if plain > 0 {
                if loop.hasDeferredNotification { notifyDeferred() }
                let count = min(plain, budget, room)
                budget -= count
                applyPlain(count)
            } else {
                budget -= 1
                let part = loop.batch.nextPart
                guard let content = loop.batch.removeFirstNote() else { continue }
                // An operation must not find commands that the notification would have ended or started.
                if loop.hasDeferredNotification && !content.isOnTheLedger { notifyDeferred() }
                if let part { apply(consume content, in: part) } else { apply(consume content) }
            }
        }
        if loop.batch.isEmpty { loop.batch.reset() }
    }

    private func applyPlain(_ count: Int) {
        if isPlain {
            applyRuns(count)
            counts.applied += count
            loop.version &+= UInt64(count)
        } else {
            for _ in 0..<count {
                let next = loop.batch.events.removeFirst()
                accept(next.event, cause: nil, at: keepsPlaces ? next.place : nil)
                eventApplied()
            }
        }
    }

    /// Whether a plain event passes the steps 3 and 4 alone.
    private var isPlain: Bool {
        !store.hasMiddleware && !needsCauses && !subscriptions.hasEvery && life == .open && !store.hasPending
            && store.recordedRun != 1
    }

    /// Records and applies plain events, many at a time.
    private func applyRuns(_ count: Int) {
        let longest = store.isRecorded ? store.recordedRun : .max
        var rest = count
        while rest > 0 {
            let run = loop.batch.events.removeFirst(atMost: min(rest, longest))
            rest -= run.count
            store.recorder?.record(run)
            store.apply(run)
            if store.isRecorded { store.offerState() }
        }
    }

    /// Applies what was fired into a part that may be missing.
    private func apply(_ content: consuming Batch.Item, in part: Part) {
        let isPresent = part.watch(store.visible) != nil && content.cause?.state.watch?(store.visible) != false
        loop.target = isPresent ? .present(part) : .absent
        apply(content)
        loop.target = .whole
    }

    private func apply(_ content: consuming Batch.Item) {
        switch consume content {
        case .operation(let operation, let cause): perform(consume operation, cause: cause)
        case .events(let count, let isGroup, let cause):
            // Asked once for all events: a Reset among them must not make the events late that were fired with it.
            let isLate = cause.map { commands.isLate($0) } ?? false
            loop.isInGroup = isGroup
            if isGroup { store.recorder?.groupBegan() }
            for _ in 0..<count {
                let next = loop.batch.events.removeFirst()
                let place = keepsPlaces ? next.place : nil
                if isLate {
                    refuse(next.event, .late, cause, place)
                } else {
                    accept(next.event, cause: cause, at: place)
                }
                eventApplied()
            }
            guard isGroup else { return }
            loop.isInGroup = false
            store.recorder?.groupEnded()
            eventApplied()
        }
    }

    /// Takes one event through the steps 2 to 5, and keeps it for step 6.
    ///
    /// - Parameters:
    ///   - cause: the command that fired it.
    ///   - isOwn: whether the core itself fires it: such an event is neither late nor stopped when the core closes.
    ///   - origin: the cause for reactions, if that is not the command that fired it.
    func accept(
        _ event: any Event, cause: CommandHandle?, isOwn: Bool = false, origin: ReactionCause? = nil,
        at place: CallSite? = nil
    ) {
        guard let event = intercept(event, cause, isOwn: isOwn, at: place) else { return }
        apply(event, cause, at: place)
        if needsCauses { offer(event, origin ?? ReactionCause(cause)) }
    }

    // MARK: Intercept

    /// Asks whether an event may be applied.
    ///
    /// - Returns: the event as middleware lets it pass, or nil if it was refused, which is counted and reported.
    func intercept(
        _ event: any Event, _ cause: CommandHandle?, isOwn: Bool = false, at place: CallSite? = nil
    ) -> (any Event)? {
        if life != .open && !isOwn { return refuse(event, .closed, cause, place) }
        if case .absent = loop.target, !isOwn { return refuse(event, .absent, cause, place) }
        guard store.hasMiddleware else { return event }
        if keepsPlaces { runtime.places?(place) }
        guard let accepted = store.intercept(event) else { return refuse(event, .middleware, cause, place) }
        return accepted
    }

    @discardableResult
    func refuse(
        _ event: any Event, _ reason: Refusal.Reason, _ cause: CommandHandle?, _ place: CallSite? = nil
    ) -> (any Event)? {
        counts.refused(reason)
        let type = String(describing: type(of: event))
        let refusal = Refusal(type: type, reason: reason, cause: cause?.asCause, place: place)
        loop.refusal = refusal
        (event as? any AnsweredEvent)?.wasRefused(refusal)
        if reason == .closed, event is any AnnouncedEvent { return nil }
        // A caller that does not know continues to fire at a closed core: each refusal is reported once, and counted.
        if reason == .closed, misuse.countLate(refusal) > 1 { return nil }
        runtime.report(Report(.refused(refusal)))
        return nil
    }

    // MARK: Record, apply, process

    private func apply(_ event: any Event, _ cause: CommandHandle?, at place: CallSite?) {
        let withdrawn = type(of: event)._resetTarget.map { reset($0, cause) } ?? []
        if store.isRecorded { store.record(.event(event, withdrawing: withdrawn, at: place), cause: cause) }
        if withdrawn.isEmpty {
            store.apply(event)
        } else {
            let ended = reads.isEmpty ? [] : withdrawn.compactMap { store.log.pending($0) }
            _ = store.perform(.event(event, withdrawing: withdrawn), beginning: nil)
            for prediction in ended { changeEnded(ServerReadTable.Change(prediction)) }
        }
        counts.applied += 1
        loop.version &+= 1
        if store.hasMiddleware { store.process(event) }
    }

    /// Cancels the commands of a type before its `Reset` is applied.
    ///
    /// - Returns: the predictions of the owner, which the reset rolls back.
    private func reset(_ target: Any.Type, _ cause: CommandHandle?) -> [PredictionID] {
        let owner = ObjectIdentifier(target)
        // A command that starts in a place that is freed receives the state after the Reset.
        loop.startsWait = true
        commands.spares = cause?.state.spares ?? []
        commands.reset(owner)
        carryOutSteps()
        loop.startsWait = false
        guard store.hasPending else { return [] }
        let predictions = store.log.predictions(of: owner)
        withdrawn.formUnion(predictions)
        return predictions
    }

    // MARK: React

    /// Whether the cause of an event matters to anything.
    var needsCauses: Bool { followsCauses || !commandsInParts.isEmpty }

    /// Notifies the observer of an event that was applied, and keeps the event for the reactions.
    ///
    /// - Parameter distance: how many entries were recorded after it.
    func offer(_ event: any Event, _ cause: ReactionCause, behind distance: Int = 0) {
        observer?.applied(event, by: cause.launch)
        // Without reactions no other change waits to be followed.
        guard store.hasReactions else {
            loop.unfollowed = cause
            return
        }
        var cause = cause
        cause.entry = store.recorder?.lastEntry.map { $0 - UInt64(distance) }
        loop.work.append(.react(event, cause))
        note(cause)
    }

    /// Keeps the cause of a change until reactions, and the commands in parts, have followed it.
    func note(_ cause: ReactionCause) {
        // An event of the core itself, fired while a reaction is carried out, did not cause the change of the event before it.
        if cause.launch != nil || loop.unfollowed.launch == nil { loop.unfollowed = cause }
    }

    /// An event, a group or a step of the ledger is over: notifies the subscribers of each event, and does the work that waited
    /// for its end.
    ///
    /// - Parameter isEvent: whether the notification comes in any case. It also does after a step of the ledger while something
    ///   runs that may end by it, in a part or for a reaction: an end must not depend on where a batch ends. The changes of other
    ///   steps below the end of the log are notified together, before something else comes: each notification replays the log.
    func eventApplied(isEvent: Bool = true) {
        guard !loop.isInGroup else { return }
        if store.isRecorded { store.offerState() }
        let notifies = isEvent || !store.isStale || !commandsInParts.isEmpty || store.runsReactions
        if notifies {
            notifyEachEvent()
        } else if subscriptions.hasEvery || store.followsState {
            loop.hasDeferredNotification = true
        }
        if !loop.work.isEmpty { doDeferredWork() }
        if notifies && store.hasReactions { follow() }
    }

    /// Does the work that waited, in the order in which it was decided on.
    private func doDeferredWork() {
        let work = loop.work
        loop.work = []
        for item in work {
            switch item {
            // Also a command that ended in the meantime: its body is released before it begins.
            case .start(let handle): if loop.startsWait { loop.work.append(item) } else { start(handle) }
            case .report(let subject): runtime.report(Report(subject))
            case .react(let event, let cause):
                let steps = store.react(to: event, mailbox)
                if loop.hasDeferredNotification && !steps.isEmpty { notifyDeferred() }
                carryOut(steps, cause)
            }
        }
    }

    /// Starts and cancels the commands of reactions that follow the state.
    func follow() {
        let cause = loop.unfollowed
        loop.unfollowed = ReactionCause()
        if store.followsState { carryOut(store.follow(mailbox, sparing: cause.spares), cause) }
    }

    /// The launches whose condition still holds.
    func stillFollowed(_ launches: [UInt64]) -> [UInt64] {
        launches.filter { commandsInParts.contains($0) || store.isFollowed($0) }
    }

    /// Carries out the steps of reactions. Each step is followed to its end before the next one, because its cause is the one
    /// that is passed here.
    private func carryOut(_ steps: [ReactionStep], _ cause: ReactionCause) {
        for step in steps {
            commands.spares = cause.spares
            switch step {
            // The end of another command has ended its condition since.
            case .launch(let handle, _) where handle.state.isLate: continue
            case .launch(let handle, let isFollowed): launch(handle, for: cause, isFollowed: isFollowed)
            case .cancel(let handle): commands.cancel(.launch(handle))
            }
            carryOutSteps()
        }
    }

    // MARK: Notify

    /// Notifies the subscribers of each event, and cancels the commands in parts that no longer exist.
    private func notifyEachEvent() {
        if subscriptions.hasEvery { subscriptions.refreshEvery(state: store.visible, version: loop.version) }
        if !commandsInParts.isEmpty { cancelAbsent(sparing: loop.unfollowed.spares) }
        if !store.hasReactions { loop.unfollowed = ReactionCause() }
    }

    /// Notifies once of all the steps of the ledger that were not notified one by one.
    private func notifyDeferred() {
        loop.hasDeferredNotification = false
        notifyEachEvent()
        if store.hasReactions { follow() }
    }

    /// A batch is applied: does what was put off until its end.
    private func batchApplied() {
        if loop.hasDeferredNotification { notifyDeferred() }
        store.refold()
        if !loop.work.isEmpty { doDeferredWork() }
        if !store.hasPending && !misuse.firedFromEntry.isEmpty { misuse.firedFromEntry = [:] }
    }

    /// Offers the state to all other subscribers, and ends the waits that are over.
    private func notify() {
        subscriptions.refresh(state: store.visible, version: loop.version)
        endWaits()
    }
}

/// Work that waits for the end of the event, or the group, that caused it.
enum DeferredWork {
    case start(CommandHandle)
    /// Asks the reactions about an event.
    case react(any Event, ReactionCause)
    /// Reports code that fired inside `react(to:)`: the report must not run there, nor under the mailbox's lock.
    case report(Report.Subject)
}
