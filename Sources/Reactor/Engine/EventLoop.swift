/// The event loop of a core, from top to bottom: accept → intercept → record → apply → process → react → notify.
///
/// 1. **Accept** takes the next event from the mailbox, in the order in which events were fired.
/// 2. **Intercept** calls the middlewares with the state before the event. They decide about the event by this state.
/// 3. **Record** writes the event before it is applied. A crash inside `react(to:)` then leaves the event in the
///    journal.
/// 4. **Apply** runs the reducer. If the event is a `Reset`, the commands of its owner are canceled first, so that the
///    owner does not receive an event that its reset canceled.
/// 5. **Process** calls the middlewares with the new state, before other code can fire or cancel something because of
///    it.
/// 6. **React** starts the commands of reactions, when the event or its group is over: a group is one change.
/// 7. **Notify** offers the state to the `.every` subscribers before step 6, so that they receive the event that caused
///    a command before they receive the events of that command. All other subscribers are notified once per pass.
///
/// Everything here runs on the core's executor and is synchronous. Only the loop applies events, and it does not nest:
/// because of `phase`, events from nested calls wait in the mailbox.
extension Engine {
    // MARK: Accept

    /// The number of events that are applied in a row before other work on the executor, and subscribers, continue.
    static let passLength = 2048

    /// The result of one visit to the executor: the work for other executors.
    struct Pass {
        /// The delivery queues with new values.
        var queues: [DeliveryQueue]
        var startsCommands: Bool
        /// Whether nothing waits. The next post schedules another drain.
        var isLast: Bool
        /// Whether the recorder has no room.
        var isHeldUp: Bool
    }

    /// Applies at most ``passLength`` events, and offers the state to subscribers.
    ///
    /// - Parameter isFromUpdate: Whether a subscriber's update caused the drain that begins with this pass. nil in
    ///   later passes of the drain.
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
        notifyMirrorsInPass()
        mailbox.remaining(loop.batch.events.count)
        notify()
        endApplying()
        defer { loop.startsCommands = false }
        return Pass(
            queues: subscriptions.takeQueues(), startsCommands: loop.startsCommands, isLast: isLast,
            isHeldUp: store.room <= 0)
    }

    /// Applies the events that wait now, for a reader.
    ///
    /// Events that are fired in the meantime wait for the drain, so producers cannot delay the reader. The drain, which
    /// is scheduled whenever something waits, delivers. A call inside the loop does nothing.
    ///
    /// - Parameter waitsForRoom: Whether events for which the recorder has no room are left to the drain. Otherwise the
    ///   recorder has to accept them.
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

    /// Performs one step of the loop now, after everything that waits, for a caller on the core's executor.
    ///
    /// No drain is scheduled for its changes: call ``Mailbox/wakeForDelivery()``, unless something is posted next.
    ///
    /// - Parameter part: The child state of the step, if it can cease to exist.
    func turn<Result>(in part: Part?, _ step: () -> Result) -> Result {
        catchUp()
        beginApplying()
        mailbox.resume()
        if let part { loop.target = part.watch(store.visible) == nil ? .absent : .present(part) }
        let result = step()
        if commands.hasSteps { carryOutSteps() }
        loop.target = .whole
        batchApplied()
        mailbox.remaining(loop.batch.events.count)
        endApplying()
        return result
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

    /// Whether plain events only need the steps 3 and 4.
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

    /// Applies an entry for a child state that can be missing.
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
            // Checked once for all events: a Reset among them must not make the other events of the call late.
            let isLate = cause.map { commands.isLate($0) || isBeyondEnd($0, count) } ?? false
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

    /// Processes an event through the steps 2 to 5, and stores it for step 6.
    ///
    /// - Parameters:
    ///   - cause: The command that fired the event.
    ///   - isOwn: Whether the core fires the event itself. This event is never late, and is applied after the core
    ///     was closed.
    ///   - origin: The cause for reactions, if it is not the command that fired the event.
    func accept(
        _ event: any Event, cause: CommandHandle?, isOwn: Bool = false, origin: ReactionCause? = nil,
        at place: CallSite? = nil
    ) {
        guard let event = intercept(event, cause, isOwn: isOwn, at: place) else { return }
        apply(event, cause, at: place)
        if needsCauses { offer(event, origin ?? ReactionCause(cause)) }
    }

    // MARK: Intercept

    /// Checks whether an event can be applied.
    ///
    /// - Returns: The event as the middlewares return it, or nil if it was refused, counted and reported.
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
        counts.count(reason)
        let type = String(describing: type(of: event))
        let refusal = Refusal(type: type, reason: reason, cause: cause?.asCause, place: place)
        loop.refusal = refusal
        (event as? any AnsweredEvent)?.wasRefused(refusal)
        if reason == .closed, event is any AnnouncedEvent { return nil }
        // A caller that ignores the closing can fire indefinitely, so equal refusals are reported once, and counted.
        if reason == .closed, misuse.countLate(refusal) > 1 { return nil }
        runtime.report(Runtime.Report(.refused(refusal)))
        return nil
    }

    // MARK: Record, apply, process

    private func apply(_ event: any Event, _ cause: CommandHandle?, at place: CallSite?) {
        let target = type(of: event)._resetTarget
        let withdrawn = target.map { reset($0, cause) } ?? []
        if store.isRecorded { store.record(.event(event, withdrawing: withdrawn, at: place), cause: cause) }
        if withdrawn.isEmpty {
            store.apply(event)
        } else {
            let ended = reads.isEmpty ? [] : withdrawn.compactMap { store.log.pending($0) }
            _ = store.perform(.event(event, withdrawing: withdrawn, number: store.lastNumber), beginning: nil)
            for prediction in ended { changeEnded(ServerReadTable.Change(prediction)) }
        }
        counts.applied += 1
        loop.version &+= 1
        if store.hasMiddleware { store.process(event) }
        if let target { predictions.wasReset(ObjectIdentifier(target), withdrawn) }
    }

    /// Cancels the commands of a type before its `Reset` is applied.
    ///
    /// - Returns: The predictions of the owner, which the reset rolls back.
    private func reset(_ target: Any.Type, _ cause: CommandHandle?) -> [PredictionID] {
        let owner = ObjectIdentifier(target)
        // A command that starts in a free place receives the state after the Reset.
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

    /// Whether the causes of events are needed.
    var needsCauses: Bool { followsCauses || !commandsInParts.isEmpty }

    /// Notifies the observer of an applied event, and stores the event for the reactions.
    ///
    /// - Parameter distance: The number of entries that were recorded after the event.
    func offer(_ event: any Event, _ cause: ReactionCause, behind distance: Int = 0) {
        observer?.applied(event, by: cause.launch)
        // Without reactions, no other change waits to be followed.
        guard hasReactions else {
            loop.unfollowed = cause
            return
        }
        var cause = cause
        cause.entry = store.recorder?.lastEntry.map { $0 - UInt64(distance) }
        loop.deferred.append(.react(event, cause))
        note(cause)
    }

    /// Stores the cause of a change until reactions, and the commands in child states, have followed it.
    func note(_ cause: ReactionCause) {
        // An event of the core itself, fired while a reaction is being processed, did not cause the change of the event
        // before it.
        if cause.launch != nil || loop.unfollowed?.launch == nil { loop.unfollowed = cause }
    }

    /// Ends an event, a group or a step of the ledger: notifies the `.every` subscribers, and does the deferred work.
    ///
    /// - Parameter isEvent: Whether to notify in any case. After a step of the ledger, it also notifies if a command
    ///   runs that the change can end, in a child state or for a reaction, because its end must not depend on the end
    ///   of a batch. The changes of other steps below the end of the log are notified together before the next entry,
    ///   because each notification replays the log.
    func eventApplied(isEvent: Bool = true) {
        guard !loop.isInGroup else { return }
        if store.isRecorded { store.offerState() }
        let notifies =
            isEvent || !store.isStale || !commandsInParts.isEmpty || work.isRunning || !finishing.isEmpty
            || !undecided.isEmpty
        if notifies {
            notifyEachEvent()
        } else if subscriptions.hasEvery || work.followsState {
            loop.hasDeferredNotification = true
        }
        if !loop.deferred.isEmpty { doDeferredWork() }
        if notifies && (hasReactions || !finishing.isEmpty) { follow() }
    }

    /// Does the deferred work, in order.
    private func doDeferredWork() {
        let deferred = loop.deferred
        loop.deferred = []
        for item in deferred {
            switch item {
            // Includes a command that has ended in the meantime: it releases its body before the start.
            case .start(let handle): if loop.startsWait { loop.deferred.append(item) } else { start(handle) }
            case .report(let subject): runtime.report(Runtime.Report(subject))
            case .react(let event, let cause):
                let steps = work.react(to: event, store.visible, mailbox)
                if loop.hasDeferredNotification && !steps.isEmpty { notifyDeferred() }
                carryOut(steps, cause)
            }
        }
    }

    /// Compares the work that the state wishes with the work that runs.
    func follow() {
        if hasReactions {
            let cause = loop.unfollowed.take() ?? ReactionCause()
            let reset = commands.takeReset()
            if work.followsState {
                carryOut(work.follow(store.visible, mailbox, sparing: cause.spares, reset: reset), cause)
            }
        }
        if !finishing.isEmpty { cancelFinishing() }
    }

    /// The launches of commands that belong to a wish or to a child state, or whose predictions keep them from being
    /// canceled.
    func stillFollowed(_ launches: [UInt64]) -> [UInt64] {
        launches.filter { launch in
            commandsInParts.contains(launch) || work.isFollowed(launch)
                || finishing.contains { $0.state.launch == launch }
                || undecided.contains { $0.0.state.launch == launch }
        }
    }

    /// Performs the steps of reactions. All consequences of a step are processed before the next step, because they
    /// have the cause that is passed here.
    private func carryOut(_ steps: [WorkTable.Step], _ cause: ReactionCause) {
        for step in steps {
            commands.spares = cause.spares
            switch step {
            // In the meantime, the end of another command has ended the wish, or the child state.
            case .launch(let wished, _) where wished.handle.state.isLate: continue
            case .launch(let wished, _) where wished.part.map { $0.watch(store.visible) == nil } ?? false: continue
            case .launch(let wished, let work): launch(wished, of: work, for: cause)
            case .cancel(let handle): commands.cancel(.launch(handle))
            case .finish(let handle):
                work.finished(handle)
                if commands.finish(handle) { finishing.append(handle) }
            }
            carryOutSteps()
        }
    }

    // MARK: Notify

    /// Notifies the `.every` subscribers, and cancels the commands in child states that no longer exist.
    private func notifyEachEvent() {
        if subscriptions.hasEvery { subscriptions.refreshEvery(state: store.visible, version: loop.version) }
        if !commandsInParts.isEmpty { cancelAbsent(sparing: loop.unfollowed?.spares ?? []) }
        if !undecided.isEmpty { decideParts() }
        if !hasReactions { loop.unfollowed = nil }
    }

    /// Notifies once of all steps of the ledger whose notifications were deferred.
    private func notifyDeferred() {
        loop.hasDeferredNotification = false
        notifyEachEvent()
        follow()
    }

    /// Ends a batch: does everything that was deferred until its end.
    private func batchApplied() {
        if loop.hasDeferredNotification { notifyDeferred() }
        store.refold()
        if !loop.deferred.isEmpty { doDeferredWork() }
        if !store.hasPending && !misuse.firedFromEntry.isEmpty { misuse.firedFromEntry = [:] }
    }

    /// Offers the state to all other subscribers, and ends waits whose condition is met.
    private func notify() {
        subscriptions.refresh(state: store.visible, version: loop.version)
        endWaits()
    }
}

/// Work that waits for the end of the event or group that caused it.
enum DeferredWork {
    case start(CommandHandle)
    /// Calls the reactions for an event.
    case react(any Event, ReactionCause)
    /// Reports code that fired inside `react(to:)`. The report must not run there, or under the mailbox's lock.
    case report(Runtime.Report.Subject)
}
