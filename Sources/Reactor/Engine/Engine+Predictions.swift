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
        // The prediction was rolled back, so this is late, like its resolution.
        if withdrawn.contains(id) { return refuse(request.step.events.all, at: request.site) }
        // A canceled command changes nothing any more. The resolution of its prediction is still applied.
        if let cause, commands.isLate(cause) { return refuse(request.step.events.all, .late, cause, at: request.site) }
        // The same applies if the core is closed, or if the child state does not exist.
        if life != .open { return refuse(request.step.events.all, .closed, cause, at: request.site) }
        if case .absent = loop.target { return refuse(request.step.events.all, .absent, cause, at: request.site) }
        if let step = admit(request, cause) {
            decide(step, request.site, cause: cause)
        } else if decide(LogStep(.rollback(id), at: request.step.place), request.site) {
            // If a middleware refuses an event, the rest of the prediction must not stay without it.
            withdrawn.insert(id)
        }
    }

    /// - Returns: Whether the events were inserted.
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

    /// Places a progress event of a read. An event that arrives after the response, or after the mark was released, is
    /// refused as late, which is not a misuse.
    private func report(below mark: MarkID, _ request: LedgerRequest, _ cause: CommandHandle?) {
        guard store.log.isHeld(mark) else { return refuse(request.step.events.all, .ledger, cause, at: request.site) }
        if let step = admit(request, cause) { decide(step, request.site, cause: cause) }
    }

    /// Commits a prediction or rolls it back.
    ///
    /// The core owns a prediction after its beginning, so its resolution is applied even if the command is late or the
    /// core is closed. The resolution of a prediction that was already rolled back is refused, which is not a misuse.
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
            runtime.report(Runtime.Report(.committedWithoutVersion(id, at: site)))
        }
        guard decide(step ?? LogStep(.rollback(id), at: request.step.place), request.site, origin: origin), step != nil
        else { return refuse(request.then, at: request.site) }
        append(request.then, origin, at: request.site)
    }

    /// Applies the events that follow a resolution, as a group after it.
    private func append(_ events: [any Event], _ origin: ReactionCause?, at site: CallSite?) {
        let place = keepsPlaces ? site : nil
        loop.isInGroup = true
        for event in events { accept(event, cause: nil, isOwn: true, origin: origin, at: place) }
        loop.isInGroup = false
    }

    private func rollBack(_ id: PredictionID, _ request: LedgerRequest, _ origin: ReactionCause?) {
        if request.isAbandoned, let begun = request.site {
            runtime.report(Runtime.Report(.predictionReleased(id, begun: begun)))
        }
        let message = request.step.events.all
        let group = message.isEmpty ? nil : store.recorder
        group?.groupBegan()
        defer { group?.groupEnded() }
        let step = LogStep(.rollback(id), at: request.step.place)
        guard decide(step, request.isAbandoned ? nil : request.site, origin: origin) else {
            return refuse(message, at: request.site)
        }
        // The rollback comes first, and the events are a separate group after it: middlewares receive the state without
        // the prediction, and a Reset in the group no longer finds the prediction, even if it has the same owner.
        append(message, origin, at: request.site)
    }

    // MARK: Rebasing

    /// Continues from the state of another writer, on which the steps since then are replayed.
    ///
    /// A prediction that is not pending in that state was resolved by the other writer. Its resolution on this core is
    /// refused, which is not a misuse.
    func rebase(_ change: () -> RebaseResult) {
        let before = store.log.pending
        let ground = change()
        predictions.resume(lastPrediction: ground.lastPrediction, lastMark: ground.lastMark)
        commands.resume(lastLaunch: ground.lastLaunch)
        for prediction in before where store.log.pending(prediction.id) == nil {
            withdrawn.insert(prediction.id)
            if !reads.isEmpty { changeEnded(ServerReadTable.Change(prediction)) }
        }
        for refusal in ground.refusals { runtime.report(Runtime.Report(.ledgerRefused("\(refusal)", at: nil))) }
        loop.version &+= 1
        eventApplied()
    }

    // MARK: Performing steps

    /// Returns the step with the events as the middlewares return them. If an event is refused, or is a Reset, which
    /// cannot be rolled back, all events are refused and the result is nil.
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
                runtime.report(Runtime.Report(.resetPredicted(String(describing: type(of: event)))))
                refuse(accepted + events[(index + 1)...], at: place)
                return nil
            }
        }
        return LogStep(step.kind, accepted, at: step.place)
    }

    /// Refuses events: counts and reports them.
    private func refuse(
        _ events: [any Event], _ reason: Refusal.Reason = .ledger, _ cause: CommandHandle? = nil, at site: CallSite?
    ) {
        for event in events { refuse(event, reason, cause, keepsPlaces ? site : nil) }
    }

    private func report(_ refusal: LedgerRefusal, of events: [any Event], _ site: CallSite?) {
        runtime.report(Runtime.Report(.ledgerRefused("\(refusal)", at: site)))
        refuse(events, at: site)
    }

    /// Performs a step.
    ///
    /// - Parameter origin: The cause of the events for reactions, if it is not the command that requests the step.
    /// - Returns: Whether the step was performed.
    @discardableResult
    private func decide(
        _ step: LogStep, _ site: CallSite?, cause: CommandHandle? = nil, origin: ReactionCause? = nil,
        beginning prediction: PendingPrediction? = nil
    ) -> Bool {
        let events = step.events.all
        var step = step
        step.number = store.lastNumber.map { $0 + 1 }
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
            // Each event has an entry, in order.
            for (index, event) in events.enumerated() { offer(event, origin, behind: events.count - 1 - index) }
        }
        if let ended { changeEnded(ServerReadTable.Change(ended)) }
        return true
    }
}

extension LogStep.Kind {
    /// The prediction that the step commits or rolls back.
    fileprivate var resolved: PredictionID? {
        switch self {
        case .commit(let id), .replace(let id), .rollback(let id): id
        default: nil
        }
    }
}
