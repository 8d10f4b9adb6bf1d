public import Reactor

extension Core where StateType: Codable {
    /// Opens a journal, goes on where it ended, and records what is done from now on.
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
    /// A folder in which there is nothing is a journal that begins with `initial`. Otherwise the last segment is folded:
    /// the state and the events are upcast to the catalog's versions, a new segment is begun when they were older, the
    /// numbers of predictions and marks go on. Nothing but `react(to:)` is run: no command, no middleware, and no
    /// reaction, since what ``For`` and ``While`` follow begins with the state that is opened. Marks that were held are
    /// released: their reads are gone.
    ///
    /// It may be called from any actor. `initial`, `about`, `owner` and `reactions` are run there; the journal is read,
    /// folded and encoded elsewhere.
    ///
    /// - Parameters:
    ///   - folder: where the journal is kept; made when it is not there.
    ///   - initial: the state of a journal that is new; not asked for otherwise.
    ///   - catalog: the names and versions of the app's events, and of its state.
    ///   - configuration: how the journal is kept.
    ///   - leavesPending: whether what is pending stays so, for the core that began it: for a process that writes while an app
    ///     is suspended. ``OpenedCore/pending`` is empty then.
    ///   - about: what a prediction that was pending is about, for ``Core/isPending(about:)``, from its events.
    ///   - owner: the type whose ``Reset`` rolls it back.
    ///   - middlewares: asked about each event from now on, in this order.
    ///   - reactions: commands that start by themselves from now on.
    ///   - dependencies: the services that commands reach.
    ///   - runtime: what the core takes from the world.
    /// - Returns: the core, its journal, and what was found: hold the predictions that were pending, or let go of them and
    ///   they are rolled back.
    ///   ``OpenedCore/close(grace:)`` lets the next writer in; closing the core alone does not.
    /// - Throws: ``JournalError`` when the journal is damaged, another program's, or written by somebody else right now, and
    ///   when the last openings ended the program (``JournalError/Kind/crashesOpening``);
    ///   ``ReplayError`` when the catalog cannot read it. Nothing is changed then.
    public nonisolated(nonsending) static func open(
        journal folder: String, initial: @autoclosure () -> StateType, catalog: EventCatalog<StateType>,
        configuration: JournalConfiguration, leavesPending: Bool = false,
        about: ([any Event]) -> [any Hashable & Sendable] = { _ in [] },
        owner: ([any Event]) -> Any.Type? = { _ in nil },
        middlewares: [any Middleware<StateType>] = [],
        @ReactionBuilder<StateType> reactions: () -> [any Reaction<StateType>] = { [] },
        dependencies: Dependencies = Dependencies(), runtime: Runtime = .live,
        fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> OpenedCore<StateType> {
        let opening = try await Journal.open(folder, configuration, into: OpeningFold(catalog: catalog)) { fold, line in
            try fold.read(line)
            return fold.isApplied
        }
        let encoding = JournalEncoding(catalog)
        let found: OpeningFold<StateType>.Found
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
            resuming: found.record, lastLaunch: found.lastLaunch,
            recorder: journal.recorder(encoding, check: catalog.stopAtUnregistered), middlewares: middlewares,
            reactions: reactions(), dependencies: dependencies, runtime: runtime)
        if !leavesPending { for mark in found.record.marks { core.release(mark) } }
        let predictions = leavesPending ? [] : found.record.predictions
        let pending = predictions.map { id, events in
            ResumedPrediction(
                prediction: core.hold(id, about: about(events), owner: owner(events), begun: CallSite(fileID, line)),
                events: events)
        }
        return OpenedCore(core: core, journal: journal, report: found.report, pending: pending, catalog: catalog)
    }
}

extension Journal.Opening {
    /// What a core begins with. Not on the caller's actor: a header holds the whole state.
    @concurrent
    fileprivate func found<StateType: State & Codable>(
        _ new: StateType?, now: Timestamp
    ) async throws(ReplayError) -> OpeningFold<StateType>.Found where Value == OpeningFold<StateType> {
        try value.found(new: new, recovery: recovery, now: now)
    }
}

extension LedgerRecord {
    /// The marks that are held.
    fileprivate var marks: [MarkID] {
        entries.compactMap { if case .mark(let id) = $0.owner { id } else { nil } }
    }

    /// The predictions that are pending, in the order of beginning, each with its events.
    fileprivate var predictions: [(PredictionID, [any Event])] {
        var events: [PredictionID: [any Event]] = [:]
        for entry in entries {
            if case .prediction(let id) = entry.owner { events[id, default: []] += entry.events.all }
        }
        return events.sorted { $0.key < $1.key }
    }
}

extension JournalHeader {
    /// 32 hexadecimal digits.
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
