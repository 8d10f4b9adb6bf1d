extension Core {
    /// Reads from a server that gives no versions, and shows the answer only if none of the app's own changes crossed it.
    ///
    /// ```swift
    /// try await core.readBetweenChanges { [RecordsLoaded(records: try await service.records())] }
    /// ```
    ///
    /// The responses of such a server do not show whether it handled a change before or after the read. So when the
    /// response is back, the core decides in one step of its order. If no change that matters is pending, and none
    /// has ended since the request was sent, the events are placed as ``Placement/authoritative``. Otherwise they
    /// are dropped, and the request is sent again. While such a change is pending, no request is sent. Call it from
    /// a command with the policy `.keepLatest`, and let a push message only launch that command.
    ///
    /// - A change that matters is a prediction, or a save in ``changing(about:fileID:line:_:)``, that is about one of the
    ///   entities; about anything where none are named. A change that names nothing crosses only reads that name nothing.
    /// - The first response about an entity is shown immediately with `isFirst`, below the predictions since the
    ///   request was sent, unless a change has ended since the read began. It is requested again when no change is
    ///   pending.
    /// - After `limit` the read no longer waits for pending changes: the next response during which no change has
    ///   ended is shown below them, and the change is reported. So a queue that is offline for an hour holds up
    ///   nothing for an hour.
    /// - An app that never stops changing is not refreshed. Values that carry versions never wait.
    ///
    /// A cancelled read ends immediately, and its events are refused, as other events of a cancelled command are.
    /// Called by a command that holds a change itself, for example inside
    /// ``optimistically(_:about:owner:retry:fileID:line:perform:onFailure:)``, the read would wait for itself: that
    /// is reported and thrown.
    ///
    /// - Parameters:
    ///   - entities: what is read, as it is named by the changes; nothing is everything.
    ///   - isFirst: whether nothing of it is shown yet, not a row, also none that a change was answered with: a count that is
    ///     changed while it is read would count twice.
    ///   - limit: how long it waits for changes, from the moment that it first has to; nil is as long as it takes.
    ///   - read: asks the server. Called once for each asking.
    /// - Throws: what `read` throws; ``MisplacedRead``; `CancellationError` when the task was cancelled, the core closed, or the
    ///   events were refused.
    /// - Complexity: O(reads in flight) for each change that begins or ends in the meantime, in addition to
    ///   O(pending) at the beginning.
    public nonisolated(nonsending) func readBetweenChanges(
        about entities: [any Hashable & Sendable] = [], isFirst: Bool = false, limit: Duration? = .seconds(30),
        fileID: StaticString = #fileID, line: UInt = #line,
        _ read: nonisolated(nonsending) () async throws -> [any Event]
    ) async throws {
        try await readBetweenChanges(
            about: entities, isFirst: isFirst, learns: false, limit: limit, at: CallSite(fileID, line)
        ) { (try await read(), []) }
    }

    /// The same for a read whose response contains more entities: those of the rows in a list, for example.
    ///
    /// - Parameters:
    ///   - isSeen: whether the state shows an answer that was placed below what is pending. If it has started over above that, or
    ///     the part was opened there, it does not, and the answer is placed at the end too, unless a change has crossed it
    ///     meanwhile: nothing that is pending is about it.
    ///   - onShown: called in the core's order, before a response that does not have to be requested again is
    ///     visible.
    package nonisolated(nonsending) func readBetweenChanges(
        about entities: [any Hashable & Sendable], isFirst: Bool, learns: Bool, limit: Duration?, at site: CallSite,
        isSeen: nonisolated(nonsending) () async -> Bool = { true }, onShown: @escaping @Sendable () -> Void = {},
        _ read: nonisolated(nonsending) () async throws -> (events: [any Event], about: [any Hashable & Sendable])
    ) async throws {
        let serverRead = engine.predictions.makeRead(
            about: entities.map { LedgerEntity(opened: $0) }, isFirst: isFirst, learns: learns, limit: limit, at: site,
            onShown: onShown)
        defer { post(.end, of: serverRead) }
        var step = ServerRead.Step.begin
        var events: [any Event] = []
        while true {
            post(step, of: serverRead)
            let decision = await withTaskCancellationHandler {
                await serverRead.decision()
            } onCancel: {
                post(.end, of: serverRead)
            }
            switch decision {
            case .show: return
            case .below:
                if await isSeen() { return }
                step = .answered(LedgerRequest(.event(), events, at: site), about: [])
                continue
            case .ask, .wait, .showAndWait: try Task.checkCancellation()
            case .refused: throw CancellationError()
            case .own: throw MisplacedRead(site: site)
            }
            let answer = try await read()
            events = answer.events
            step = .answered(
                LedgerRequest(.place(asOf: nil), answer.events, at: site),
                about: answer.about.map { LedgerEntity(opened: $0) })
        }
    }

    /// Saves something without a prediction, so that a read between changes knows of it.
    ///
    /// ```swift
    /// let saved = try await core.changing(about: ["a"]) { try await service.log(id: "a", kilograms: 80.5) }
    /// ```
    ///
    /// A read that was served before this save, and arrives after it, would hide the saved value. If the response
    /// to a save changes the state, prefer a prediction of an event that changes nothing, and commit it with the
    /// response: its events are then in the log at the place where the save began. Fired as
    /// ``Placement/authoritative``, they would go below the pending predictions, and below the events that were
    /// committed above these.
    ///
    /// - Parameters:
    ///   - entities: what it changes, as the reads name it.
    ///   - body: saves it.
    /// - Returns: what `body` returns.
    public nonisolated(nonsending) func changing<Result>(
        about entities: [any Hashable & Sendable] = [], fileID: StaticString = #fileID, line: UInt = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let change = UnpredictedChange(about: entities.map { LedgerEntity(opened: $0) }, at: CallSite(fileID, line))
        engine.mailbox.post(.change(change, begins: true), cause: owner)
        defer { engine.mailbox.post(.change(change, begins: false), cause: owner) }
        return try await body()
    }

    /// Reads from the state without predictions, with every event applied that was fired before. An app stores this
    /// state, in addition to the changes that have no response yet, to continue from it at the next launch.
    ///
    /// - Parameter body: runs on the core, between events.
    /// - Complexity: that of a read while nothing is pending; otherwise a copy of the whole state, and a run of the reducer for
    ///   each event since the oldest prediction.
    public func certain<Value: Sendable>(
        _ body: @Sendable (borrowing StateType) throws -> Value
    ) rethrows -> Value {
        try engine.lend { whole in
            guard engine.store.hasPending else { return try path.read(in: whole, body) }
            let certain = engine.store.makeCertain()
            return try path.read(in: certain, body)
        }
    }

    private nonisolated func post(_ step: ServerRead.Step, of read: ServerRead) {
        engine.mailbox.post(.read(read, step), cause: owner, part: path.part)
    }
}
