public import Reactor

/// A core that goes on where its journal ended.
public struct OpenedCore<StateType: State & Codable>: Sendable {
    /// The core. It is recorded from its first event on.
    public let core: Core<StateType>
    /// What it is recorded in.
    public let journal: Journal
    /// What was found, and what had to be done.
    public let report: OpeningReport
    /// The predictions that were pending when the journal ended, in the order of beginning. Each is rolled back when it is
    /// released unresolved.
    public let pending: [ResumedPrediction]
    /// What others wrote meanwhile is read with it.
    let catalog: EventCatalog<StateType>

    /// Closes the core, and then its journal: everything is on the disk, and the folder is free for the next writer, in
    /// this process too.
    ///
    /// ```swift
    /// func restart<App>(_ opened: OpenedCore<App>) async throws {
    ///     try await opened.close()
    ///     // Core.open(journal:…) of the same folder
    /// }
    /// ```
    ///
    /// A suspended one resumes first, so that what waits is written.
    ///
    /// - Parameter grace: as in ``Core/close(grace:)``.
    /// - Throws: as ``Journal/close()`` does; and as ``resume()`` does, and nothing is closed then.
    public nonisolated(nonsending) func close(grace: Duration = .seconds(5)) async throws {
        if await journal.isSuspended { _ = try await resume() }
        await core.close(grace: grace)
        try await journal.close()
    }
}

extension OpenedCore {
    /// Brings to the disk what was fired so far, and lets go of every lock: a system may stop the process now, and another
    /// process may write the journal.
    ///
    /// The core goes on in memory. What is fired from then on waits there until ``resume()`` and is lost when the process
    /// ends before; ``Journal/durable(through:)`` waits with it. Once it is suspended, it does nothing.
    ///
    /// ```swift
    /// func enteredBackground(_ opened: OpenedCore<some State & Codable>) async throws {
    ///     try await opened.suspend()
    /// }
    /// ```
    ///
    /// - Throws: ``JournalError`` of the kind `ended` when the recording could not go on, because the disk is full, say, and
    ///   `unsuitable` when the journal was closed. Nothing is locked then either.
    public nonisolated(nonsending) func suspend() async throws {
        // Everything that was fired is applied, and recorded, before it is read.
        await core.read { _ in }
        try await journal.suspend()
    }

    /// Locks the journal again, and writes what has waited.
    ///
    /// Where another process has written meanwhile, what it wrote comes first, and what this core has done since it was
    /// suspended is done again on top, once and in its order: that is what the journal holds, and what the core shows from
    /// then on. Subscribers are notified of it as of any change. A prediction that the other has resolved is resolved, and
    /// the core's own word on it comes too late. What the other left pending stays so.
    ///
    /// When it is not suspended, it does nothing.
    ///
    /// - Returns: what was found, nil when nobody has written meanwhile.
    /// - Throws: ``JournalError`` as for opening, `locked` while another process writes; ``ReplayError`` when the catalog
    ///   cannot read what it wrote. It is suspended then as before, nothing is lost, and it may be asked again.
    @discardableResult
    public nonisolated(nonsending) func resume() async throws -> OpeningReport? {
        let found = Guarded<OpeningReport?>(nil)
        _ = try await journal.resume(into: OpeningFold(catalog: catalog)) { fold, line in
            try fold.read(line)
        } prepare: { [core, journal] fold, recovery in
            let ground = try fold.found(new: nil, recovery: recovery, now: journal.now)
            found.withLock { $0 = ground.report }
            return (ground.header, { await core.rebase(onto: ground.record, lastLaunch: ground.lastLaunch, $0) })
        }
        return found.withLock { $0 }
    }
}

/// A prediction that was pending when a journal ended.
public struct ResumedPrediction: Sendable {
    /// To be resolved: the world is asked again, say.
    public let prediction: Prediction
    /// What was predicted, in its order.
    public let events: [any Event]

    package init(prediction: Prediction, events: [any Event]) {
        self.prediction = prediction
        self.events = events
    }
}

/// The result of opening a core from a journal.
public struct OpeningReport: Hashable, Sendable {
    /// What was found of the files.
    public let recovery: RecoveryReport
    /// The versions that it was written in, when they were others than today's.
    package let migratedFrom: JournalSchema?
    /// Events whose content had not been recorded; the state was opened without them.
    public let lost: [LostEvent]

    /// How the journal ended the last time, where it was not closed.
    public var unexpectedEnd: UnexpectedEnd? { recovery.unexpectedEnd }

    /// Whether the core shows what was seen last.
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
