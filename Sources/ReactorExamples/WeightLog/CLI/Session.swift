import Reactor
import ReactorRecording
import Terminal

/// The log while it may be changed: a core over the journal in the user's folder, which is this process's until the end,
/// or over an example log in memory.
struct Session {
    /// Where the log is, as a person is told.
    let place: String
    private let core: Core<Weights>
    /// nil for the example log.
    private let journal: Journal?

    /// Opens the log that the arguments and the environment name, and closes it when `body` is over.
    static func change(_ console: Console, _ body: (Session) async throws -> Void) async throws {
        let session = try await open(console)
        do {
            try await body(session)
        } catch {
            // What went wrong first is what to tell.
            try? await session.close()
            throw error
        }
        try await session.close()
    }

    private static func open(_ console: Console) async throws -> Session {
        guard let folder = try DataFolder.named(by: console.arguments) else {
            let service = EmbeddedWeightService(store: MemoryWeightStore(initial: .demoUser))
            let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
            let session = Session(place: "the example log", core: core, journal: nil)
            try await session.perform(GetWeightRecords(), options: GetWeightRecords.options)
            return session
        }
        try folder.refuseOldFile()
        // Its records are those that the journal has as confirmed.
        let service = EmbeddedWeightService(store: MemoryWeightStore())
        let opened: OpenedCore<Weights>
        do {
            opened = try await Core.open(
                journal: folder.path, initial: Weights(), catalog: Weights.catalog,
                configuration: DataFolder.configuration { text in try? console.note(text) },
                dependencies: Dependencies { $0.weights = service })
        } catch {
            throw StoreError.from(error)
        }
        try await takeBack(opened.pending, console)
        await opened.core.settled()
        await service.resume(with: await opened.core.state.book)
        return Session(place: folder.path, core: opened.core, journal: opened.journal)
    }

    /// Nobody is left who could confirm what was pending: the service had its records from this journal, where a change
    /// that it carried out is confirmed.
    private static func takeBack(_ pending: [ResumedPrediction], _ console: Console) async throws {
        for resumed in pending {
            resumed.prediction.rollback()
            let parts = resumed.events.compactMap { ($0 as? ChangePredicted)?.change }
            guard let change = Change(parts: parts) else { continue }
            try console.note("\(change.undertaking) when weightlog was ended; it was not confirmed, and is taken back")
        }
    }

    var state: Weights { get async { await core.state } }

    /// Does the work of a command, and what that asks for in turn. What it changed is on the disk then.
    ///
    /// - Throws: what the command throws; `CancellationError` when it was cancelled; ``StoreError`` when it cannot be kept.
    func perform<Work: Command>(
        _ command: Work, options: CommandOptions = .default
    ) async throws where Work.StateType == Weights {
        let outcome = await core.fire(command: command, options: options).outcome
        await core.idle()
        switch outcome {
        case .finished: break
        case .failed(let error): throw error
        case .cancelled, .dropped: throw CancellationError()
        }
        do {
            try await journal?.durable()
        } catch {
            throw StoreError.from(error)
        }
    }

    private func close() async throws {
        await core.close()
        do {
            try await journal?.close()
        } catch {
            throw StoreError.from(error)
        }
    }
}

extension Change {
    /// What is being done, up to the subordinate clause that follows.
    fileprivate var undertaking: String {
        switch self {
        case .add(let records) where records.count == 1:
            "\(records[0].reading.weight) on \(records[0].reading.day) was being logged"
        case .add(let records): "\(records.count.counted("weight")) were being added"
        case .update(let record):
            "number \(record.id) was being changed to \(record.reading.weight) on \(record.reading.day)"
        case .delete(let record): "number \(record.id) was being deleted"
        }
    }
}
