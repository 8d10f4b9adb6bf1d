public import Reactor

extension Core where StateType: Codable {
    /// Opens a journal, continues at its end, and records all further events.
    ///
    /// ```swift
    /// func open<App>(_ folder: String, _ initial: App, _ catalog: EventCatalog<App>) async throws -> Core<App> {
    ///     let opened = try await Core.open(
    ///         journal: folder, initial: initial, catalog: catalog, configuration: JournalConfiguration(app: "weights"))
    ///     print(opened.report)
    ///     for resumed in opened.pending { resumed.prediction.rollback() }
    ///     return opened.core
    /// }
    /// ```
    ///
    /// An empty folder becomes a new journal that begins with `initial`. Otherwise the last segment is replayed: the state and
    /// the events are upcast to the catalog's versions, a new segment begins if they were older, and the numbers of predictions
    /// and marks continue. Only `react(to:)` runs. Commands, middlewares and reactions do not run. Marks are released, because
    /// their reads have ended. When the call returns, the work that the opened state wishes starts: a `.while` whose property is
    /// true in the journal runs its command again.
    ///
    /// You can call it from any actor. `initial`, `about` and `owner` run there; the journal is read and replayed
    /// elsewhere.
    ///
    /// - Parameters:
    ///   - folder: The folder of the journal, which is created if it does not exist.
    ///   - initial: The state of a new journal. It is only evaluated for a new journal.
    ///   - catalog: The catalog of the app.
    ///   - configuration: The configuration of the journal.
    ///   - leavesPending: Whether pending predictions stay pending for the core that created them, for a process that writes
    ///     while an app is suspended. ``OpenedCore/pending`` is then empty.
    ///   - about: A closure that returns the ids for ``Core/isPending(about:)`` from the events of a pending prediction.
    ///   - owner: A closure that returns the type whose ``Reset`` rolls a pending prediction back.
    ///   - middlewares: The middlewares for future events, in the order in which they receive an event.
    ///   - reactions: The reactions, which start commands from now on.
    ///   - startsWork: Whether the work that the opened state wishes starts. If false, a wish has to change first.
    ///   - dependencies: The services of the commands.
    ///   - runtime: The runtime of the core.
    /// - Returns: The core, its journal, and a report. Resolve the pending predictions; released ones are rolled back. To unlock
    ///   the journal, call ``OpenedCore/close(grace:)``. Closing only the core does not.
    /// - Throws: ``JournalError`` if the journal is damaged, belongs to another program, or is being written by another process,
    ///   or if the last openings ended the process (``JournalError/Kind/crashesOpening``); ``ReplayError`` if the catalog cannot
    ///   read it. Nothing is changed then.
    public nonisolated(nonsending) static func open(
        journal folder: String, initial: @autoclosure () -> StateType, catalog: EventCatalog<StateType>,
        configuration: JournalConfiguration, leavesPending: Bool = false,
        about: ([any Event]) -> [any Hashable & Sendable] = { _ in [] },
        owner: ([any Event]) -> Any.Type? = { _ in nil },
        middlewares: [any Middleware<StateType>] = [],
        reactions: [Reaction<StateType>] = [], startsWork: Bool = true,
        dependencies: Dependencies = Dependencies(), runtime: Runtime = .live,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> OpenedCore<StateType> {
        let opening = try await Journal.open(folder, configuration, into: OpeningFold(catalog: catalog)) { fold, line in
            try fold.read(line)
            return fold.isApplied
        }
        let encoding = JournalEncoding(catalog)
        let found: OpeningFold<StateType>.InitialContent
        let journal: Journal
        do {
            let new = opening.header == nil ? initial() : nil
            found = try await opening.found(new, now: configuration.now())
            journal = try await opening.start(
                encoding.content, id: JournalHeader.newID(runtime.random), header: found.header)
        } catch {
            await opening.abandon()
            throw error
        }
        let core = Core(
            resuming: found.record, lastLaunch: found.lastLaunch, work: startsWork ? .byCaller : .never,
            recorder: journal.recorder(encoding, check: catalog.stopAtUnregistered), middlewares: middlewares,
            reactions: reactions, dependencies: dependencies, runtime: runtime)
        if !leavesPending { for mark in found.record.marks { core.release(mark) } }
        let queues = core.queuePredictions(journal)
        var pending: [(prediction: Prediction, events: [any Event])] = []
        for (id, events) in leavesPending ? [] : found.record.predictions {
            if events.first is any QueuePrediction {
                core.describeOwned(id, about: about(events))
                queues.add(QueuePredictions.Item(id: id, events: events))
            } else {
                pending.append(
                    core.resumed(
                        id, events: events, about: about(events), owner: owner(events), begun: CallSite(fileID, line)))
            }
        }
        if startsWork { core.startWork() }
        return OpenedCore(
            core: core, journal: journal, report: found.report,
            predictions: Guarded(.init(held: pending, isForOthers: leavesPending)), catalog: catalog)
    }

    /// Creates the handle of a prediction that another process left pending.
    nonisolated func resumed(
        _ id: PredictionID, events: [any Event], about entities: [any Hashable & Sendable], owner: Any.Type?,
        begun: CallSite
    ) -> (prediction: Prediction, events: [any Event]) {
        (prediction: hold(id, about: entities, owner: owner, begun: begun), events: events)
    }
}

extension Journal.Opening {
    /// Returns the initial content of a core. It is not on the caller's actor, because a header contains the whole state.
    @concurrent
    fileprivate func found<StateType: State & Codable>(
        _ new: StateType?, now: Timestamp
    ) async throws(ReplayError) -> OpeningFold<StateType>.InitialContent where Value == OpeningFold<StateType> {
        try value.found(new: new, recovery: recovery, now: now)
    }
}

extension LedgerRecord {
    fileprivate var marks: [MarkID] {
        entries.compactMap { if case .mark(let id) = $0.owner { id } else { nil } }
    }

    /// The pending predictions in the order of creation, each with its events.
    var predictions: [(PredictionID, [any Event])] {
        var events: [PredictionID: [any Event]] = [:]
        for entry in entries {
            if case .prediction(let id) = entry.owner { events[id, default: []] += entry.events.all }
        }
        return events.sorted { $0.key < $1.key }
    }
}

extension JournalHeader {
    /// Returns 32 hexadecimal digits.
    fileprivate static func newID(_ random: () -> UInt64) -> String {
        var digits: [UInt8] = []
        for _ in 0..<2 {
            let bits = random()
            digits.append(hex: UInt32(truncatingIfNeeded: bits >> 32))
            digits.append(hex: UInt32(truncatingIfNeeded: bits))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension JournalEncoding where StateType: Codable {
    /// Creates the encoding of a catalog's events and states.
    init(_ catalog: EventCatalog<StateType>) {
        self.init(
            state: { try catalog.encode(state: $0).bytes(.canonical) },
            content: JournalContent(
                schema: catalog.schema, name: { catalog.schema(of: $0)?.name ?? "\($0)" }
            ) { event in
                do throws(CatalogError) {
                    return try catalog.encode(event)
                } catch {
                    guard let unregistered = error.unregistered else { throw error }
                    return RecordedEvent(name: unregistered.type, gap: .unregistered)
                }
            })
    }
}

extension EventCatalog {
    /// The check that ends the process at an unlisted event, or nil if the catalog does not request it.
    var stopAtUnregistered: (@Sendable (any Event) -> Void)? {
        guard unregistered.stops else { return nil }
        return { event in
            if schema(of: type(of: event)) == nil {
                fatalError("\(CatalogError.unregistered(event))")
            }
        }
    }
}
