extension Engine {
    /// Performs a step on the ledger.
    func perform(_ request: LedgerRequest, cause: CommandHandle?) {
        switch request.step.kind {
        case .begin(let id): begin(id, request, cause)
        case .append(let id): append(to: id, request, cause)
        case .commit(let id), .replace(let id), .rollback(let id): resolve(id, request)
        case .place: insert(request, cause)
        case .report(let id): report(below: id, request, cause)
        case .event, .mark, .release: decide(request.step, request.site)
        }
        eventApplied(isEvent: false)
    }

    private func begin(_ id: PredictionID, _ request: LedgerRequest, _ cause: CommandHandle?) {
        guard var prediction = request.prediction, let step = admit(request, cause) else {
            withdrawn.insert(id)
            return
        }
        if request.inheritsOwners { prediction.owners = cause?.state.owners ?? [] }
        prediction.launch = cause?.state.launch
        prediction.cascadeDepth = cause?.state.cascadeDepth ?? 0
        prediction.spares = cause?.state.spares ?? []
        if decide(step, request.site, cause: cause, beginning: prediction) {
            if !reads.isEmpty { reads.changeBegan(ServerReadTable.Change(prediction)) }
        } else {
            withdrawn.insert(id)
        }
    }

    private func append(to id: PredictionID, _ request: LedgerRequest, _ cause: CommandHandle?) {
        // To a prediction that was rolled back it comes too late, as its resolution will.
        if withdrawn.contains(id) { return refuse(request.step.events.all, at: request.site) }
        // A cancelled command changes nothing any more; what it predicted before is resolved as it says.
        if let cause, commands.isLate(cause) { return refuse(request.step.events.all, .late, cause, at: request.site) }
        // Nor does a core that closes, or a part that is absent; the prediction is resolved as it says all the same.
        if life != .open { return refuse(request.step.events.all, .closed, cause, at: request.site) }
        if case .absent = loop.target { return refuse(request.step.events.all, .absent, cause, at: request.site) }
        if let step = admit(request, cause) {
            decide(step, request.site, cause: cause)
        } else if decide(LogStep(.rollback(id), at: request.step.place), request.site) {
            // What a middleware refuses cannot be predicted, nor what belongs with it.
            withdrawn.insert(id)
        }
    }

    /// - Returns: whether it was inserted.
    @discardableResult
    func insert(_ request: LedgerRequest, _ cause: CommandHandle?) -> Bool {
        if let mark = request.mark, mark.core != ObjectIdentifier(mailbox) {
            report(.neverMarked(mark.id), of: request.step.events.all, request.site)
        } else if let step = admit(request, cause) {
            return decide(step, request.site, cause: cause)
        } else if let mark = request.mark {
            decide(LogStep(.release(mark.id)), request.site)
        }
        return false
    }

    /// Events that come after the answer, or after the read was given up, are too late, which is not a misuse.
    private func report(below mark: MarkID, _ request: LedgerRequest, _ cause: CommandHandle?) {
        guard store.log.isHeld(mark) else { return refuse(request.step.events.all, .ledger, cause, at: request.site) }
        if let step = admit(request, cause) { decide(step, request.site, cause: cause) }
    }

    /// Makes a prediction certain, or rolls it back. The core itself resolves a prediction that was begun, so the
    /// resolution passes the check for late events and the closing. The resolution of a prediction that was rolled
    /// back is too late, which is not a misuse.
    private func resolve(_ id: PredictionID, _ request: LedgerRequest) {
        let events = request.step.events.all
        if withdrawn.remove(id) != nil { return refuse(events + request.then, at: request.site) }
        let origin = needsCauses ? ReactionCause(store.log.pending(id)) : nil
        if case .rollback = request.step.kind { return rollBack(id, request, origin) }
        let group = request.then.isEmpty ? nil : store.recorder
        group?.groupBegan()
        defer { group?.groupEnded() }
        let step = events.isEmpty ? request.step : admit(request, nil, isOwn: true)
        if case .commit = request.step.kind, let site = request.site, store.log.pending(id)?.changesServerRows == true {
            runtime.report(Report(.committedWithoutVersion(id, at: site)))
        }
        guard decide(step ?? LogStep(.rollback(id), at: request.step.place), request.site, origin: origin), step != nil
        else { return refuse(request.then, at: request.site) }
        append(request.then, origin, at: request.site)
    }

    /// Fires the events that follow from a resolution, as a group after it.
    private func append(_ events: [any Event], _ origin: ReactionCause?, at site: CallSite?) {
        let place = keepsPlaces ? site : nil
        loop.isInGroup = true
        for event in events { accept(event, cause: nil, isOwn: true, origin: origin, at: place) }
        loop.isInGroup = false
    }

    private func rollBack(_ id: PredictionID, _ request: LedgerRequest, _ origin: ReactionCause?) {
        if request.isAbandoned, let begun = request.site {
            runtime.report(Report(.predictionReleased(id, begun: begun)))
        }
        let message = request.step.events.all
        let group = message.isEmpty ? nil : store.recorder
        group?.groupBegan()
        defer { group?.groupEnded() }
        let step = LogStep(.rollback(id), at: request.step.place)
        guard decide(step, request.isAbandoned ? nil : request.site, origin: origin) else {
            return refuse(message, at: request.site)
        }
        // The removal comes first and the events are a group of their own behind it: middleware sees the state without
        // the prediction, and a Reset among them no longer finds it, also one of its own owner.
        append(message, origin, at: request.site)
    }

    // MARK: Another ground

    /// Another writer has continued the state, and the steps since then are replayed on top of that. A prediction
    /// that is not pending there was resolved by the other writer: its own resolution is too late, which is not a
    /// misuse.
    func rebase(_ change: () -> NewGround) {
        let before = store.log.pending
        let ground = change()
        predictions.resume(lastPrediction: ground.lastPrediction, lastMark: ground.lastMark)
        commands.resume(lastLaunch: ground.lastLaunch)
        for prediction in before where store.log.pending(prediction.id) == nil {
            withdrawn.insert(prediction.id)
            if !reads.isEmpty { changeEnded(ServerReadTable.Change(prediction)) }
        }
        for refusal in ground.refusals { runtime.report(Report(.ledgerRefused("\(refusal)", at: nil))) }
        loop.version &+= 1
        eventApplied()
    }

    // MARK: Deciding

    /// The step as middleware lets its events pass; nil, and all are refused, if one was refused or may not be rolled back.
    private func admit(_ request: LedgerRequest, _ cause: CommandHandle?, isOwn: Bool = false) -> LogStep? {
        let step = request.step
        let place = keepsPlaces ? request.site : nil
        let events = step.events.all
        if let cause, commands.isLate(cause) {
            refuse(events, .late, cause, at: place)
            return nil
        }
        var accepted: [any Event] = []
        for (index, event) in events.enumerated() {
            guard let event = intercept(event, cause, isOwn: isOwn, at: place) else {
                refuse(accepted + events[(index + 1)...], at: place)
                return nil
            }
            accepted.append(event)
            if type(of: event)._resetTarget != nil {
                runtime.report(Report(.resetPredicted(String(describing: type(of: event)))))
                refuse(accepted + events[(index + 1)...], at: place)
                return nil
            }
        }
        return LogStep(step.kind, accepted, at: step.place)
    }

    /// Counts and reports events that are refused with others.
    private func refuse(
        _ events: [any Event], _ reason: Refusal.Reason = .ledger, _ cause: CommandHandle? = nil, at site: CallSite?
    ) {
        for event in events { refuse(event, reason, cause, keepsPlaces ? site : nil) }
    }

    private func report(_ refusal: LedgerRefusal, of events: [any Event], _ site: CallSite?) {
        runtime.report(Report(.ledgerRefused("\(refusal)", at: site)))
        refuse(events, at: site)
    }

    /// Performs a step.
    ///
    /// - Parameter origin: what brought its events about, where that is not who asks for the step.
    /// - Returns: whether it was done.
    @discardableResult
    private func decide(
        _ step: LogStep, _ site: CallSite?, cause: CommandHandle? = nil, origin: ReactionCause? = nil,
        beginning prediction: PendingPrediction? = nil
    ) -> Bool {
        let events = step.events.all
        let ended = reads.isEmpty ? nil : step.kind.resolved.flatMap { store.log.pending($0) }
        store.follower?.willPerform(step, cause: cause?.asLogCause)
        switch store.perform(step, beginning: prediction) {
        case .silent: break
        case .notify: loop.version &+= 1
        case .refused(let refusal):
            store.follower?.refused()
            report(refusal, of: events, site)
            return false
        }
        store.record(step, cause: cause)
        counts.applied += events.count
        if store.hasMiddleware { for event in events { store.process(event) } }
        if needsCauses {
            let origin = origin ?? ReactionCause(cause)
            if events.isEmpty { note(origin) }
            // A line each, in order.
            for (index, event) in events.enumerated() { offer(event, origin, behind: events.count - 1 - index) }
        }
        if let ended { changeEnded(ServerReadTable.Change(ended)) }
        return true
    }
}

extension LogStep.Kind {
    /// The prediction that it makes certain or rolls back.
    fileprivate var resolved: PredictionID? {
        switch self {
        case .commit(let id), .replace(let id), .rollback(let id): id
        default: nil
        }
    }
}
