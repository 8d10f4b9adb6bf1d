extension Engine {
    /// Performs a step of a read between changes. The decision and the placement are one step in the order.
    func perform(_ step: ServerRead.Step, of read: ServerRead, _ cause: CommandHandle?) {
        switch step {
        case .begin:
            guard life == .open else { return read.decide(.refused) }
            read.launch = cause?.state.launch
            follow(reads.begin(read, pending: pendingChanges), read)
        case .answered(let answer):
            if read.learns {
                reads.learned(read, about: answer.about.map { LedgerEntity(opened: $0) }, pending: pendingChanges)
            }
            let isShown = show(answer, of: read, cause)
            eventApplied(isEvent: false)
            if isShown { read.hasShown() }
        case .limitPassed:
            guard reads.contains(read) else { return }
            if let change = pendingChange(heldUp: read) {
                runtime.report(Runtime.Report(.readHeldUp(by: change, at: read.site)))
            }
            if reads.limitPassed(read) { read.decide(.ask) }
        case .end: end(read, .refused)
        }
    }

    private var pendingChanges: [ServerReadTable.Change] {
        store.log.pending.map { ServerReadTable.Change($0) } + unpredicted.values.map(\.change)
    }

    /// Shows a response if the table allows it.
    ///
    /// - Returns: Whether the response is shown, and the read has ended.
    private func show(_ answer: ServerAnswer, of read: ServerRead, _ cause: CommandHandle?) -> Bool {
        func insert(_ events: [any Event], _ kind: LogStep.Kind = .place(asOf: nil)) -> Bool {
            self.insert(LedgerRequest(kind, events, at: read.site), cause)
        }
        // The caller has ended the read in the meantime, or the core was closed.
        guard reads.contains(read) else {
            read.decide(.refused)
            return false
        }
        let decision = reads.answered(read)
        switch decision {
        case .show:
            read.willShow()
            var isPlaced = insert(answer.events)
            if isPlaced, read.learns, store.hasPending, !read.isSeen { isPlaced = insert(answer.events, .event()) }
            end(read, isPlaced ? .show : .refused)
            return isPlaced
        case .showAndWait where !insert(answer.provisional ?? answer.events): end(read, .refused)
        default: follow(decision, read)
        }
        return false
    }

    private func follow(_ decision: ServerRead.Decision, _ read: ServerRead) {
        switch decision {
        case .ask: read.decide(.ask)
        case .wait, .showAndWait:
            // The limit counts from the first wait. Most reads never wait.
            guard let limit = read.limit, timers[.read(read.id)] == nil else { return }
            start(.read(read.id), limit) { .read(read, .limitPassed) }
        case .own:
            runtime.report(Runtime.Report(.readInsideChange(at: read.site)))
            end(read, .own)
        case .show, .refused: break
        }
    }

    private func end(_ read: ServerRead, _ decision: ServerRead.Decision) {
        reads.end(read)
        timers.removeValue(forKey: .read(read.id))?.cancel()
        read.decide(decision)
    }

    /// Ends all reads when the core closes.
    func endReads() { for read in reads.all { end(read, .refused) } }

    // MARK: Changes

    func begin(_ change: UnpredictedChange, _ cause: CommandHandle?) {
        let begun = ServerReadTable.Change(entities: change.entities, launch: cause?.state.launch)
        unpredicted[ObjectIdentifier(change)] = (begun, change.site)
        if !reads.isEmpty { reads.changeBegan(begun) }
    }

    func end(_ change: UnpredictedChange) {
        if let begun = unpredicted.removeValue(forKey: ObjectIdentifier(change)) { changeEnded(begun.change) }
    }

    /// Notifies the reads of a prediction that was resolved, or of a save without a prediction that ended.
    func changeEnded(_ change: ServerReadTable.Change) {
        for read in reads.changeEnded(change) { read.decide(.ask) }
    }

    /// A description of the change that a read waits for: the oldest prediction, or else a save without a prediction.
    private func pendingChange(heldUp read: ServerRead) -> String? {
        for prediction in store.log.pending where read.isCrossed(by: ServerReadTable.Change(prediction)) {
            guard let begun = predictions.find(prediction.id)?.begun else { return "\(prediction.id)" }
            return "\(prediction.id), begun at \(begun),"
        }
        let sites = unpredicted.values.filter { read.isCrossed(by: $0.change) }.map { "\($0.site)" }
        return sites.min().map { "the change at \($0)" }
    }
}

extension ServerReadTable.Change {
    init(_ prediction: PendingPrediction) { self.init(entities: prediction.entities, launch: prediction.launch) }
}
