extension Core {
    /// Creates a core that continues from the end of a recording, and records its steps.
    ///
    /// - Parameters:
    ///   - record: The state and log at the end of the recording, or a state without predictions.
    ///   - lastLaunch: The number of the last recorded launch. New launches continue the count.
    ///   - work: The time at which the wishes of the state start work.
    ///   - recorder: The recorder of everything that the core does from now on.
    package init(
        resuming record: LedgerRecord<StateType>,
        lastLaunch: UInt64 = 0,
        work: WorkStart = .never,
        recorder: any Recorder<StateType>,
        middlewares: [any Middleware<StateType>] = [],
        reactions: [Reaction<StateType>] = [],
        dependencies: Dependencies = Dependencies(),
        runtime: Runtime = .live
    ) {
        let store = TypedStore(state: record.base, middlewares: middlewares, recorder: recorder)
        store.restore(record)
        let engine = Engine(
            store: store, work: WorkTable(reactions), dependencies: dependencies, runtime: runtime)
        engine.commands.resume(lastLaunch: lastLaunch)
        engine.predictions.resume(lastPrediction: record.lastPrediction, lastMark: record.lastMark)
        self.init(engine: engine, path: .whole, owner: nil)
        switch work {
        case .never: engine.work.begin(ignoring: store.visible)
        case .atFirstUse: if engine.hasReactions { engine.mailbox.post(.startReactions, wakes: false) }
        case .byCaller: break
        }
    }

    /// The time at which the wishes of a resumed state start work.
    package enum WorkStart {
        /// A wish has to change before it starts work.
        case never
        /// At the first use of the core. Nothing is scheduled before, so the caller can prepare for the commands.
        case atFirstUse
        /// When the caller calls ``startWork()``.
        case byCaller
    }

    /// Lets the wishes of the state start work.
    package nonisolated func startWork() {
        if engine.hasReactions { engine.mailbox.post(.startReactions) }
    }

    /// Returns a prediction that was pending at the end of the recording, for the caller to resolve. A prediction that
    /// is released before is rolled back. Call it once for each prediction.
    package nonisolated func hold(
        _ id: PredictionID, about entities: [any Hashable & Sendable] = [], owner: Any.Type? = nil, begun: CallSite
    ) -> Prediction {
        describe(id, about: entities, owners: owner.map { [ObjectIdentifier($0)] } ?? [])
        return engine.predictions.hold(id, begun: begun, post: engine.mailbox.posting(nil, nil))
    }

    /// Returns a prediction that was pending, and that a ``Reset`` of the state rolls back.
    package nonisolated func holdOwned(
        _ id: PredictionID, about entities: [any Hashable & Sendable], begun: CallSite
    ) -> Prediction {
        describeOwned(id, about: entities)
        return engine.predictions.hold(id, begun: begun, post: engine.mailbox.posting(nil, nil))
    }

    /// Describes a prediction that was pending, which another module will hold. A ``Reset`` of the state rolls it back.
    package nonisolated func describeOwned(_ id: PredictionID, about entities: [any Hashable & Sendable]) {
        describe(id, about: entities, owners: ownersOfState)
    }

    private nonisolated func describe(
        _ id: PredictionID, about entities: [any Hashable & Sendable], owners: [ObjectIdentifier]
    ) {
        let entities = entities.map { LedgerEntity(opened: $0) }
        engine.mailbox.post(.describe(PendingPrediction(id, owners: owners, about: entities)))
    }

    /// The types whose ``Reset`` resets the state of this core.
    nonisolated var ownersOfState: [ObjectIdentifier] {
        [ObjectIdentifier(StateType.self), ObjectIdentifier(engine.store.stateType)]
    }

    /// Calls a closure after each ``Reset`` of the state, with the predictions that it has rolled back. It runs on the
    /// core, before later events are applied.
    ///
    /// - Returns: A number for ``endObservingResets(_:)``.
    package nonisolated func observeResets(_ body: @escaping @Sendable ([PredictionID]) -> Void) -> Int {
        engine.predictions.observeResets(of: ownersOfState, body)
    }

    package nonisolated func endObservingResets(_ number: Int) { engine.predictions.removeObserver(number) }

    /// Continues from the state of another writer of the recording, and replays on top of it the steps that this core
    /// has made since it stopped writing.
    ///
    /// The rebase is processed in order with the events, and subscribers are notified of it as of any change. A
    /// replayed step runs only `react(to:)`; a refused step is reported.
    ///
    /// - Parameters:
    ///   - record: The current end of the recording, with the numbers that other writers assigned.
    ///   - lastLaunch: The number of the last launch in the recording.
    ///   - steps: Passes each step to replay, in order, to its argument, which returns the applied step, or nil if
    ///     there is none. It runs on the core's executor.
    package nonisolated(nonsending) func rebase(
        onto record: LedgerRecord<StateType>, lastLaunch: UInt64,
        _ steps: @escaping @Sendable (_ perform: (LogStep) -> LogStep?) -> Void
    ) async {
        let done = Signal()
        let rebase: @Sendable () -> RebaseResult = { [engine] in
            // A recording contains a whole core, so this is the store of the recorded type.
            guard let store = engine.store as? TypedStore<StateType> else { mustOverride() }
            return store.rebase(onto: record, lastLaunch: lastLaunch, steps)
        }
        engine.mailbox.post(.rebase(rebase, done))
        await done.wait()
    }

    /// Releases a mark that was held at the end of the recording. Its read ended with the process.
    package nonisolated func release(_ id: MarkID) { engine.mailbox.post(.ledger(LedgerRequest(.release(id)))) }
}
