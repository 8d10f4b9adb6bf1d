public import Reactor

/// A core that continues a journal.
public struct OpenedCore<StateType: State & Codable>: Sendable {
    /// The core. All its events are recorded.
    public let core: Core<StateType>
    /// The journal of the core.
    public let journal: Journal
    /// The result of the opening.
    public let report: OpeningReport
    /// The predictions that other processes left pending, each with its predicted events: those at the end of the journal when it
    /// was opened and, after ``resume(about:owner:fileID:line:)``, those that were added in the meantime. They have the order of
    /// creation. A prediction that is released before it is resolved is rolled back.
    ///
    /// Predictions of change queues are not among them: each queue resolves its own.
    public var pending: [(prediction: Prediction, events: [any Event])] { predictions.withLock { $0.held } }
    let predictions: Guarded<LeftPredictions>
    /// The catalog for the entries of other writers.
    let catalog: EventCatalog<StateType>

    /// The predictions that other processes left pending.
    struct LeftPredictions {
        var held: [(prediction: Prediction, events: [any Event])]
        /// Whether another process resolves them, so that they have no handles here.
        let isForOthers: Bool
        /// The predictions that were found in a resumption that did not end yet.
        var found: [(PredictionID, [any Event])] = []
    }

    /// Closes the core and then its journal: everything is on disk, and another writer can open the folder, also in this process.
    ///
    /// ```swift
    /// func restart<App>(_ opened: OpenedCore<App>) async throws {
    ///     try await opened.close()
    ///     // Core.open(journal:…) of the same folder
    /// }
    /// ```
    ///
    /// A suspended core resumes first, so that the waiting entries are written.
    ///
    /// - Parameter grace: The grace period of ``Core/close(grace:)``.
    /// - Throws: The errors of ``Journal/close()``; and the errors of ``resume(about:owner:fileID:line:)``, after which nothing is closed.
    public nonisolated(nonsending) func close(grace: Duration = .seconds(5)) async throws {
        if await journal.isSuspended { _ = try await resume() }
        await core.close(grace: grace)
        try await journal.close()
    }
}

extension OpenedCore {
    /// Syncs all events that were fired so far to disk, and releases all locks: the system can suspend the process, and another
    /// process can write the journal.
    ///
    /// The core continues in memory. Later entries wait until ``resume(about:owner:fileID:line:)``, and are lost if the process ends before;
    /// ``Journal/durable(through:)`` waits with them. The call does nothing if the core is already suspended.
    ///
    /// ```swift
    /// func enteredBackground(_ opened: OpenedCore<some State & Codable>) async throws {
    ///     try await opened.suspend()
    /// }
    /// ```
    ///
    /// - Throws: ``JournalError`` of the kind `ended` if the recording could not continue, for example because the disk is full,
    ///   or `unsuitable` if the journal was closed. All locks are released then, too.
    public nonisolated(nonsending) func suspend() async throws {
        // All fired events are applied and recorded before the journal is suspended.
        await core.read { _ in }
        try await journal.suspend()
    }

    /// Locks the journal again, and writes the waiting entries.
    ///
    /// If another process has written in the meantime, its entries come first, and the steps of this core since the suspension
    /// are performed again after them, once and in order. The journal and the visible state both have this order. Subscribers are
    /// notified as of any change. A prediction that the other process has resolved stays resolved, and this core's own resolution
    /// has no effect. Predictions that the other process left pending stay pending, and are then in ``pending``.
    ///
    /// The call does nothing if the core is not suspended.
    ///
    /// - Parameters:
    ///   - about: A closure that returns the ids for ``Core/isPending(about:)`` from the events of a prediction that the other
    ///     process left pending.
    ///   - owner: A closure that returns the type whose ``Reset`` rolls such a prediction back.
    ///   - fileID: The file of the call, for reports about these predictions. Use the default.
    /// - Returns: The report of the opening, or nil if no other process has written.
    /// - Throws: ``JournalError`` as for opening, of the kind `locked` while another process writes; ``ReplayError`` if the
    ///   catalog cannot read the new entries. The core then stays suspended, nothing is lost, and you can call it again.
    @discardableResult
    public nonisolated(nonsending) func resume(
        about: ([any Event]) -> [any Hashable & Sendable] = { _ in [] },
        owner: ([any Event]) -> Any.Type? = { _ in nil }, fileID: StaticString = #fileID, line: UInt = #line
    ) async throws -> OpeningReport? {
        let found = Guarded<OpeningReport?>(nil)
        _ = try await journal.resume(into: OpeningFold(catalog: catalog)) { fold, line in
            try fold.read(line)
        } prepare: { [core, journal, predictions] fold, recovery in
            let ground = try fold.found(new: nil, recovery: recovery, now: journal.now)
            found.withLock { $0 = ground.report }
            return (
                ground.header,
                { steps in
                    // The core's own predictions are pending before, or are resolved by the steps.
                    let known = await core.pending
                    await core.rebase(onto: ground.record, lastLaunch: ground.lastLaunch, steps)
                    let pending = await core.pending
                    let left = ground.record.predictions.filter { pending.contains($0.0) && !known.contains($0.0) }
                    predictions.withLock { $0.found += left }
                }
            )
        }
        hold(about, owner, CallSite(fileID, line))
        return found.withLock { $0 }
    }

    /// Creates the handles of the predictions that a resumption has found.
    private func hold(
        _ about: ([any Event]) -> [any Hashable & Sendable], _ owner: ([any Event]) -> Any.Type?, _ site: CallSite
    ) {
        let found = predictions.withLock { predictions in
            defer { predictions.found = [] }
            return predictions.isForOthers ? [] : predictions.found
        }
        let queues = core.queuePredictions(journal)
        var held: [(prediction: Prediction, events: [any Event])] = []
        for (id, events) in found {
            if events.first is any QueuePrediction {
                core.describeOwned(id, about: about(events))
                queues.add(QueuePredictions.Item(id: id, events: events))
            } else {
                held.append(core.resumed(id, events: events, about: about(events), owner: owner(events), begun: site))
            }
        }
        predictions.withLock { $0.held += held }
    }
}

extension OpenedCore {
    /// Rolls back the predictions of change queues that have not been opened since this core was opened.
    ///
    /// Call it after opening your queues if the folder of a queue may have been deleted, or if your app no longer opens a queue.
    /// Otherwise, the changes of that queue remain visible. They are predicted again when their queue is opened.
    public func rollBackUnopenedQueues(fileID: StaticString = #fileID, line: UInt = #line) {
        for item in core.queuePredictions(journal).take(where: { _ in true }) {
            core.hold(item.id, begun: CallSite(fileID, line)).rollback(fileID: fileID, line: line)
        }
    }
}

/// The result of opening a core from a journal.
public struct OpeningReport: Hashable, Sendable {
    /// The recovery of the files.
    public let recovery: RecoveryReport
    /// The versions of the journal, if they differ from the current ones.
    package let migratedFrom: JournalSchema?
    /// The events whose content was not recorded. The state was opened without them.
    public let lost: [LostEvent]

    /// The unexpected end of the journal, if it was not closed the last time.
    public var unexpectedEnd: UnexpectedEnd? { recovery.unexpectedEnd }

    /// Whether the core has the last visible state.
    package var isWhole: Bool { lost.isEmpty }
}

extension OpeningReport: CustomStringConvertible {
    public var description: String {
        var lines = [recovery.description]
        if let from = migratedFrom {
            lines.append(
                "The catalog has changed since the last session (the state's version was \(from.state)). The journal continues in a "
                    + "new segment with the current versions.")
        }
        return (lines + lost.map(\.description)).joined(separator: "\n")
    }
}
