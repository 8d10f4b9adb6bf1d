extension Core {
    /// Reads from a server without versions, and shows the response only if no local change overlaps the read.
    ///
    /// ```swift
    /// try await core.readBetweenChanges { [RecordsLoaded(records: try await service.records())] }
    /// ```
    ///
    /// The responses of this kind of server do not show whether it handled a change before or after the read. When a response
    /// arrives, the core decides in one step of its order:
    ///
    /// - If no relevant change is pending, and none has ended since the request was sent, the events are placed as
    ///   ``EventPlacement/authoritative``.
    /// - Otherwise they are dropped, and the request is sent again when no relevant change is pending.
    ///
    /// A relevant change is a prediction, or a save in ``changing(about:fileID:line:_:)``, that concerns one of the
    /// entities. Without entities, every change is relevant. A change without entities overlaps only reads without
    /// entities.
    ///
    /// After `limit`, the read no longer waits for pending changes: the next response during which no change has ended
    /// is shown below them, and the change is reported. A queue that is offline for an hour does not delay the read for
    /// an hour. An app that never stops changing is not refreshed. For values with versions, use ``ServerRows``, which
    /// never waits.
    ///
    /// Call it from a command with the policy `.keepLatest`, and let a push message only launch that command. A
    /// canceled read ends immediately, and its events are refused, like other events of a canceled command. A command
    /// that has a pending change itself, for example inside
    /// ``optimistically(_:about:owner:retry:fileID:line:perform:onFailure:)``, would wait for itself: the core reports
    /// this and throws ``MisplacedRead``.
    ///
    /// - Parameters:
    ///   - entities: The ids that the read concerns, as the changes name them. An empty list means everything.
    ///   - limit: The longest time to wait for changes, from the first moment that the read has to wait. nil means no
    ///     limit.
    ///   - read: Requests the value and returns the events that show it. It is called once for each request.
    /// - Throws: The errors of `read`, ``MisplacedRead``, or `CancellationError` if the task was canceled, the core was
    ///   closed, or the events were refused.
    /// - Complexity: O(reads in flight) for each change that begins or ends during the read, in addition to O(pending)
    ///   at the beginning.
    public nonisolated(nonsending) func readBetweenChanges(
        about entities: [any Hashable & Sendable] = [], limit: Duration? = .seconds(30),
        fileID: StaticString = #fileID, line: UInt = #line,
        _ read: nonisolated(nonsending) () async throws -> [any Event]
    ) async throws {
        try await readBetweenChanges(about: entities, isFirst: false, limit: limit, at: CallSite(fileID, line)) {
            ServerAnswer(events: try await read())
        }
    }

    /// Reads like the public function, with a response that can name more entities, for example those of the rows in a
    /// list.
    ///
    /// - Parameter isFirst: Whether nothing of the content is shown yet, including rows from the responses of changes. The
    ///   first response is then shown immediately, below the predictions since the request was sent, unless a change has
    ///   ended since the read began. The request is sent again when no change is pending.
    package nonisolated(nonsending) func readBetweenChanges(
        about entities: [any Hashable & Sendable], isFirst: Bool, learns: Bool = false, limit: Duration?,
        at site: CallSite, _ read: nonisolated(nonsending) () async throws -> ServerAnswer
    ) async throws {
        let serverRead = engine.predictions.makeRead(
            about: entities, isFirst: isFirst, learns: learns, limit: limit, at: site, owner: nil)
        let decision = await perform(.begin, of: serverRead)
        try await finish(BegunRead(read: serverRead, decision: decision), read)
        engine.mailbox.wakeForDelivery()
    }

    /// Begins a read in a turn of the loop.
    package nonisolated func beginInTurn(
        about entities: [any Hashable & Sendable], isFirst: Bool, limit: Duration?, at site: CallSite,
        owner readOwner: any ServerReadOwner
    ) -> BegunRead {
        let serverRead = engine.predictions.makeRead(
            about: entities, isFirst: isFirst, learns: true, limit: limit, at: site, owner: readOwner)
        let decision = serverRead.decision { engine.perform(.begin, of: serverRead, owner) }
        return BegunRead(read: serverRead, decision: decision)
    }

    /// Sends the requests of a read until a response is shown.
    ///
    /// The last changes are not delivered before something is posted.
    package nonisolated(nonsending) func finish(
        _ begun: BegunRead, _ request: nonisolated(nonsending) () async throws -> ServerAnswer
    ) async throws {
        let serverRead = begun.read
        var decision = begun.decision
        do {
            while true {
                switch decision {
                case .show: return
                case .ask:
                    try Task.checkCancellation()
                    decision = await perform(.answered(try await request()), of: serverRead)
                case nil, .wait, .showAndWait:
                    engine.mailbox.wakeForDelivery()
                    decision = await withTaskCancellationHandler {
                        await serverRead.decision()
                    } onCancel: {
                        post(.end, of: serverRead)
                    }
                    // Not at the moment of the decision: an invalidation that follows a change needs no other request.
                    if case .ask = decision { await willAsk(serverRead) }
                case .refused: throw CancellationError()
                case .own: throw MisplacedRead(site: serverRead.site)
                }
            }
        } catch {
            post(.end, of: serverRead)
            throw error
        }
    }

    private func willAsk(_ read: ServerRead) { engine.turn(in: path.part) { read.willAsk() } }

    /// Performs a step of a read now, after everything that was fired before.
    private func perform(_ step: ServerRead.Step, of read: ServerRead) -> ServerRead.Decision? {
        engine.turn(in: path.part) { read.decision { engine.perform(step, of: read, owner) } }
    }

    /// Saves a value without a prediction, so that reads between changes take the save into account.
    ///
    /// ```swift
    /// let saved = try await core.changing(about: ["a"]) { try await service.log(id: "a", kilograms: 80.5) }
    /// ```
    ///
    /// A read that the server handled before this save, and that arrives after it, would hide the saved value.
    ///
    /// If the response to a save changes the state, use a prediction of an event that changes nothing, and commit it
    /// with the response. Its events are then in the log at the position where the save began. Fired as
    /// ``EventPlacement/authoritative``, they would be placed below the pending predictions, and below the events that were
    /// committed above those predictions.
    ///
    /// - Parameters:
    ///   - entities: The ids that the save concerns, as the reads name them.
    ///   - body: The save.
    /// - Returns: The result of `body`.
    public nonisolated(nonsending) func changing<Result>(
        about entities: [any Hashable & Sendable] = [], fileID: StaticString = #fileID, line: UInt = #line,
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        let change = UnpredictedChange(about: entities.map { LedgerEntity(opened: $0) }, at: CallSite(fileID, line))
        engine.mailbox.post(.change(change, begins: true), cause: owner)
        defer { engine.mailbox.post(.change(change, begins: false), cause: owner) }
        return try await body()
    }

    /// Reads from the state without pending predictions, after everything fired before is applied.
    ///
    /// An app stores this state, in addition to the changes without a response, to continue from it at the next launch.
    ///
    /// - Parameter body: The read. It runs on the core, between events.
    /// - Complexity: That of ``read(_:)`` while no prediction is pending. Otherwise a copy of the whole state, and a
    ///   run of the reducer for each event since the oldest prediction.
    package func certain<Value: Sendable>(
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

/// A read between changes that has begun, and the decision about its first request, or nil if it has to wait.
package struct BegunRead: Sendable {
    let read: ServerRead
    let decision: ServerRead.Decision?
}
