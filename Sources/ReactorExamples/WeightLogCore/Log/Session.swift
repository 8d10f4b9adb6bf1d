import Reactor
import ReactorFoundation
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTerminal

/// A log that is open for changes, for every front end. It is a core with a journal, and with the queue of changes if
/// the log has a server, or an example log in memory.
package struct Session: Sendable {
    package let core: Core<Weights>
    /// The queue of changes, or nil for a log without a server.
    package let outbox: Outbox?
    /// Whether the session has made a change. Except in the example log, the change is on the disk.
    package let hasChanged = Locked(false)
    /// The core and its journal, or nil for the example log.
    let opened: OpenedCore<Weights>?
    /// The service in this process. Its records come from the journal, or are those of the example log.
    private let service: EmbeddedWeightService

    /// Opens the log of a folder. Changes that an ended process has not confirmed are rolled back, except queued
    /// changes.
    ///
    /// - Parameters:
    ///   - folder: The folder, which one process at a time can open.
    ///   - server: The server of the log, or nil if it has none.
    ///   - runtime: The runtime of the core.
    ///   - note: A closure that receives notes for the user.
    /// - Throws: ``StoreError``, or the error of the server's credential.
    package static func open(
        in folder: DataFolder, server: LogServer?, runtime: Runtime, note: @escaping @Sendable (String) -> Void
    ) async throws -> Session {
        // The service receives its records below, when the journal is open.
        let service = EmbeddedWeightService()
        let opened: OpenedCore<Weights>
        do {
            opened = try await Core.open(
                journal: folder.path, initial: Weights(), catalog: Weights.catalog,
                configuration: DataFolder.configuration(note: note), middlewares: [PhasesPassBy()],
                dependencies: Dependencies { $0.weights = service }, runtime: runtime)
        } catch {
            throw StoreError.from(error)
        }
        var outbox: Outbox?
        if let server {
            do {
                try folder.keep(server: server.gateway.baseURL)
                outbox = try await Outbox.open(
                    in: folder, of: opened, server: server,
                    configuration: DataFolder.configuration(app: "weightlog-outbox", note: note))
            } catch {
                await opened.core.close()
                try? await opened.journal.close()
                throw StoreError.from(error)
            }
        }
        rollBack(opened.pending, note)
        await opened.core.settled()
        await service.resume(with: await opened.core.state.book)
        return Session(core: opened.core, outbox: outbox, opened: opened, service: service)
    }

    /// Opens the example log.
    package static func example(runtime: Runtime = .live) async throws -> Session {
        let service = EmbeddedWeightService(.demoUser)
        let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service }, runtime: runtime)
        let session = Session(core: core, outbox: nil, opened: nil, service: service)
        try await session.fetch()
        return session
    }

    /// Rolls back the pending changes, which no process can confirm any longer. The service had its records from this
    /// journal, which contains a confirmation of each change that the service carried out.
    private static func rollBack(_ pending: [(prediction: Prediction, events: [any Event])], _ note: (String) -> Void) {
        for resumed in pending {
            resumed.prediction.rollback()
            let parts = resumed.events.compactMap { ($0 as? ChangePredicted)?.change }
            guard let change = Change(parts: parts) else { continue }
            note("\(Weights.app) was ended before this was confirmed, and it is rolled back: \(change.words)")
        }
    }

    /// Reports misuse. Refusals of a closed log are not reported: the queue fires these events again when the log is
    /// opened.
    @Sendable
    package static func report(_ report: Runtime.Report) {
        if report.refusal?.reason != .closed { Runtime.Report.printMisuse(report) }
    }

    package var state: Weights { get async { await core.state } }

    /// The content of the log, and the number for the next record, above the numbers of queued and refused weights.
    package var book: WeightBook {
        get async { await state.book.numbering(above: await outbox?.numbers ?? []) }
    }

    /// Runs a command, and waits for the commands that it causes. It returns when the changes are on the disk.
    ///
    /// - Throws: The error of the command; `CancellationError` if the command was canceled; ``StoreError`` if the
    ///   changes cannot be stored.
    package func perform<Work: Command>(_ command: Work) async throws where Work.StateType == Weights {
        let outcome = await core.fire(command: command).outcome
        await core.idle()
        switch outcome {
        case .finished: break
        case .failed(let error): throw error
        case .cancelled, .dropped: throw CancellationError()
        }
        try await kept()
    }

    /// Returns when all changes are on the disk.
    package func kept() async throws {
        await core.settled()
        do {
            try await opened?.journal.durable()
        } catch {
            throw StoreError.from(error)
        }
    }

    /// Releases the folder, so that another process can change the log.
    package func suspend() async throws {
        try await outbox?.suspend()
        try await opened?.suspend()
    }

    /// Continues after ``suspend()``, with the changes of other processes.
    package func resume() async throws {
        let foreign: OpeningReport?
        do {
            foreign = try await opened?.resume()
        } catch {
            throw StoreError.from(error)
        }
        // The service has the records of the journal, which another process has changed.
        if foreign != nil { await service.resume(with: await core.state.book) }
        try await outbox?.resume()
    }

    package func close() async throws {
        // The journal does not contain the changes yet that were made while the folder was released.
        do {
            try await resume()
        } catch {
            await core.close()
            try? await outbox?.close()
            throw error
        }
        // The queue rolls its predictions back when it closes. The journal is closed before, and does not record this.
        await core.close()
        do {
            try await opened?.journal.close()
            try await outbox?.close()
        } catch {
            try? await outbox?.close()
            throw StoreError.from(error)
        }
    }
}
