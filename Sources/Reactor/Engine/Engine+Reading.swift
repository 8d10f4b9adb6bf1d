extension Engine {
    /// Handles a step of a read between changes: what is decided and what is placed are one step in the order.
    func handle(_ step: Reading.Step, of reading: Reading, _ cause: CommandHandle?) {
        switch step {
        case .begin: begin(reading, cause)
        case .answered(let request, let entities):
            if reading.learns { reads.learned(reading.id, about: entities, pending: pendingChanges) }
            answer(to: reading, request, cause)
            eventApplied(isEvent: false)
        case .limitPassed:
            guard readings[reading.id] != nil else { return }
            if let change = pendingChange(heldUp: reading) {
                runtime.report(Report(.readHeldUp(by: change, at: reading.site)))
            }
            if reads.limitPassed(reading.id) { reading.decide(.ask) }
        case .end: end(reading, .refused)
        }
    }

    private func begin(_ reading: Reading, _ cause: CommandHandle?) {
        guard life == .open else { return reading.decide(.refused) }
        readings[reading.id] = reading
        let decision = reads.begin(
            reading.id, about: reading.entities, learns: reading.learns, launch: cause?.run.launch,
            isFirst: reading.isFirst, pending: pendingChanges)
        follow(decision, reading)
    }

    private var pendingChanges: [ReadTable.Change] {
        store.log.pending.map { ReadTable.Change($0) } + saves.values.map { ReadTable.Change($0) }
    }

    private func answer(to reading: Reading, _ request: LedgerRequest, _ cause: CommandHandle?) {
        // It was given up meanwhile, or the core was closed.
        guard readings[reading.id] != nil else { return reading.decide(.refused) }
        let decision = reads.answered(reading.id)
        switch decision {
        case .show:
            reading.onShown()
            let isPlaced = insert(request, cause)
            if isPlaced, reading.learns, store.hasPending, case .place = request.step.kind {
                return reading.decide(.below)
            }
            end(reading, isPlaced ? .shown : .refused)
        case .showAndWait: if insert(request, cause) { startLimit(of: reading) } else { end(reading, .refused) }
        case .ask, .wait, .own: follow(decision, reading)
        }
    }

    private func follow(_ decision: ReadTable.Decision, _ reading: Reading) {
        switch decision {
        case .show, .showAndWait: break
        case .ask: reading.decide(.ask)
        case .wait: startLimit(of: reading)
        case .own:
            runtime.report(Report(.readInsideChange(at: reading.site)))
            end(reading, .own)
        }
    }

    private func end(_ reading: Reading, _ decision: Reading.Decision) {
        reads.end(reading.id)
        readings[reading.id] = nil
        timers.removeValue(forKey: .read(reading.id))?.cancel()
        reading.decide(decision)
    }

    /// Counts from when it waits first: most never do.
    private func startLimit(of reading: Reading) {
        guard let limit = reading.limit, timers[.read(reading.id)] == nil else { return }
        start(.read(reading.id), limit) { .reading(reading, .limitPassed) }
    }

    /// The core closes: nothing is placed any more.
    func endReadings() {
        for reading in readings.values.sorted(by: { $0.id < $1.id }) { end(reading, .refused) }
    }

    // MARK: Changes

    func begin(_ save: Save, _ cause: CommandHandle?) {
        let change = (save, launch: cause?.run.launch)
        saves[ObjectIdentifier(save)] = change
        if !reads.isEmpty { reads.changeBegan(ReadTable.Change(change)) }
    }

    func end(_ save: Save) {
        guard let change = saves.removeValue(forKey: ObjectIdentifier(save)) else { return }
        changeEnded(ReadTable.Change(change))
    }

    /// A prediction was resolved, or a save is over.
    func changeEnded(_ change: ReadTable.Change) {
        for id in reads.changeEnded(change) { readings[id]?.decide(.ask) }
    }

    /// What a read waits for, in words: the oldest prediction, or else a save.
    private func pendingChange(heldUp reading: Reading) -> String? {
        for prediction in store.log.pending where reads.waits(reading.id, for: ReadTable.Change(prediction)) {
            guard let begun = predictions.find(prediction.id)?.begun else { return "\(prediction.id)" }
            return "\(prediction.id), begun at \(begun),"
        }
        let sites = saves.values.filter { reads.waits(reading.id, for: ReadTable.Change($0)) }.map { "\($0.save.site)" }
        return sites.min().map { "the change at \($0)" }
    }
}

extension ReadTable.Change {
    init(_ prediction: PendingPrediction) {
        self.init(entities: prediction.entities, launch: prediction.launch)
    }

    init(_ change: (save: Save, launch: UInt64?)) {
        self.init(entities: change.save.entities, launch: change.launch)
    }
}
