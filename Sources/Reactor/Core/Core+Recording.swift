extension Core {
    /// A core that continues where a recording ended, and whose steps are recorded.
    ///
    /// - Parameters:
    ///   - record: what the recording ended with, or a state with nothing pending.
    ///   - lastLaunch: the launch of the last command that was recorded; those to come count on.
    ///   - isBeginning: whether reactions that follow the state start their commands for it, as in a core that resumes nothing.
    ///     Nothing is scheduled before the core is used, so that the caller can prepare for these commands.
    ///   - recorder: given everything that is done from now on.
    package init(
        resuming record: LedgerRecord<StateType>,
        lastLaunch: UInt64 = 0,
        isBeginning: Bool = false,
        recorder: any Recorder<StateType>,
        middlewares: [any Middleware<StateType>] = [],
        reactions: [any Reaction<StateType>] = [],
        dependencies: Dependencies = Dependencies(),
        runtime: Runtime = .live
    ) {
        let store = TypedStore(state: record.base, middlewares: middlewares, reactions: reactions, recorder: recorder)
        store.restore(record, isBeginning: isBeginning)
        let engine = Engine(store: store, dependencies: dependencies, runtime: runtime, wakes: !isBeginning)
        engine.commands.resume(lastLaunch: lastLaunch)
        engine.predictions.resume(lastPrediction: record.lastPrediction, lastMark: record.lastMark)
        self.init(engine: engine, path: .whole, owner: nil)
    }

    /// A prediction that was pending where the recording ended, to be resolved by the caller. Released unresolved,
    /// it is rolled back. Ask once for each.
    package nonisolated func hold(
        _ id: PredictionID, about entities: [any Hashable & Sendable] = [], owner: Any.Type? = nil, begun: CallSite
    ) -> Prediction {
        let owners = owner.map { [ObjectIdentifier($0)] } ?? []
        let described = PendingPrediction(id, owners: owners, about: entities.map { LedgerEntity(opened: $0) })
        engine.mailbox.post(.describe(described))
        return engine.predictions.hold(id, begun: begun, post: engine.mailbox.posting(nil, nil))
    }

    /// Replaces the entities of a prediction that was pending. No reset rolls it back from now on.
    package nonisolated func describe(_ prediction: Prediction, about entities: [any Hashable & Sendable]) {
        let entities = entities.map { LedgerEntity(opened: $0) }
        engine.mailbox.post(.describe(PendingPrediction(prediction.id, about: entities)))
    }

    /// Continues from the state that another writer of the recording made while this core did not write to it, and
    /// replays on top of that the steps of this core since then.
    ///
    /// The rebase is processed in order with the events, and subscribers are notified of it as of any change. Only
    /// `react(to:)` runs for a replayed step; a refused step is reported.
    ///
    /// - Parameters:
    ///   - record: what the recording ends with now, with the numbers that others gave out.
    ///   - lastLaunch: the same of launches.
    ///   - steps: called on the core's executor; passes each step to replay, in order, to its argument, which
    ///     returns the applied step, or nil if there is none.
    package nonisolated(nonsending) func rebase(
        onto record: LedgerRecord<StateType>, lastLaunch: UInt64,
        _ steps: @escaping @Sendable (_ perform: (LogStep) -> LogStep?) -> Void
    ) async {
        let done = Signal()
        let rebase: @Sendable () -> NewGround = { [engine] in
            // A recording is of a whole core, so this is its store.
            guard let store = engine.store as? TypedStore<StateType> else { mustOverride() }
            return store.rebase(onto: record, lastLaunch: lastLaunch, steps)
        }
        engine.mailbox.post(.rebase(rebase, done))
        await done.wait()
    }

    /// Gives up a mark that was held where the recording ended: its read has ended with the process.
    package nonisolated func release(_ id: MarkID) { engine.mailbox.post(.ledger(LedgerRequest(.release(id)))) }
}
