public import Reactor

/// A core that goes on where its journal ended.
public struct OpenedCore<StateType: State>: Sendable {
    /// The core. It is recorded from its first event on.
    public let core: Core<StateType>
    /// What it is recorded in.
    public let journal: Journal
    /// What was found, and what had to be done.
    public let report: OpeningReport
    /// The predictions that were pending when the journal ended, in the order of beginning. Each is rolled back when it is
    /// released unresolved.
    public let pending: [ResumedPrediction]

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
    /// - Parameter grace: as in ``Core/close(grace:)``.
    /// - Throws: as ``Journal/close()`` does.
    public func close(grace: Duration = .seconds(5)) async throws {
        await core.close(grace: grace)
        try await journal.close()
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

/// What was found when a core was opened from a journal.
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
    public var description: String { Errors.opened(self) }
}
