extension Engine {
    /// Performs an operation on the ledger whose turn has come.
    func perform(_ operation: LedgerOperation, cause: CommandHandle?) {
        switch operation {
        case .begin(var pending, let events, let scopes):
            pending.scopes = scopes ?? cause?.run.owners ?? []
            begin(pending, events, cause)
        case .append(let id, let events, let site): append(events, to: id, site, cause)
        case .commit(let id, let site): commit(id, site)
        case .commitWith(let id, let events, let site): commit(id, with: events, site)
        case .rollback(let id, let events, let site): rollback(id, with: events, site)
        case .abandon(let id, let site): abandon(id, site)
        case .mark(let id): decide(store.mark(id), .mark(id))
        case .place(let events, let mark, let site): place(events, asOf: mark, site, cause)
        case .describe(let pending): store.describe(pending)
        case .release(let id): decide(store.release(id), .release(id))
        }
        told()
    }

    // MARK: Beginning

    private func begin(_ pending: PendingPrediction, _ events: [any Event], _ cause: CommandHandle?) {
        if let events = admit(events, cause),
            decide(store.begin(pending, events), .begin(pending.id, events), of: events, cause: cause)
        {
            return
        }
        withdrawn.insert(pending.id)
    }

    private func append(_ events: [any Event], to id: PredictionID, _ site: CallSite, _ cause: CommandHandle?) {
        if let cause, commands.isFenced(cause) {
            // Its settlement is the core's own, and still to come.
            for event in events { refuse(event, .fence, cause) }
            return
        }
        // One of a prediction that was withdrawn comes too late, as its settlement will.
        guard !withdrawn.contains(id) else { return refuse(events) }
        if let accepted = admit(events, cause) {
            decide(store.append(accepted, to: id), .append(id, accepted), of: accepted, site, cause: cause)
        } else if decide(store.rollback(id, []), .rollback(id), site) {
            // What a middleware refuses cannot be predicted, nor what belongs with it.
            withdrawn.insert(id)
        }
    }

    private func place(_ events: [any Event], asOf mark: Mark?, _ site: CallSite, _ cause: CommandHandle?) {
        if let mark, mark.mailbox !== mailbox {
            decide(.refused(.neverMarked(mark.id)), .place(events, asOf: mark.id), of: events, site)
        } else if let accepted = admit(events, cause) {
            decide(
                store.place(accepted, asOf: mark?.id), .place(accepted, asOf: mark?.id), of: accepted, site,
                cause: cause)
        } else if let mark {
            decide(store.release(mark.id), .release(mark.id), site)
        }
    }

    // MARK: Settling

    // A prediction that was withdrawn is settled too late, which is nobody's fault. What settles one that was begun is
    // the core's own: it passes the fence and the closing.

    private func commit(_ id: PredictionID, _ site: CallSite) {
        if withdrawn.remove(id) != nil { return }
        decide(store.commit(id), .commit(id), site)
    }

    private func commit(_ id: PredictionID, with events: [any Event], _ site: CallSite) {
        if withdrawn.remove(id) != nil { return refuse(events) }
        if let accepted = admit(events, isOwn: true) {
            decide(store.commit(id, with: accepted), .commitWith(id, accepted), of: accepted, site)
        } else {
            decide(store.rollback(id, []), .rollback(id), site)
        }
    }

    private func rollback(_ id: PredictionID, with events: [any Event], _ site: CallSite) {
        if withdrawn.remove(id) != nil { return refuse(events) }
        let isGroup = store.isRecorded && !events.isEmpty
        if isGroup { store.recordsGroup(true) }
        defer { if isGroup { store.recordsGroup(false) } }
        guard decide(store.rollback(id, []), .rollback(id), site) else { return refuse(events) }
        // The removal comes first and the events are a group of their own behind it: middleware sees the state without
        // the prediction, and a Reset among them finds it gone, also one of its own scope.
        isInGroup = true
        for event in events { accept(event, cause: nil, isOwn: true) }
        isInGroup = false
    }

    private func abandon(_ id: PredictionID, _ begun: CallSite) {
        if withdrawn.remove(id) != nil { return }
        runtime.report(.predictionReleased(id, begun: begun))
        decide(store.rollback(id, []), .rollback(id))
    }

    // MARK: Deciding

    /// The events as middleware lets them pass; nil, and all are refused, if one was refused or may not be taken back.
    private func admit(_ events: [any Event], _ cause: CommandHandle? = nil, isOwn: Bool = false) -> [any Event]? {
        if let cause, commands.isFenced(cause) {
            for event in events { refuse(event, .fence, cause) }
            return nil
        }
        var accepted: [any Event] = []
        for (index, event) in events.enumerated() {
            guard let event = intercept(event, cause, isOwn: isOwn) else {
                refuse(accepted + events[(index + 1)...])
                return nil
            }
            accepted.append(event)
            if type(of: event)._resetTarget != nil {
                runtime.report(.resetPredicted(String(describing: type(of: event))))
                refuse(accepted + events[(index + 1)...])
                return nil
            }
        }
        return accepted
    }

    /// Counts and reports events that go the way of what they belong to.
    private func refuse(_ events: [any Event]) {
        for event in events { refuse(event, .ledger, nil) }
    }

    /// Carries out what the ledger decided about a step.
    ///
    /// - Returns: whether it was done.
    @discardableResult
    private func decide(
        _ decision: LedgerDecision, _ step: LogStep, of events: [any Event] = [], _ site: CallSite? = nil,
        cause: CommandHandle? = nil
    ) -> Bool {
        switch decision {
        case .silent: break
        case .tell: version &+= 1
        case .refused(let refusal):
            runtime.report(.ledgerRefused("\(refusal)", at: site))
            refuse(events)
            return false
        }
        if store.isRecorded { store.record(step, cause: cause) }
        counts.applied += events.count
        if store.hasReactions { reactionEvents.append(contentsOf: events) }
        if store.hasMiddleware && !events.isEmpty {
            store.refold()
            for event in events { store.process(event) }
        }
        return true
    }
}
