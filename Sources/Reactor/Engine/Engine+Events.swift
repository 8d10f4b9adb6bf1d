extension Engine {
    /// Takes the next event, whose cause may still fire: applies it, or refuses it.
    func accept(_ event: any Event, cause: CommandHandle?, at place: CallSite? = nil) {
        guard let event = intercept(event, cause, at: place) else { return }
        apply(event, cause, at: place)
        if needsCauses { offer(event, ReactionCause(cause)) }
    }

    /// Fires the end of a command, which is neither late nor stopped by the closing.
    func accept(_ ended: CommandEnded, causedBy spares: [UInt64]) {
        guard let event = intercept(ended, nil, isOwn: true) else { return }
        apply(event, nil, at: nil)
        if needsCauses { offer(event, ReactionCause(sparing: spares)) }
    }

    /// Whether the cause of an event matters to anything.
    var needsCauses: Bool { store.hasReactions || observer != nil || !parts.isEmpty }

    /// Applies an event that middleware let pass.
    func apply(_ event: any Event, _ cause: CommandHandle?, at place: CallSite?) {
        let withdrawn = type(of: event)._resetTarget.map { start(over: $0, cause) } ?? []
        if store.isRecorded { store.record(.event(event, withdrawing: withdrawn, at: place), cause: cause) }
        if withdrawn.isEmpty {
            store.apply(event)
        } else {
            let ended = reads.isEmpty ? [] : withdrawn.compactMap { store.log.pending($0) }
            _ = store.perform(.event(event, withdrawing: withdrawn), beginning: nil)
            for prediction in ended { changeEnded(ReadTable.Change(prediction)) }
        }
        counts.applied += 1
        version &+= 1
        if store.hasMiddleware { store.process(event) }
    }

    /// Asks whether an event may be applied.
    ///
    /// - Returns: the event as middleware lets it pass, nil if it was refused, which is counted and reported.
    func intercept(
        _ event: any Event, _ cause: CommandHandle?, isOwn: Bool = false, at place: CallSite? = nil
    ) -> (any Event)? {
        if life != .open && !isOwn { return refuse(event, .closed, cause, place) }
        if case .absent = part, !isOwn { return refuse(event, .absent, cause, place) }
        guard store.hasMiddleware else { return event }
        if keepsPlaces { runtime.places?(place) }
        guard let accepted = store.intercept(event) else { return refuse(event, .middleware, cause, place) }
        return accepted
    }

    /// What a type owns starts over: its commands are cancelled before the state hears of it, so that it is not given what
    /// its reset cancelled.
    ///
    /// - Returns: the predictions of the owner, which the reset rolls back.
    func start(over target: Any.Type, _ cause: CommandHandle?) -> [PredictionID] {
        let owner = ObjectIdentifier(target)
        // What starts in a place that is freed is to see the state after the Reset.
        holdsStarts = true
        commands.spares = cause?.run.spares ?? []
        commands.reset(owner)
        carryOutSteps()
        holdsStarts = false
        guard store.hasPending else { return [] }
        let predictions = store.log.predictions(of: owner)
        withdrawn.formUnion(predictions)
        return predictions
    }

    @discardableResult
    func refuse(
        _ event: any Event, _ reason: Refusal.Reason, _ cause: CommandHandle?, _ place: CallSite? = nil
    ) -> (any Event)? {
        counts.refused(reason)
        let type = String(describing: type(of: event))
        let refusal = Refusal(type: type, reason: reason, cause: cause?.asCause, place: place)
        self.refusal = refusal
        (event as? any AnsweredEvent)?.wasRefused(refusal)
        if reason == .closed, event is any AnnouncedEvent { return nil }
        // Callers that do not know go on firing at a closed core: each refusal is reported once, and counted.
        if reason == .closed, countLate(refusal) > 1 { return nil }
        runtime.report(Report(.refused(refusal)))
        return nil
    }

    /// - Returns: how often the closed core has refused this now.
    func countLate(_ refusal: Refusal) -> Int {
        let key = LateKey(type: refusal.type, command: refusal.cause?.command)
        late[key, default: (refusal, 0)].count += 1
        return late[key]?.count ?? 1
    }

    /// Reports how often the same was refused by the closed core, after its first report.
    func reportLate() {
        for (refusal, count) in late.values where count > 1 {
            runtime.report(Report(.refusedOften(refusal, count: count)))
        }
        late = [:]
    }

    /// An event, a group or a step of the ledger is over: notifies the subscribers that want each, and starts what
    /// reactions ask for.
    ///
    /// - Parameter isEvent: it is followed by a look at the state in any case. So is a step of the ledger while something
    ///   runs that may end by it, in a part or for a reaction: what ends must not depend on where a batch does. What other
    ///   steps changed below the end of the log is looked at once, before something else comes: a look is a refold.
    func turnEnded(isEvent: Bool = true) {
        guard !isInGroup else { return }
        if !holdsStarts && !heldStarts.isEmpty { startHeld() }
        // Before the look: the ends of commands that it cancels are steps of their own.
        if store.isRecorded { store.offerState() }
        let looks = isEvent || !store.isStale || !parts.isEmpty || store.runsReactions
        if looks {
            lookForEach()
        } else if subscriptions.hasEvery || store.followsState {
            owesLook = true
        }
        guard store.hasReactions else { return }
        let events = reactionEvents
        reactionEvents = []
        for (event, cause) in events {
            let steps = store.react(to: event, mailbox)
            if owesLook && !steps.isEmpty { look() }
            carryOut(steps, cause)
        }
        if looks { follow() }
    }

    /// Tells the observer of an event that was applied, and keeps it until reactions are asked.
    ///
    /// - Parameter distance: how many entries were recorded behind it.
    func offer(_ event: any Event, _ cause: ReactionCause, behind distance: Int = 0) {
        observer?.applied(event, by: cause.launch)
        // Without reactions no other change waits to be followed.
        guard store.hasReactions else {
            unfollowed = cause
            return
        }
        var cause = cause
        cause.entry = store.recorder?.lastEntry.map { $0 - UInt64(distance) }
        reactionEvents.append((event, cause))
        note(cause)
    }

    /// Keeps the cause of a change until reactions, and the commands in parts, have followed it.
    func note(_ cause: ReactionCause) {
        // What is announced while a reaction is carried out did not bring about what the event before it changed.
        if cause.launch != nil || unfollowed.launch == nil { unfollowed = cause }
    }

    func lookForEach() {
        if subscriptions.hasEvery { subscriptions.refreshEvery(state: store.visible, version: version) }
        if !parts.isEmpty { cancelAbsent(sparing: unfollowed.spares) }
        if !store.hasReactions { unfollowed = ReactionCause() }
    }

    /// Starts and cancels what reactions ask for that follow the state.
    func follow() {
        let cause = unfollowed
        unfollowed = ReactionCause()
        if store.followsState { carryOut(store.follow(mailbox, sparing: cause.spares), cause) }
    }

    /// Of these commands those whose condition still holds.
    func stillFollowed(_ launches: [UInt64]) -> [UInt64] {
        launches.filter { parts.contains($0) || store.isFollowed($0) }
    }

    /// What a step ends is announced, and followed, before the next step: the cause of each is the one that is given here.
    private func carryOut(_ steps: [ReactionStep], _ cause: ReactionCause) {
        for step in steps {
            commands.spares = cause.spares
            switch step {
            // The end of another command has ended its condition since.
            case .launch(let handle, _) where handle.run.isLate: continue
            case .launch(let handle, let isFollowed):
                handle.run.isByReaction = true
                if !keepsPlaces { handle.place = nil }
                handle.run.generation = cause.generation + 1
                handle.run.launchedAt = store.recorder?.now
                noteGeneration(handle.run.generation, handle.commandName)
                if let observer { handle.observation = Observation(observer, isByReaction: true) }
                commands.launch(handle, cause: nil)
                handle.run.parent = cause.launch
                handle.run.event = cause.entry
                handle.run.spares = isFollowed ? stillFollowed(cause.spares) + [handle.run.launch] : cause.spares
                handle.observation?.launched(handle)
            case .cancel(let handle): commands.cancel(.launch(handle))
            }
            carryOutSteps()
        }
    }

    private func startHeld() {
        let held = heldStarts
        heldStarts = []
        // Also the commands that ended meanwhile: their body is released before it begins, and says so.
        for handle in held { start(handle) }
    }
}
