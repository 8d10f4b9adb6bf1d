extension Engine {
    /// Performs an operation on the ledger whose turn has come.
    func perform(_ operation: LedgerOperation, cause: CommandHandle?) {
        switch operation {
        case .begin(var pending, let events, let scopes):
            pending.scopes = scopes ?? cause?.run.scopes ?? []
            begin(pending, events, cause)
        case .append(let id, let events): append(events, to: id)
        case .commit(let id, let site): settle(id, site) { $0.commit(id) }
        case .commitWith(let id, let events, let site): commit(id, with: events, site)
        case .rollback(let id, let events, let site): rollback(id, with: events, site)
        case .abandon(let id, let site): abandon(id, site)
        case .mark(let id): decide(store.mark(id), of: [])
        case .place(let events, let mark): place(events, asOf: mark, cause)
        case .release(let id): decide(store.release(id), of: [])
        }
        told()
    }

    // MARK: Beginning

    private func begin(_ pending: PendingPrediction, _ events: [any Event], _ cause: CommandHandle?) {
        if let events = admit(events, cause), decide(store.begin(pending, events), of: events) { return }
        withdrawn.insert(pending.id)
    }

    private func append(_ events: [any Event], to id: PredictionID) {
        // One of a prediction that was withdrawn comes too late, as its settlement will.
        guard !withdrawn.contains(id) else { return }
        guard let accepted = admit(events, nil) else {
            // What a middleware refuses cannot be predicted, nor what belongs with it.
            withdrawn.insert(id)
            decide(store.rollback(id, []), of: [])
            return
        }
        decide(store.append(accepted, to: id), of: accepted)
    }

    private func place(_ events: [any Event], asOf mark: MarkID?, _ cause: CommandHandle?) {
        guard let accepted = admit(events, cause) else {
            if let mark { decide(store.release(mark), of: []) }
            return
        }
        decide(store.place(accepted, asOf: mark), of: accepted)
    }

    // MARK: Settling

    /// Settles a prediction, unless it was withdrawn before: its answer comes too late, which is nobody's fault.
    private func settle(_ id: PredictionID, _ site: CallSite, _ operation: (StateStore) -> LedgerDecision) {
        if withdrawn.remove(id) != nil { return }
        decide(operation(store), of: [], site)
    }

    private func commit(_ id: PredictionID, with events: [any Event], _ site: CallSite) {
        if withdrawn.remove(id) != nil { return }
        guard let accepted = admit(events, nil) else {
            decide(store.rollback(id, []), of: [], site)
            return
        }
        decide(store.commit(id, with: accepted), of: accepted, site)
    }

    private func rollback(_ id: PredictionID, with events: [any Event], _ site: CallSite) {
        if withdrawn.remove(id) != nil { return }
        var accepted: [any Event] = []
        for event in events {
            guard let event = intercept(event, nil) else { continue }
            if let target = type(of: event)._resetTarget { start(over: target) }
            accepted.append(event)
        }
        decide(store.rollback(id, accepted), of: accepted, site)
    }

    private func abandon(_ id: PredictionID, _ site: CallSite) {
        if withdrawn.remove(id) != nil { return }
        runtime.report(.predictionReleased(id, begun: site))
        decide(store.rollback(id, []), of: [])
    }

    // MARK: Deciding

    /// The events as middleware lets them pass, nil if one may not stand where it could be taken back, or was refused.
    private func admit(_ events: [any Event], _ cause: CommandHandle?) -> [any Event]? {
        var accepted: [any Event] = []
        for event in events {
            guard let event = intercept(event, cause) else { return nil }
            if type(of: event)._resetTarget != nil {
                runtime.report(.resetPredicted(String(describing: type(of: event))))
                return nil
            }
            accepted.append(event)
        }
        return accepted
    }

    /// Carries out what the ledger decided.
    ///
    /// - Returns: whether it was done.
    @discardableResult
    private func decide(_ decision: LedgerDecision, of events: [any Event], _ site: CallSite? = nil) -> Bool {
        switch decision {
        case .silent: break
        case .tell: version &+= 1
        case .refused(let refusal):
            runtime.report(.ledgerRefused("\(refusal)", at: site))
            return false
        }
        counts.applied += events.count
        if store.hasReactions { reactionEvents.append(contentsOf: events) }
        if store.hasMiddleware && !events.isEmpty {
            store.refold()
            for event in events { store.process(event) }
        }
        return true
    }
}
