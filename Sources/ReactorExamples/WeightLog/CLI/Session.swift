import Reactor
import ReactorOffline
import ReactorRecording
import ReactorServices
import ReactorTerminal

/// The log while it may be changed: a core over the journal in the user's folder, which is this process's until the end,
/// or over an example log in memory.
struct Session {
    /// Where the log is, as a person reads it.
    let place: String
    let core: Core<Weights>
    /// nil for the example log.
    let journal: Journal?
    /// The changes that wait for the server; nil for a log without a server.
    let outbox: Outbox?
    /// Whether a change is on the disk.
    let hasChanged = Locked(false)

    /// Opens the log that the arguments and the environment name, and closes it when `body` is over. The changes
    /// are pushed to the server of the log, if it has one that can be reached immediately.
    static func change(_ console: Console, _ body: (Session) async throws -> Void) async throws {
        try await use(console, .short) { session in
            do {
                defer { if session.hasChanged.withLock({ $0 }) { console.markChanged() } }
                try await body(session)
            } catch  where !(error is CancellationError) {
                // What was changed all the same is pushed, or said to be queued.
                try? await session.deliver(console)
                throw error
            }
            try await session.deliver(console)
        }
    }

    /// The same, with this patience with the server, and without a word about what is queued.
    static func use(_ console: Console, _ patience: Patience, _ body: (Session) async throws -> Void) async throws {
        let session = try await open(console, patience)
        do {
            try await session.hand()
            try await body(session)
        } catch {
            // What went wrong first is what to report.
            try? await session.close()
            throw StoreError.from(error)
        }
        try await session.close()
    }

    private static func open(_ console: Console, _ patience: Patience) async throws -> Session {
        let named = try console.arguments.server()
        guard let folder = try DataFolder.ofLog(named: console.arguments) else { return try await example(named) }
        let server = try folder.server(named: named)
        let token = try console.arguments.token()
        // Its records are those that the journal has as confirmed.
        let service = EmbeddedWeightService()
        let note: @Sendable (String) -> Void = { text in try? console.note(text) }
        let opened: OpenedCore<Weights>
        do {
            opened = try await Core.open(
                journal: folder.path, initial: Weights(), catalog: Weights.catalog,
                configuration: DataFolder.configuration(note: note), middlewares: [PhasesPassBy()],
                dependencies: Dependencies { $0.weights = service },
                runtime: runtime)
        } catch {
            throw StoreError.from(error)
        }
        var outbox: Outbox?
        if let server {
            do {
                try folder.keep(server: server)
                outbox = try await Outbox.open(
                    in: folder, of: opened, server: server, token: token, patience: patience,
                    configuration: DataFolder.configuration(app: "weightlog-outbox", note: note))
            } catch {
                await opened.core.close()
                try? await opened.journal.close()
                throw StoreError.from(error)
            }
        }
        try await takeBack(opened.pending.filter { outbox == nil || !$0.isQueued }, console)
        await opened.core.settled()
        await service.resume(with: await opened.core.state.book)
        return Session(place: folder.path, core: opened.core, journal: opened.journal, outbox: outbox)
    }

    private static func example(_ server: BaseURL?) async throws -> Session {
        if server != nil {
            throw UsageError.conflict(
                Declared.demoUser.name, Declared.server.name, reason: "the example log is pushed nowhere")
        }
        let service = EmbeddedWeightService(.demoUser)
        let core = Core(state: Weights(), dependencies: Dependencies { $0.weights = service })
        let session = Session(place: "the example log", core: core, journal: nil, outbox: nil)
        try await session.perform(GetWeightRecords())
        return session
    }

    /// Refusals of a closed log are not reported: the queue fires these events again when the log is opened.
    private static var runtime: Runtime {
        Runtime(report: { report in
            if report.refusal?.reason == .closed { return }
            Report.printMisuse(report)
        })
    }

    /// No process is left that could confirm the pending changes: the service had its records from this journal,
    /// where a change that it carried out is confirmed.
    private static func takeBack(_ pending: [ResumedPrediction], _ console: Console) async throws {
        for resumed in pending {
            resumed.prediction.rollback()
            let parts = resumed.events.compactMap { ($0 as? ExampleWeightLogCatalog.ChangePredicted)?.change }
            guard let change = Change(parts: parts) else { continue }
            try console.note("weightlog was ended before this was confirmed, and it is rolled back: \(change.words)")
        }
    }

    var state: Weights { get async { await core.state } }

    /// The content of the log, and the number for the next record: above every number that was used.
    var book: WeightBook {
        get async { await state.book.numbering(above: await outbox?.numbers ?? []) }
    }

    /// Runs a command, and the commands that it causes. After that, its changes are on the disk.
    ///
    /// - Throws: what the command throws; `CancellationError` when it was cancelled; ``StoreError`` when it cannot be kept.
    func perform<Work: Command>(_ command: Work) async throws where Work.StateType == Weights {
        let outcome = await core.fire(command: command).outcome
        await core.idle()
        switch outcome {
        case .finished: break
        case .failed(let error): throw error
        case .cancelled, .dropped: throw CancellationError()
        }
        try await kept()
    }

    /// Returns when what was changed is on the disk.
    func kept() async throws {
        await core.settled()
        do {
            try await journal?.durable()
        } catch {
            throw StoreError.from(error)
        }
    }

    private func close() async throws {
        // A closed journal takes no more: what is still queued stays predicted in it.
        await core.close()
        do {
            try await journal?.close()
            try await outbox?.close()
        } catch {
            try? await outbox?.close()
            throw StoreError.from(error)
        }
    }
}

extension ResumedPrediction {
    /// Whether the prediction belongs to the queue of changes to push, which begins it again.
    fileprivate var isQueued: Bool { events.first is ReactorOffline.ChangePredicted }
}
