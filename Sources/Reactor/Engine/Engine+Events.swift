extension Engine {
    /// Takes an event whose turn has come, and whose cause is not fenced: applies it, or refuses it.
    ///
    /// - Parameter isOwn: the core itself tells it; it is neither fenced nor stopped by the closing.
    func accept(_ event: any Event, cause: CommandHandle?, isOwn: Bool = false) {
        guard let event = intercept(event, cause, isOwn: isOwn) else { return }
        let withdrawn = type(of: event)._resetTarget.map(start(over:)) ?? []
        if store.isRecorded { store.record(.event(event, withdrawing: withdrawn), cause: cause) }
        store.apply(event)
        counts.applied += 1
        version &+= 1
        if store.hasMiddleware {
            store.refold()
            store.process(event)
        }
        if store.hasReactions { reactionEvents.append(event) }
    }

    /// Asks whether an event may be applied.
    ///
    /// - Returns: the event as middleware lets it pass, nil if it was refused, which is counted and reported.
    func intercept(_ event: any Event, _ cause: CommandHandle?, isOwn: Bool = false) -> (any Event)? {
        if isClosed && !isOwn { return refuse(event, .closed, cause) }
        if isPartGone && !isOwn { return refuse(event, .gone, cause) }
        guard store.hasMiddleware else { return event }
        store.refold()
        guard let accepted = store.intercept(event) else { return refuse(event, .middleware, cause) }
        return accepted
    }

    /// A scope starts over: its commands are cancelled and its predictions withdrawn, before the state hears of it, so
    /// that it is not told of what its reset cancelled.
    ///
    /// - Returns: the predictions that were withdrawn.
    func start(over target: Any.Type) -> [PredictionID] {
        let scope = ObjectIdentifier(target)
        // What starts in a place that is freed is to see the state after the Reset.
        holdsStarts = true
        commands.reset(scope)
        performSteps()
        holdsStarts = false
        guard store.hasPending else { return [] }
        let predictions = store.withdraw(scope: scope)
        withdrawn.formUnion(predictions)
        return predictions
    }

    @discardableResult
    func refuse(_ event: any Event, _ reason: Refusal.Reason, _ cause: CommandHandle?) -> (any Event)? {
        counts.refused(reason)
        let type = String(describing: type(of: event))
        let refusal = Refusal(type: type, reason: reason, cause: cause?.asCause)
        (event as? any AnsweredEvent)?.wasRefused(refusal)
        runtime.report(.refused(refusal))
        return nil
    }

    /// An event or a group is over: tells those who want to hear of each, and starts what reactions ask for.
    func told() {
        guard !isInGroup else { return }
        if !holdsStarts && !heldStarts.isEmpty { startHeld() }
        if store.hasPending && (subscriptions.hasEvery || store.hasReactions || !parts.isEmpty) { store.refold() }
        if subscriptions.hasEvery { subscriptions.refreshEvery(state: store.memory, version: version) }
        if !parts.isEmpty { cancelGone() }
        if store.isRecorded { store.offerState() }
        guard !reactionEvents.isEmpty else { return }
        let events = reactionEvents
        reactionEvents = []
        for event in events { react(to: event) }
    }

    /// Starts and cancels what reactions ask for.
    func react(to event: (any Event)?) {
        for step in store.react(to: event, mailbox) {
            switch step {
            case .launch(let handle):
                handle.run.isByReaction = true
                commands.launch(handle, cause: nil)
                runtime.probe?.launched(handle.asLaunch)
            case .cancel(let handle): commands.cancel(.launch(handle))
            }
            performSteps()
        }
    }

    private func startHeld() {
        let held = heldStarts
        heldStarts = []
        // Also those that ended meanwhile: their body is let go of before it begins, and says so.
        for handle in held { start(handle) }
    }
}
