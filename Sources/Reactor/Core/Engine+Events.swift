extension Engine {
    /// Takes an event whose turn has come: applies it, or refuses it.
    ///
    /// - Parameter isOwn: the core itself tells it; it is neither fenced nor stopped by the closing.
    func accept(_ event: any Event, cause: CommandHandle?, isOwn: Bool = false) {
        if isClosed && !isOwn { return refuse(event, .closed, cause) }
        if let cause, commands.isFenced(cause) { return refuse(event, .fence, cause) }
        guard store.hasMiddleware else { return apply(event) }
        guard let accepted = store.intercept(event) else { return refuse(event, .middleware, cause) }
        apply(accepted)
        store.process(accepted)
    }

    private func apply(_ event: any Event) {
        if let target = type(of: event)._resetTarget {
            // Before the state starts over, so that it is not told of what its reset cancelled.
            commands.reset(ObjectIdentifier(target))
            performSteps()
        }
        store.apply(event)
        counts.applied += 1
        version &+= 1
        if store.hasReactions { reactionEvents.append(event) }
    }

    private func refuse(_ event: any Event, _ reason: Refusal.Reason, _ cause: CommandHandle?) {
        counts.refused(reason)
        runtime.report(
            .refused(Refusal(type: String(describing: type(of: event)), reason: reason, cause: cause?.asCause)))
    }

    /// An event or a group is over: tells those who want to hear of each, and starts what reactions ask for.
    func told() {
        guard !isInGroup else { return }
        if subscriptions.hasEvery { subscriptions.refreshEvery(state: store.memory, version: version) }
        guard !reactionEvents.isEmpty else { return }
        let events = reactionEvents
        reactionEvents = []
        for event in events { react(to: event) }
    }

    /// Starts and cancels what reactions ask for.
    func react(to event: (any Event)?) {
        for step in store.react(to: event, mailbox) {
            switch step {
            case .launch(let handle): commands.launch(handle, cause: nil)
            case .cancel(let handle): commands.cancel(.launch(handle))
            }
            performSteps()
        }
    }
}
